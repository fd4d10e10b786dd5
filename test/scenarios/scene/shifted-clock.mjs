// Loaded into the bot's process before everything else: its wall clock runs ahead by `ahead` ms. Whenever the process gets
// SIGUSR2 it jumps by what the file `jump` says, ms, and the file is removed. Timers are not touched, as when somebody
// sets the machine's time.
import { readFileSync, rmSync } from "node:fs";

const parameters = new URL(import.meta.url).searchParams;
const jump = parameters.get("jump") ?? "";
let aheadMs = Number(parameters.get("ahead"));

const readMachine = Date.now;
Date.now = () => readMachine() + aheadMs;
process.on("SIGUSR2", () => {
  aheadMs += Number(readFileSync(jump, "utf8"));
  rmSync(jump);
});

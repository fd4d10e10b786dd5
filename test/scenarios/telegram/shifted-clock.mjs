// Loaded into the bot's process before everything else: its wall clock runs ahead by `ahead` ms, and jumps by a further
// `jump` ms whenever the process gets SIGUSR2. Timers are not touched, as when somebody sets the machine's time.
const parameters = new URL(import.meta.url).searchParams;
const jumpMs = Number(parameters.get("jump"));
let aheadMs = Number(parameters.get("ahead"));

const readMachine = Date.now;
Date.now = () => readMachine() + aheadMs;
process.on("SIGUSR2", () => {
  aheadMs += jumpMs;
});

// One of several real processes that resume the same workflow of the SDK at the same instant. Tokens come over IPC.
import { appendFileSync } from "node:fs";
import { Lobster, approve } from "../../dist/src/sdk/index.js";

const [stateDir, effects] = process.argv.slice(2);
const workflow = new Lobster({ stateDir }).pipe(approve()).pipe((items) => {
  appendFileSync(effects, `${String(items[0])}\n`);
  return items;
});

async function answer(token) {
  try {
    process.send({ result: await workflow.resume(token, { approved: true }) });
  } catch (error) {
    process.send({ error: error.message });
  }
}

process.on("message", (token) => void answer(token));
process.send("ready");

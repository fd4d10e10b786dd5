// One of several processes that use the same store: `node state-store-child.mjs '<JSON job>'`. The job names the built
// module and the factory that open the store, so that the same script serves every implementation.
import { once } from "node:events";
import { writeSync } from "node:fs";

const { module, factory, options, system, task } = JSON.parse(process.argv[2]);
const { systemClock, systemIds } = await import(system);
const store = (await import(module))[factory]({ ...options, clock: systemClock, ids: systemIds });

function say(value) {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

async function waitForStart() {
  say("ready");
  await once(process.stdin, "data");
  process.stdin.destroy();
}

const tasks = {
  /** Claims every open checkpoint it can; tells which ones it was told to have won. */
  async claimAll({ name, count, survive }) {
    await waitForStart();
    const won = [];
    for (let n = 0; n < count; n += 1) {
      const found = await store.read(`gate_${n}`);
      if (found.value.state !== "open") continue;
      const claim = { state: "decided", claim: `${name}-${n}` };
      const outcome = await store.replace(`gate_${n}`, claim, found.version, { survive });
      if (outcome.kind === "written") won.push(n);
    }
    say(won);
  },

  /** Creates every document it can; tells which ones it was told to have created. */
  async createAll({ name, count }) {
    await waitForStart();
    const won = [];
    for (let n = 0; n < count; n += 1) {
      if ((await store.create(`new_${n}`, { by: name })).kind === "written") won.push(n);
    }
    say(won);
  },

  /** Adds one to a counter, again and again, each time by reading and replacing. */
  async increment({ times }) {
    await waitForStart();
    for (let done = 0; done < times;) {
      const { value, version } = await store.read("counter");
      if ((await store.replace("counter", { n: value.n + 1 }, version)).kind === "written") done += 1;
    }
    say("done");
  },

  /** Claims the gate and dies before it could tell anybody. */
  async claimAndDie({ claim }) {
    const { version } = await store.read("gate");
    await store.replace("gate", { state: "decided", claim }, version, { survive: "machine" });
    process.kill(process.pid, "SIGKILL");
  },

  /** Replaces a document for ever; whoever started it kills it at any instant. */
  async writeForEver() {
    for (let n = 1; ; n += 1) {
      const found = await store.read("busy");
      await store.replace("busy", { n, text: "x".repeat(20_000) }, found.version);
      if (n === 1) say("writing");
    }
  },
};

await tasks[task.kind](task);

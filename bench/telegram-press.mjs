// How long one press takes until it is answered, with 500 gates waiting: the built bot as a process of its own, a Bot API
// server on loopback, one press after another.
//   npm run build && node bench/telegram-press.mjs [gates] [presses]
import path from "node:path";
import { runnerImport } from "vite";

const [gates = 500, presses = 100] = process.argv.slice(2).map(Number);
/** What issue 4 asks for, ms. */
const TARGET_MS = 50;
/** Gates that are opened at the same time while the bench is set up. */
const BATCH = 20;

const scenarios = path.resolve(import.meta.dirname, "../test/scenarios");
const load = async (file) => (await runnerImport(path.join(scenarios, file), { logLevel: "error" })).module;
const { openTelegramScene } = await load("scene/open-scene.ts");
const { OPEN_GATE } = await load("workflows.ts");

const scene = await openTelegramScene({ workflows: { "open-gate": OPEN_GATE } });
try {
  const places = Array.from({ length: BATCH }, () => scene.place());
  const openGates = async (count) => {
    const cards = [];
    for (let opened = 0; opened < count; opened += BATCH) {
      const batch = places.slice(0, Math.min(BATCH, count - opened));
      cards.push(...(await Promise.all(batch.map((place) => scene.openGate(place, "open-gate")))));
    }
    return cards;
  };

  await openGates(gates);
  const times = [];
  for (const card of await openGates(presses)) {
    await scene.waitUntilNoted(card);
    await scene.peer.waitForPoll({ timeoutMs: 60_000 });
    const begun = performance.now();
    const text = await scene.press("release-manager", card, "Approve");
    times.push(performance.now() - begun);
    if (text !== "Approved. The run goes on.") throw new Error(`The press was answered: ${text}`);
    await scene.waitForText(card, /^✅ Finished/);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  console.log(`${presses} presses with ${gates} gates waiting, from press to answer:`);
  console.log(`median ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms (target: median under ${TARGET_MS} ms)`);
} finally {
  await scene.stop();
}

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitForChange } from "./folder-watch.ts";
import { allowForProcesses } from "./patience.ts";
import { LIMIT_MS, startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { DEPLOY } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ deploy: DEPLOY });
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

/** Whoever decided or executes has some time to go on before the bot takes a run up. */
const LATER = { laterMs: 60_000 };

describe("a bot killed between a press and the end of its run", () => {
  // Each change in the state folder is a point between two writes.
  it.each([1, 4, 7, 10, 14, 19, 26])(
    "at change %i of its state: at most one execution, and a true card",
    async (change) => {
      const card = await bench.openGate(bench.group(), `/run deploy mark=${change}`);
      const finished = new AbortController();
      const reached = waitForChange(bench.stateDirectory, change, finished.signal);
      bench.peer.press(bench.manager, card, "Approve");
      void bench.waitForText(card, /^✅ Finished/).then(
        () => finished.abort(),
        () => finished.abort(),
      );
      await reached;
      await bench.restart(LATER);
      const settled = /^(✅ Finished|⚠️ Interrupted)/;
      const undecided = /^⏳ Waiting for approval/;
      await bench.peer.waitUntil(() => bench.peer.pendingUpdates() === 0, { timeoutMs: LIMIT_MS });
      if (undecided.test(bench.peer.look(card)?.text ?? "")) await bench.press(bench.manager, card, "Approve");
      const { text } = await bench.waitForText(card, settled);
      const executions = await bench.lines(`deployed-${change}.txt`);
      if (text.startsWith("✅")) expect(executions).toEqual(["release-manager"]);
      else expect(executions.length).toBeLessThanOrEqual(1);
      expect(await bench.press(bench.teammate, card, "Approve")).toMatch(/^Already approved by Release manager, /);
      expect(await bench.lines(`deployed-${change}.txt`)).toEqual(executions);
    },
  );
});

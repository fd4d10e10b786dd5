import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { OPEN_GATE } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ "open-gate": OPEN_GATE }, { peer: { enforceRates: true } });
});

afterEach(() => bench.assertClean());
afterAll(() => bench.stop());

describe("a server that enforces its rates", () => {
  it("gets every card of many runs shown and finished, each once, in several conversations", async () => {
    const chats = [bench.group(), bench.group(), bench.group()];
    const marks = chats.flatMap((chat, at) => [`${at}-a`, `${at}-b`].map((mark) => ({ chat, mark })));
    for (const { chat, mark } of marks) bench.peer.write(bench.lead, chat, `/run open-gate mark=${mark}`);
    for (const { chat, mark } of marks) {
      const card = await bench.waitForNew(
        chat,
        ({ text, buttons }) => text.includes(`mark=${mark}`) && buttons.flat().length === 3,
      );
      expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    }
    for (const { mark } of marks) expect(await bench.waitForLines(`acted-${mark}.txt`, 1)).toHaveLength(1);
    for (const chat of chats) {
      const ends = await bench.peer.waitUntil(
        () => {
          const cards = bench.peer.messages(chat).filter(({ text }) => text.includes("Shall it go on?"));
          return cards.length === 2 && cards.every(({ text }) => text.startsWith("✅ Finished")) && cards;
        },
        { timeoutMs: 40_000, what: "the end of both runs on their cards" },
      );
      expect(ends).toHaveLength(2);
    }
  });
});

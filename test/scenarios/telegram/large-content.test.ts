import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";

/** Many times what one message holds. */
const LARGE = `
args:
  mark: { default: x }
steps:
  - id: plan
    run: seq 1 400 | sed 's/.*/{"host":"host-&","size":{"cpu":&}}/' | paste -sd, - | sed 's/.*/[&]/'
  - id: gate
    approval: { prompt: "Change 400 hosts?" }
    stdin: $plan.json
  - id: change
    run: echo changed >> "changed-$LOBSTER_ARG_MARK.txt"
    when: $gate.approved
`;

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ large: LARGE });
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

const REFUSAL = "Open Details first: not everything that you would approve fits on the card.";

describe("what is approved, far over 4096 characters", () => {
  it("goes along whole as a file, and the card says so", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run large");
    expect(card.text.length).toBeLessThanOrEqual(4096);
    const id = /approval id ([0-9a-f]{8})/.exec(card.text)?.[1] ?? "";
    const name = `approval-${id}.json`;
    expect(card.text).toContain(`lines are in ${name}`);
    const file = await bench.waitForNew(chat, ({ document }) => document?.name === name);
    const content: unknown = JSON.parse(file.document?.data.toString("utf8") ?? "");
    expect(content).toHaveProperty(["items", 399, "host"], "host-400");
  });

  it("is approved only by who opened Details, by button and typed", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run large mark=opened");
    const id = /approval id ([0-9a-f]{8})/.exec(card.text)?.[1] ?? "";
    expect(await bench.press(bench.manager, card, "Approve")).toBe(REFUSAL);
    const typed = bench.peer.write(bench.manager, chat, `/approve ${id}`);
    expect((await bench.waitForNew(chat, ({ replyTo }) => replyTo === typed.id)).text).toBe(REFUSAL);
    expect(await bench.press(bench.teammate, card, "Details")).toBe("The details are below.");
    await bench.waitForNew(chat, ({ text }) => text.startsWith("Details of large"));
    expect(await bench.press(bench.manager, card, "Approve")).toBe(REFUSAL);
    expect(await bench.lines("changed-opened.txt")).toEqual([]);
    await bench.press(bench.manager, card, "Details");
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("changed-opened.txt")).toEqual(["changed"]);
  });

  it("who opened Details is remembered when the bot was killed", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run large mark=remembered");
    await bench.press(bench.manager, card, "Details");
    await bench.restart();
    expect(await bench.press(bench.teammate, card, "Approve")).toBe(REFUSAL);
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("changed-remembered.txt")).toEqual(["changed"]);
  });
});

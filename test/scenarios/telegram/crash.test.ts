import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { DEPLOY, SLOW } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ deploy: DEPLOY, slow: SLOW });
});

afterEach(() => bench.assertClean());

afterAll(async () => {
  // Steps that outlived a killed bot wait for this.
  await bench.write("go", "");
  await bench.stop();
});

/** Whoever decided or executes has some time to go on before the bot takes a run up. */
const LATER = { laterMs: 60_000 };

const APPROVED = "Approved. The run goes on.";

describe("a bot killed at a gate", () => {
  it("takes a press on the old card after it came back, once", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=old-card");
    await bench.restart();
    expect(await bench.press(bench.teammate, card, "Approve")).toMatch(/^Refused/);
    expect(await bench.press(bench.manager, card, "Approve")).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    await bench.restart();
    expect(await bench.press(bench.manager, card, "Approve")).toMatch(/^You approved it already/);
    expect(await bench.press(bench.teammate, card, "Approve")).toMatch(/^Already approved by Release manager, /);
    expect(bench.peer.look(card)?.text).toMatch(/^✅ Finished/);
    expect(await bench.lines("deployed-old-card.txt")).toEqual(["release-manager"]);
  });

  it("takes a press that was made while it was away", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=away");
    // Once a press was answered, the bot knows that its card arrived.
    await bench.press(bench.teammate, card, "Approve");
    await bench.kill();
    const tap = bench.peer.press(bench.manager, card, "Approve");
    await bench.start();
    expect(await bench.verdict(tap, card)).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
  });
});

describe("a bot killed between a press and the edit of its card", () => {
  it("after the step ran: the card tells the end once it came back, and nothing runs again", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=edit");
    const held = bench.peer.faults.hold("editMessageText", { times: 100 });
    bench.peer.press(bench.manager, card, "Approve");
    await bench.waitForLines("deployed-edit.txt", 1);
    await bench.kill();
    held.remove();
    await bench.start(LATER);
    await bench.waitForText(card, /^(✅ Finished|⚠️ Interrupted)/);
    expect(await bench.lines("deployed-edit.txt")).toEqual(["release-manager"]);
  });
});

describe("a bot killed while a step runs", () => {
  it("says at once that the run was interrupted and in which step; who may start it lets that run again, once", async () => {
    const chat = bench.group();
    bench.peer.write(bench.lead, chat, "/run slow");
    await bench.waitForLines("started.txt", 1);
    const card = await bench.waitForNew(chat, ({ text }) => text.includes("▶ wait"));
    await bench.restart();
    const report = await bench.waitForNew(chat, ({ buttons }) =>
      buttons.flat().some(({ label }) => label === "Abandon"),
    );
    expect(report.text).toMatch(/^⚠️ Interrupted\nslow · run [0-9A-Z]{8} · started by Dev lead\n/);
    expect(report.text).toContain("Nobody knows whether wait took effect.");
    expect(report.text).toContain("It still runs (process ");
    expect((await bench.waitForText(card, /^⚠️ Interrupted/)).text).toContain("❓ wait");
    // The step outlived its bot: a second one beside it is what nobody asked for.
    expect(await bench.press(bench.lead, report, "Retry this step")).toMatch(/^Nothing was done, for it still runs/);
    const runId = /run ([0-9A-Z]{8})/.exec(report.text)?.[1] ?? "";
    bench.peer.write(bench.lead, chat, `/status ${runId}`);
    await bench.waitForNew(chat, ({ text, id }) => id !== card.id && text.startsWith("⚠️ Interrupted\nslow"));
    await bench.restart(LATER);
    expect(await bench.lines("started.txt")).toEqual(["started"]);
    await bench.write("go", "");
    await bench.waitForText(report, /^(?![^]*It still runs)/);
    const presses = [
      bench.peer.press(bench.lead, report, "Retry this step"),
      bench.peer.press(bench.teammate, report, "Retry this step"),
    ];
    const verdicts = await Promise.all(presses.map((press) => bench.verdict(press, report)));
    expect(verdicts.toSorted().join("\n")).toMatch(
      /^(Dev lead|Teammate) has asked for a retry already, .*\nIt runs again\.$/,
    );
    await bench.waitForText(card, /^✅ Finished/);
    expect((await bench.waitForText(report, /^🔁 Retry asked for by /)).buttons).toEqual([]);
    expect(await bench.lines("started.txt")).toEqual(["started", "started"]);
  });
});

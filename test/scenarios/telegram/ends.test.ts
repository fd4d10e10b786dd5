import { afterEach, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { LIMIT_MS, startTelegram, type BenchOptions, type TelegramBench } from "./telegram-bench.ts";
import { DEPLOY, OPEN_GATE } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

const start = async (options?: BenchOptions): Promise<void> => {
  bench = await startTelegram({ deploy: DEPLOY, "open-gate": OPEN_GATE }, options);
};

afterEach(() => bench.stop());

/** The lines that are for people: the log is JSON. */
const said = (): readonly string[] =>
  bench
    .bot()
    .output()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{"));

describe("a bot that cannot go on", () => {
  it("409: a second poller ends it with one line that says so", async () => {
    await start({ endsWith: 1, expectedErrors: ["bot_failed"] });
    bench.peer.faults.refuse(
      "getUpdates",
      409,
      "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    );
    bench.peer.cutPolls();
    expect(await bench.bot().ended).toEqual({ code: 1, signal: null });
    expect(said()).toEqual([
      "The bot stopped: Another process fetches updates with this bot's token (409). Stop it, or give this bot a token of its own.",
    ]);
  });

  it("409: of two bots with one token one ends, and the other works", async () => {
    await start({ endsWith: 1, expectedErrors: ["bot_failed"] });
    const first = bench.bot();
    await bench.start({ ownState: true });
    const ended = await Promise.race([first.ended.then(() => "first"), bench.bot().ended.then(() => "second")]);
    expect(ended).toBe("first");
    const card = await bench.openGate(bench.group(), "/run open-gate");
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
  });

  it("401: a token that was withdrawn ends it with one line that says so, and not the token", async () => {
    await start({ endsWith: 1, expectedErrors: ["bot_failed"] });
    bench.peer.faults.refuse("getUpdates", 401, "Unauthorized");
    bench.peer.cutPolls();
    expect((await bench.bot().ended).code).toBe(1);
    expect(said()).toEqual([
      "The bot stopped: Telegram refused the bot token (401). Copy it again from @BotFather into TELEGRAM_BOT_TOKEN.",
    ]);
    expect(bench.bot().output()).not.toContain(bench.peer.token);
  });

  it("SIGTERM: ends with code 0, and the gate is there after the next start", async () => {
    await start();
    const card = await bench.openGate(bench.group(), "/run open-gate");
    await bench.press(bench.stranger, card, "Approve");
    expect(await bench.bot().stop()).toEqual({ code: 0, signal: null });
    await bench.start();
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
  });
});

describe("a clock that jumps", () => {
  const HOUR_MS = 3_600_000;

  it("forward, past the end of a gate: it expires, is never denied, and takes no press", async () => {
    await start({ jumpMs: 25 * HOUR_MS });
    const card = await bench.openGate(bench.group(), "/run open-gate");
    expect(card.text).toContain("Expires ");
    bench.bot().jump();
    await bench.waitForText(card, /^⌛ Expired/);
    expect(await bench.press(bench.manager, card, "Approve")).toMatch(/^(Expired|It expired)/);
    expect(await bench.lines("acted-x.txt")).toEqual([]);
  });

  it.each([
    ["forward", HOUR_MS],
    ["back", -30 * HOUR_MS],
  ])("%s, while a gate waits: the gate is opened all the same, and polls go on", async (_way, jumpMs) => {
    await start({ jumpMs });
    const card = await bench.openGate(bench.group(), "/run open-gate");
    bench.bot().jump();
    expect(await bench.press(bench.manager, card, "Approve")).toBe("Approved. The run goes on.");
    await bench.waitForText(card, /^✅ Finished/);
    await bench.peer.waitForPoll({ timeoutMs: LIMIT_MS });
    expect(await bench.lines("acted-x.txt")).toEqual(["release-manager"]);
  });
});

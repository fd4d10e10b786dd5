import { afterEach, describe, expect, it } from "vitest";
import { allowForProcesses } from "../scene/patience.ts";
import { openHost } from "../scene/host.ts";
import { openTelegramScene, type Scene } from "../scene/open-scene.ts";
import type { TelegramVenue } from "../venue/telegram-venue.ts";
import { OPEN_GATE } from "../workflows.ts";

allowForProcesses();

let scene: Scene<TelegramVenue>;

const PLAN = { workflows: { "open-gate": OPEN_GATE }, endsWith: 1, expectedErrors: ["bot_failed"] };

const start = async (): Promise<void> => {
  scene = await openTelegramScene(PLAN);
};

afterEach(() => scene.stop());

/** The lines that are for people: the log is JSON. */
const said = (): readonly string[] =>
  scene
    .bot()
    .output()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{"));

describe("a bot that cannot go on", () => {
  it("409: of two bots with one token one ends and says why in one line, and the other works", async () => {
    await start();
    const other = await openHost([{ ...scene, stop: () => Promise.resolve() }], PLAN);
    expect(await scene.bot().ended).toEqual({ code: 1, signal: null });
    expect(said()).toEqual([
      "The bot stopped: Another process fetches updates with this bot's token (409). Stop it, or give this bot a token of its own.",
    ]);
    const card = await scene.openGate(scene.place(), "open-gate mark=other");
    expect(await scene.press("release-manager", card, "Approve")).toBe("Approved. The run goes on.");
    await scene.waitForText(card, /^✅ Finished/);
    expect(await other.lines("acted-other.txt")).toEqual(["release-manager"]);
    await other.stop();
  });

  it("401: a token that was withdrawn ends it with one line that says so, and not the token", async () => {
    await start();
    scene.peer.faults.refuse("getUpdates", 401, "Unauthorized");
    scene.peer.cutPolls();
    expect((await scene.bot().ended).code).toBe(1);
    expect(said()).toEqual([
      "The bot stopped: Telegram refused the bot token (401). Copy it again from @BotFather into TELEGRAM_BOT_TOKEN.",
    ]);
    expect(scene.bot().output()).not.toContain(scene.peer.token);
  });
});

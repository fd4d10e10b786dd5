import { afterEach, describe, expect, it } from "vitest";
import { CLOSE } from "../../peers/discord/index.ts";
import { openDiscordScene, type Scene } from "../scene/open-scene.ts";
import { allowForProcesses } from "../scene/patience.ts";
import type { DiscordVenue } from "../venue/discord-venue.ts";
import { OPEN_GATE } from "../workflows.ts";

allowForProcesses();

let scene: Scene<DiscordVenue>;

afterEach(() => scene.stop());

describe("a bot that cannot go on", () => {
  it.each([
    [
      "4004: a token that was withdrawn",
      CLOSE.authenticationFailed,
      "The bot stopped: Discord refused the bot token (4004). Reset it in the developer portal and copy it into DISCORD_BOT_TOKEN.",
    ],
    [
      "4014: an intent that is switched off",
      CLOSE.disallowedIntents,
      "The bot stopped: Discord refused the intents of the bot (4014), although it asks for none that need a switch. Update lobster-chat, or look at the bot in the developer portal.",
    ],
  ])("%s ends it with one line that says so, and not the token", async (_what, code, words) => {
    const workflows = { "open-gate": OPEN_GATE };
    scene = await openDiscordScene({ workflows, endsWith: 1, expectedErrors: ["bot_failed"] });
    scene.peer.gateway.close(code);
    expect((await scene.bot().ended).code).toBe(1);
    const said = scene
      .bot()
      .output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("{"));
    expect(said).toEqual([words]);
    expect(scene.bot().output()).not.toContain(scene.peer.token);
  });
});

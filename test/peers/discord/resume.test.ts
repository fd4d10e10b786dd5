import { Events, MessageFlags } from "discord.js";
import type { Client } from "discord.js";
import { describe, expect, it } from "vitest";
import { INTENTS } from "./index.ts";
import { setScene } from "./scene.ts";
import type { Scene } from "./scene.ts";

async function register(scene: Scene): Promise<void> {
  const command = { name: "run", description: "Starts a workflow" };
  await scene.ask("PUT", `/applications/${scene.peer.application.id}/commands`, [command]);
}

function answerEverything(client: Client): string[] {
  const handled: string[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    handled.push(interaction.id);
    if (!interaction.isRepliable()) return;
    interaction.reply({ content: "Here", flags: MessageFlags.Ephemeral }).catch(() => undefined);
  });
  return handled;
}

describe("a client with discord.js whose connection is lost", () => {
  it.each([
    ["a broken line", (scene: Scene) => scene.peer.gateway.drop()],
    ["a request to reconnect", (scene: Scene) => scene.peer.gateway.requestReconnect()],
    ["a close with 4000", (scene: Scene) => scene.peer.gateway.close(4000)],
  ])("comes back after %s, by the address it was given, and gets the press it missed", async (_, lose) => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    await register(scene);
    const handled = answerEverything(client);
    expect(lose(scene)).toBe(1);
    const interaction = peer.command(ann, channel, "run");
    expect(await peer.gateway.waitForResume()).toMatchObject({ path: "/gateway/resume", resumes: 1 });
    expect((await interaction.message()).text).toBe("Here");
    expect(handled).toEqual([interaction.id]);
    expect(peer.complaints()).toEqual([]);
  });

  it("comes back with the server, on the same port", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    client.on(Events.ShardError, () => undefined);
    await register(scene);
    answerEverything(client);
    await peer.goDown();
    await peer.comeUp();
    await peer.gateway.waitForResume();
    expect((await peer.command(ann, channel, "run").message()).text).toBe("Here");
  });

  it("comes back when heartbeats stay without an answer", async () => {
    await using scene = await setScene({ heartbeatIntervalMs: 100 });
    const { gateway } = scene.peer;
    await scene.logIn();
    gateway.mute();
    await scene.peer.waitUntil(() => gateway.closes.length > 0);
    gateway.mute(false);
    expect(await gateway.waitForResume()).toMatchObject({ resumes: 1 });
  });

  it("comes back when connections are taken again", async () => {
    await using scene = await setScene();
    const { gateway } = scene.peer;
    const client = await scene.logIn();
    const failed = new Promise((resolve) => {
      client.once(Events.ShardError, resolve);
    });
    gateway.refuseConnections();
    gateway.drop();
    await failed;
    client.on(Events.ShardError, () => undefined);
    gateway.refuseConnections(false);
    expect(await gateway.waitForResume()).toMatchObject({ resumes: 1 });
  });

  it("gets an event twice when it is delivered twice, and its second answer is refused", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    await register(scene);
    const handled = answerEverything(client);
    const interaction = peer.command(ann, channel, "run");
    await interaction.message();
    interaction.deliverAgain();
    await peer.waitUntil(() => peer.refused.length > 0);
    expect(handled).toEqual([interaction.id, interaction.id]);
    expect(peer.refused).toMatchObject([{ code: 40060, malformed: false }]);
  });

  it.each([
    ["a wrong token", {}, "wrong", /token/i],
    [
      "a privileged intent that is not switched on",
      { intents: INTENTS.messageContent },
      undefined,
      /disallowed intents/i,
    ],
  ])("is refused for good with %s", async (_, options, token, message) => {
    await using scene = await setScene();
    await expect(scene.logIn(options, token)).rejects.toThrow(message);
  });
});

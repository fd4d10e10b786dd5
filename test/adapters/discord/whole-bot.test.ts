import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createDiscordAdapter } from "../../../adapters/discord/index.ts";
import { createBot } from "../../../src/bot/bot.ts";
import { createRuntime, describeThisProcess, systemClock, systemIds } from "../../../src/runtime/index.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createDiscordPeer, type SeenMessage } from "../../peers/discord/index.ts";
import { configFor, createWorkspace, DEPLOY_GUARD } from "../../scenarios/workspace.ts";

const ASK = `
args:
  service: { type: string, required: true }
steps:
  - id: ask
    input:
      prompt: How many?
      responseSchema:
        type: object
        properties:
          count: { type: integer, title: Count }
        required: [count]
  - id: go
    stdin: $ask.response
    run: cat > answer.json
`;

/** The bot over the adapter and the test server, all in this process. */
async function openBot() {
  const peer = await createDiscordPeer();
  const [lead, manager] = [peer.addUser({ username: "lead" }), peer.addUser({ username: "manager" })];
  const guild = peer.addGuild({ members: [lead, manager] });
  const channel = peer.addChannel(guild, { name: "releases" });
  const workspace = await createWorkspace({ "deploy-guard.lobster": DEPLOY_GUARD, "ask.lobster": ASK });
  const store = createMemoryStore();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bot = createBot({
    runtime: createRuntime({
      store,
      clock: systemClock,
      ids: systemIds,
      environment: { PATH: process.env["PATH"] },
      ...describeThisProcess(),
      defaultTimeoutMs: null,
      maxOutputBytes: 512_000,
      mode: "tool",
    }),
    config: configFor(workspace, {
      people: [
        { id: "dev-lead", name: "Dev lead", groups: ["dev"], accounts: [{ platform: "discord", id: lead.id }] },
        {
          id: "release-manager",
          name: "Release manager",
          groups: ["release"],
          accounts: [{ platform: "discord", id: manager.id }],
        },
      ],
      chats: [{ platform: "discord", id: channel.id }],
    }),
    adapters: [
      createDiscordAdapter({
        config: { token: peer.token, apiBase: peer.apiBase, threadPerRun: false },
        clock: systemClock,
        log,
      }),
    ],
    store,
    clock: systemClock,
    ids: systemIds,
    log,
  });
  await bot.start();
  onTestFinished(async () => {
    await bot.stop({ graceMs: 0 });
    await peer.stop();
    await workspace.remove();
  });
  await peer.waitUntil(() => peer.commands().length > 0);
  const card = (text: string): Promise<SeenMessage> => peer.waitFor(channel, (message) => message.text.includes(text));
  const withButton = (wanted: string): Promise<SeenMessage> =>
    peer.waitFor(channel, ({ buttons }) => buttons.flat().some(({ label }) => label === wanted));
  const read = (name: string): Promise<string> => readFile(path.join(workspace.workflowsDirectory, name), "utf8");
  return { peer, channel, lead, manager, card, withButton, read };
}

it("a release is started, refused to its starter, approved by the manager, and its card tells so", async () => {
  const { peer, channel, lead, manager, withButton, read } = await openBot();
  const choices = peer.autocomplete(lead, channel, "run", { workflow: "dep" }, "workflow");
  expect(await choices.choices()).toEqual([{ name: "deploy-guard", value: "deploy-guard" }]);
  peer.command(lead, channel, "run", { workflow: "deploy-guard" });
  const waiting = await withButton("Approve");
  expect((await peer.press(lead, waiting, "Approve").message()).text).toContain("you started it yourself");
  const verdict = peer.press(manager, waiting, "Approve");
  expect(await verdict.message()).toMatchObject({ isEphemeral: true, text: "Approved. The run goes on." });
  const finished = await peer.waitUntil(() => {
    const now = peer.look(waiting);
    return now?.text.includes("Finished") === true && now;
  });
  expect(finished).toMatchObject({ id: waiting.id, buttons: [] });
  expect(finished.text).toContain("Approved by Release manager");
  expect(await read("deployed.txt")).toBe("x\n");
  expect([peer.complaints(), peer.pings]).toEqual([[], []]);
});

it("a question is answered in forms: the missing arguments first, then what the workflow asks", async () => {
  const { peer, channel, lead, manager, card, withButton, read } = await openBot();
  const asked = await peer.command(lead, channel, "run", { workflow: "ask" }).modal();
  expect(asked.fields.map(({ label }) => label)).toEqual(["service"]);
  peer.submit(lead, asked, { service: "api" });
  await peer.press(lead, await withButton("Submit"), "Submit").acknowledged();
  const question = await card("How many?");
  expect((await peer.press(manager, question, "Answer").message()).text).toContain("for Dev lead");
  const form = await peer.press(lead, question, "Answer").modal();
  expect((await peer.submit(lead, form, { Count: "many" }).message()).text).toContain("not a number");
  const again = await peer.press(lead, await card("Count"), "Answer").modal();
  peer.submit(lead, again, { Count: "3" });
  await peer.press(lead, await withButton("Submit"), "Submit").acknowledged();
  await card("Finished");
  expect(JSON.parse(await read("answer.json"))).toEqual({ count: 3 });
  expect([peer.complaints(), peer.pings]).toEqual([[], []]);
});

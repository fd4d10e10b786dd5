import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../../adapters/telegram/free-port.ts";
import { openTelegramScene, type Scene } from "../scene/open-scene.ts";
import { allowForProcesses } from "../scene/patience.ts";
import type { TelegramVenue } from "../venue/telegram-venue.ts";
import { DEPLOY } from "../workflows.ts";

allowForProcesses();

let scene: Scene<TelegramVenue>;
let url: string;

beforeAll(async () => {
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}/telegram`;
  scene = await openTelegramScene({
    workflows: { deploy: DEPLOY },
    hasWebhook: true,
    config: `telegram: { webhook: { url: "${url}", port: ${port} } }`,
  });
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const APPROVED = "Approved. The run goes on.";

it("a bot with a webhook opens gates for the right person alone, and never polls", async () => {
  const card = await scene.openGate(scene.place(), "deploy mark=hook");
  expect(await scene.press("dev-lead", card, "Approve")).toMatch(/^Refused/);
  expect(await scene.press("release-manager", card, "Approve")).toBe(APPROVED);
  await scene.waitForText(card, /^✅ Finished/);
  expect(await scene.lines("deployed-hook.txt")).toEqual(["release-manager"]);
  expect(scene.peer.log.map(({ method }) => method)).not.toContain("getUpdates");
});

it("whoever does not know the secret presses nothing, whatever the update says", async () => {
  const card = await scene.openGate(scene.place(), "deploy mark=forged");
  const { chat, id } = scene.original(card);
  const manager = scene.users["release-manager"];
  const forged = {
    update_id: 2_000_000_000,
    callback_query: {
      id: "1",
      from: { id: manager.id, is_bot: false, first_name: "Rem" },
      message: { message_id: id, date: 1, chat: { id: chat.id, type: "supergroup", title: "Releases" } },
      chat_instance: "1",
      data: scene.original(card).buttons.flat()[0]?.data,
    },
  };
  const post = (headers: Record<string, string>): Promise<Response> =>
    fetch(url, { method: "POST", body: JSON.stringify(forged), headers });
  expect((await post({})).status).toBe(401);
  expect((await post({ "x-telegram-bot-api-secret-token": "0".repeat(64) })).status).toBe(401);
  expect(await scene.press("dev-lead", card, "Approve")).toMatch(/^Refused/);
  expect(scene.look(card)?.text).toMatch(/^⏳ Waiting for approval/);
  expect(await scene.lines("deployed-forged.txt")).toEqual([]);
});

it("a press that was made while the bot was away is delivered to the next start's webhook, with a new secret", async () => {
  const card = await scene.openGate(scene.place(), "deploy mark=away");
  await scene.waitUntilNoted(card);
  await scene.kill();
  const tap = scene.tap("release-manager", card, "Approve");
  await scene.start();
  expect(await tap.answer()).toBe(APPROVED);
  await scene.waitForText(card, /^✅ Finished/);
  expect(await scene.lines("deployed-away.txt")).toEqual(["release-manager"]);
  const secrets = scene.peer.log
    .filter(({ method }) => method === "setWebhook")
    .map(({ params }) => params["secret_token"]);
  expect(new Set(secrets).size).toBe(2);
});

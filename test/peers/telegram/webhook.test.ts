import { createServer } from "node:http";
import type { Server } from "node:http";
import { Bot, webhookCallback } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelegramPeer, stopClean } from "./index.ts";
import type { Chat, TelegramPeer, User } from "./index.ts";
import { callRaw } from "./raw-call.ts";

let peer: TelegramPeer;
let person: User;
let home: Chat;
let server: Server | undefined;

beforeEach(async () => {
  peer = await createTelegramPeer({ webhookRetryMs: 1 });
  person = peer.addUser({ firstName: "Ann" });
  home = peer.privateChat(person);
});
afterEach(async () => {
  await stopClean(peer);
  server?.closeAllConnections();
  server?.close();
});

interface Delivery {
  readonly secret: string | string[] | undefined;
  readonly body: unknown;
}

/** A server that answers deliveries in turn, the last answer from then on. */
async function serve(
  answers: readonly { readonly status: number; readonly body?: string }[],
  seen: Delivery[],
): Promise<string> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = answers[Math.min(seen.length, answers.length - 1)] ?? { status: 200 };
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      seen.push({ secret: request.headers["x-telegram-bot-api-secret-token"], body });
      response.writeHead(answer.status).end(answer.body ?? "");
    });
  });
  return listen(server);
}

async function listen(started: Server): Promise<string> {
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return `http://127.0.0.1:${address.port}/hook`;
}

describe("a webhook", () => {
  it("gets updates with its secret, in order, until it answers with 2xx", async () => {
    const seen: Delivery[] = [];
    const url = await serve([{ status: 500 }, { status: 503 }, { status: 502 }, { status: 200 }], seen);
    await callRaw(peer, "setWebhook", { url, secret_token: "s3cret" });
    peer.write(person, home, "first");
    peer.write(person, home, "second");
    await expect.poll(() => seen.length).toBe(5);
    expect(seen.map(({ body }) => body)).toMatchObject([
      { message: { text: "first" } },
      { message: { text: "first" } },
      { message: { text: "first" } },
      { message: { text: "first" } },
      { message: { text: "second" } },
    ]);
    expect(new Set(seen.map(({ secret }) => secret))).toEqual(new Set(["s3cret"]));
    const info = await callRaw(peer, "getWebhookInfo");
    expect(info.body["result"]).toMatchObject({
      url,
      pending_update_count: 0,
      max_connections: 40,
      last_error_message: "Wrong response from the webhook: 502 Bad Gateway",
    });
  });

  it("keeps polls out, and ends the one that waits", async () => {
    const polling = callRaw(peer, "getUpdates", { timeout: 30 });
    await peer.waitForPoll();
    const url = await serve([{ status: 200 }], []);
    expect((await callRaw(peer, "setWebhook", { url })).body["description"]).toBe("Webhook was set");
    expect((await polling).body["description"]).toBe("Conflict: terminated by setWebhook request");
    expect((await callRaw(peer, "getUpdates")).body["description"]).toBe(
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
    expect((await callRaw(peer, "setWebhook", { url })).body["description"]).toBe("Webhook is already set");
    expect((await callRaw(peer, "deleteWebhook")).body["description"]).toBe("Webhook was deleted");
    expect((await callRaw(peer, "getUpdates")).body["ok"]).toBe(true);
  });

  it("may answer with a method", async () => {
    const call = JSON.stringify({ method: "sendMessage", chat_id: home.id, text: "from the answer" });
    const url = await serve([{ status: 200, body: call }], []);
    await callRaw(peer, "setWebhook", { url });
    peer.write(person, home, "hello");
    expect(await peer.waitFor(home, ({ text }) => text === "from the answer")).toMatchObject({ from: peer.botUser });
    expect(peer.complaints()).toEqual([]);
  });

  it("says when nobody listens, and delivers later by polling", async () => {
    await callRaw(peer, "setWebhook", { url: "http://127.0.0.1:1/hook" });
    peer.write(person, home, "hello");
    await expect
      .poll(async () => (await callRaw(peer, "getWebhookInfo")).body["result"])
      .toMatchObject({ last_error_message: expect.stringMatching(/^(Connection refused|Webhook connection closed)$/) });
    await callRaw(peer, "deleteWebhook");
    expect((await callRaw(peer, "getUpdates")).body["result"]).toMatchObject([{ message: { text: "hello" } }]);
  });

  it("works with grammY's callback, which turns away a wrong secret", async () => {
    const bot = new Bot(peer.token, { client: { apiRoot: peer.url } });
    bot.on("message:text", (context) => context.reply(`heard ${context.message.text}`));
    const handle = webhookCallback(bot, "http", { secretToken: "right" });
    server = createServer((request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    const url = await listen(server);
    await bot.api.setWebhook(url, { secret_token: "wrong" });
    peer.write(person, home, "one");
    await expect
      .poll(async () => (await bot.api.getWebhookInfo()).last_error_message)
      .toBe("Wrong response from the webhook: 401 Unauthorized");
    await bot.api.setWebhook(url, { secret_token: "right" });
    await peer.waitFor(home, ({ text }) => text === "heard one");
    expect(peer.complaints()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { createBench, createGate, type Bench, type BenchOptions } from "../bench.ts";
import type { TelegramPeer } from "../../../peers/telegram/index.ts";
import { findFreePort } from "../free-port.ts";

/** The adapter with a webhook on a port of its own. */
async function createWebhookBench(options: BenchOptions = {}): Promise<Bench & { readonly url: string }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/telegram`;
  const bench = await createBench({ ...options, config: { webhook: { url, host: "127.0.0.1", port } } });
  await bench.start();
  return Object.assign(bench, { url });
}

const secretOf = ({ peer }: Bench): string =>
  String(peer.log.find(({ method }) => method === "setWebhook")?.params["secret_token"]);

/** The server tells of no change when a webhook has confirmed something. */
async function untilConfirmed(peer: TelegramPeer): Promise<void> {
  while (peer.pendingUpdates() > 0) await new Promise((resolve) => setImmediate(resolve));
}

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "POST", body, headers });

describe("a webhook", () => {
  it("brings updates instead of polling", async () => {
    const bench = await createWebhookBench();
    const { peer, events } = bench;
    const anna = peer.addUser();
    peer.write(anna, peer.addGroup({ members: [anna] }), "/pending");
    await bench.untilEvents(1);
    await untilConfirmed(peer);
    expect(events).toMatchObject([{ kind: "command", name: "pending" }]);
    expect(peer.log.map(({ method }) => method)).not.toContain("getUpdates");
    expect(secretOf(bench)).toMatch(/^[0-9a-f]{64}$/);
    expect(peer.complaints()).toEqual([]);
  });

  it("confirms an update only once its handler is done", async () => {
    const bench = await createWebhookBench();
    const { peer } = bench;
    const anna = peer.addUser();
    const gate = createGate();
    bench.handle = () => gate.opened;
    peer.write(anna, peer.addGroup({ members: [anna] }), "/pending");
    await bench.untilEvents(1);
    expect(peer.pendingUpdates()).toBe(1);
    gate.open();
    await untilConfirmed(peer);
  });

  it.each<[string, (secret: string) => readonly [string, string, Record<string, string>], number]>([
    ["without the secret", () => ["", "{}", {}], 401],
    ["with another secret", () => ["", "{}", { "x-telegram-bot-api-secret-token": "x" }], 401],
    ["to another address", (secret) => ["/x", "{}", { "x-telegram-bot-api-secret-token": secret }], 404],
    ["that is no JSON", (secret) => ["", "{", { "x-telegram-bot-api-secret-token": secret }], 400],
    [
      "that is far too large",
      (secret) => ["", "x".repeat(1024 * 1024 + 1), { "x-telegram-bot-api-secret-token": secret }],
      413,
    ],
  ])("refuses a request %s", async (_what, compose, status) => {
    const bench = await createWebhookBench();
    const [path, body, headers] = compose(secretOf(bench));
    const response = await post(`${bench.url}${path}`, body, headers);
    expect(response.status).toBe(status);
    expect(bench.events).toEqual([]);
  });

  it("refuses what is no POST", async () => {
    const bench = await createWebhookBench();
    const headers = { "x-telegram-bot-api-secret-token": secretOf(bench) };
    expect((await fetch(bench.url, { headers })).status).toBe(405);
  });

  it("hands an update over once when it comes twice at a time", async () => {
    const bench = await createWebhookBench();
    const gate = createGate();
    bench.handle = () => gate.opened;
    const headers = { "x-telegram-bot-api-secret-token": secretOf(bench) };
    const chat = { id: 5, type: "private", first_name: "A" };
    const from = { id: 5, is_bot: false, first_name: "A" };
    const body = JSON.stringify({ update_id: 1, message: { message_id: 1, date: 1, chat, from, text: "/help" } });
    const both = [post(bench.url, body, headers), post(bench.url, body, headers)];
    // The handler takes long, so both are answered when the update was stored.
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(bench.events).toHaveLength(1);
    gate.open();
  });

  it("keeps the start from succeeding when its port is taken", async () => {
    const bench = await createWebhookBench();
    const second = bench.restart();
    await expect(second).rejects.toMatchObject({ code: "port_not_open" });
  });

  it("keeps the start from succeeding when Telegram refuses the address", async () => {
    const port = await findFreePort();
    const url = "http://bot.example.org/telegram";
    const { adapter, host } = await createBench({ config: { webhook: { url, host: "127.0.0.1", port } } });
    await expect(adapter.start(host)).rejects.toMatchObject({ code: "refused" });
    await expect(adapter.start(host)).rejects.toThrow("HTTPS URL must be provided");
  });
});

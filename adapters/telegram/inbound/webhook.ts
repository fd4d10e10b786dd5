import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { TelegramWebhookConfig } from "../../../src/config/config.ts";
import { WANTED_EVENTS } from "../decode.ts";
import type { TelegramClient } from "../client.ts";
import type { PersistParts } from "../../../src/bot/platform/persist.ts";
import { persist } from "./persist.ts";
import type { Receiver } from "../receive.ts";
import { TelegramError } from "../wire/telegram-error.ts";

/** What receiving by webhook takes. */
export interface WebhookParts extends PersistParts {
  readonly client: TelegramClient;
  readonly config: TelegramWebhookConfig;
  readonly receiver: Pick<Receiver, "take">;
  /** Known to Telegram and to us; whoever does not know it is not Telegram. */
  readonly secret: string;
}

/** A server that takes updates. */
export interface Webhook {
  /** Takes no more requests; those under way are answered. */
  readonly close: () => Promise<void>;
}

/** Telegram's largest updates are a small part of this. */
const MAX_BODY_BYTES = 1024 * 1024;

const REQUEST_LIMIT_MS = 30_000;

/**
 * Listens for updates and tells Telegram where to send them. A request is answered with 200 only once its update was
 * handled or stored; anything else makes Telegram send it again. Throws a {@link TelegramError} when the port cannot be
 * opened or Telegram refuses the address.
 */
export async function openWebhook(parts: WebhookParts): Promise<Webhook> {
  const { client, config, secret } = parts;
  const server = createServer({ requestTimeout: REQUEST_LIMIT_MS }, (request, response) => {
    void answer(parts, request).then((status) => response.writeHead(status).end());
  });
  await listen(server, config);
  try {
    await persist(parts, () =>
      client.api.setWebhook({ url: config.url, secret_token: secret, allowed_updates: [...WANTED_EVENTS] }),
    );
  } catch (thrown) {
    await close(server);
    throw thrown;
  }
  return { close: () => close(server) };
}

async function answer(parts: WebhookParts, request: IncomingMessage): Promise<number> {
  if (request.url !== new URL(parts.config.url).pathname) return 404;
  if (request.method !== "POST") return 405;
  if (!isSame(request.headers["x-telegram-bot-api-secret-token"], parts.secret)) return 401;
  const body = await readBody(request);
  if (body === undefined) return 413;
  const update = parse(body);
  if (update === undefined) return 400;
  return (await parts.receiver.take([update])) ? 200 : 503;
}

/** Compares in the same time whatever is wrong. */
function isSame(given: string | readonly string[] | undefined, secret: string): boolean {
  return typeof given === "string" && timingSafeEqual(hash(given), hash(secret));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return "";
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function listen(server: Server, { host, port }: TelegramWebhookConfig): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        new TelegramError(
          "port_not_open",
          `The webhook's port ${host}:${port} could not be opened (${error.code ?? error.name}). Change telegram.webhook.port, or free the port.`,
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

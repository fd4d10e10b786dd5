import type {
  Conversation,
  DeliveryFailure,
  MessageRef,
  OutboundMessage,
  SendOutcome,
  UpdateOutcome,
} from "../../../src/bot/adapter.ts";
import { readText } from "../../../src/bot/platform/fields.ts";
import type { DiscordClient } from "../client.ts";
import { encodeMessage } from "../encode.ts";
import { encodeFiles } from "../wire/files.ts";
import { call, type Called, type Refusal } from "../wire/called.ts";
import { addressOf, isSnowflake, messageOf, type Address } from "../wire/conversation.ts";
import { namesOf, type KnownFiles } from "./known-files.ts";
import { isNotHere, listPlaces, openThread, type Place, type PlaceParts } from "./place.ts";

/** What sending takes. */
export interface DeliverParts extends PlaceParts {
  readonly client: DiscordClient;
  readonly files: KnownFiles;
}

/** How a message is sent. */
export interface SendOptions {
  readonly replyTo?: MessageRef | undefined;
  readonly nonce?: string | undefined;
}

/** Sends a message, once. Its files are part of it: it arrives whole or not at all. */
export async function sendMessage(
  parts: DeliverParts,
  conversation: Conversation,
  message: OutboundMessage,
  { replyTo, nonce }: SendOptions = {},
): Promise<SendOutcome> {
  if (!isSnowflake(conversation.id)) return { kind: "gone", detail: "not an id of Discord" };
  const [best, ...others] = listPlaces(parts, conversation, replyTo);
  let place: Place = best ?? { channelId: conversation.id };
  let sent = await post(parts, place, message, nonce);
  for (const other of others) {
    if (!isNotHere(sent)) break;
    place = other;
    sent = await post(parts, place, message, nonce);
  }
  if (sent.kind !== "ok") return failureOf(sent);
  const messageId = readText(sent.value, "id");
  // An answer without the number of the message says as little as none.
  if (messageId === undefined) return { kind: "unknown", detail: "no id in the answer" };
  const address = { channelId: place.channelId, messageId };
  parts.files.remember(address, message.files ?? []);
  if (parts.threadPerRun && message.threadName !== undefined) await openThread(parts, address, message.threadName);
  return { kind: "sent", message: messageOf(conversation, address) };
}

/** Replying takes the permission to read the history of the channel; without it, the message stands alone. */
const NO_REPLIES = 160002;

async function post(
  { client }: DeliverParts,
  { channelId, replyTo }: Place,
  message: OutboundMessage,
  nonce: string | undefined,
): Promise<Called<unknown>> {
  const files = encodeFiles(message.files);
  const alone = encodeMessage(message, nonce === undefined ? {} : { nonce });
  // A message that is gone meanwhile is no reason to say nothing.
  const reference = { message_id: replyTo, fail_if_not_exists: false };
  const body = replyTo === undefined ? alone : { ...alone, message_reference: reference };
  const posted = await call(() => client.api.createMessage(channelId, body, files));
  if (posted.kind !== "refused" || posted.code !== NO_REPLIES) return posted;
  return await call(() => client.api.createMessage(channelId, alone, files));
}

/** Edits a message, once. */
export async function editMessage(
  parts: DeliverParts,
  message: MessageRef,
  content: OutboundMessage,
): Promise<UpdateOutcome> {
  const address = addressOf(message);
  if (address === undefined) return { kind: "gone", detail: "not an id of Discord" };
  const known = await parts.files.find(address);
  // Not allowed to look: what the message should show says which files it has.
  const isForbidden = known.kind === "refused" && known.retryAfterMs === undefined;
  if (known.kind !== "ok" && !isForbidden) return failureOf(known);
  const keptFiles = known.kind === "ok" ? known.value : namesOf(content.files ?? []);
  const edited = await edit(parts, address, encodeMessage({ ...content, files: [] }, { keptFiles }));
  const isFilesFault = edited.kind === "refused" && edited.code === INVALID_FORM && keptFiles.length > 0;
  // Files that Discord no longer finds in the message must not keep it from telling the truth.
  const again = isFilesFault ? await edit(parts, address, encodeMessage({ ...content, files: [] })) : edited;
  return again.kind === "ok" ? { kind: "done" } : failureOf(again);
}

const INVALID_FORM = 50035;
const THREAD_IS_ARCHIVED = 50083;

/** A thread that went to sleep is woken up: its messages have to stay true. */
async function edit(
  { client }: DeliverParts,
  { channelId, messageId }: Address,
  body: ReturnType<typeof encodeMessage>,
): Promise<Called<unknown>> {
  const request = (): Promise<unknown> => client.api.editMessage(channelId, messageId, body);
  const edited = await call(request);
  if (edited.kind !== "refused" || edited.code !== THREAD_IS_ARCHIVED) return edited;
  const woken = await call(() => client.api.updateChannel(channelId, { archived: false }));
  return woken.kind === "ok" ? await call(request) : edited;
}

/** How soon to try again where nobody says, ms. */
const OUTAGE_MS = 5_000;

/** What a failed request means for a message. A refusal is final: the same request would be refused again. */
export function failureOf(called: Exclude<Called<unknown>, { readonly kind: "ok" }>): DeliveryFailure {
  if (called.kind === "unknown") return { kind: "unknown", detail: called.why };
  if (called.kind === "unreachable") return { kind: "later", retryAfterMs: OUTAGE_MS };
  if (called.retryAfterMs !== undefined) return { kind: "later", retryAfterMs: called.retryAfterMs };
  // The token was withdrawn; that is no fault of the message, and the gateway ends the process.
  if (called.status === 401) return { kind: "later", retryAfterMs: OUTAGE_MS };
  return { kind: "gone", detail: describe(called) };
}

function describe({ status, code, description }: Refusal): string {
  return `${status} ${code} ${description}`;
}

import { InputFile } from "grammy";
import type { Message } from "grammy/types";
import type {
  Conversation,
  DeliveryFailure,
  MessageRef,
  OutboundFile,
  OutboundMessage,
  SendOutcome,
  UpdateOutcome,
} from "../../../src/bot/adapter.ts";
import { call, type Called, type Refusal } from "../wire/called.ts";
import type { TelegramClient } from "../client.ts";
import type { Clock } from "../../../src/bot/platform/clock.ts";
import { addressOf, numberOf, type Address } from "../wire/conversation.ts";
import { encodeBody, encodeKeyboard, encodeMessage } from "../encode.ts";
import { fitsCaption, MAX_CAPTION_CHARS } from "./caption.ts";

/** What sending takes. */
export interface DeliverParts {
  readonly client: TelegramClient;
  readonly clock: Clock;
}

/** How long one message with files may take, ms: well before the core gives up on the adapter. */
const WHOLE_LIMIT_MS = 30_000;

/**
 * Sends a message, once. Files go first, so that a card never stands there without what it refers to; a single file with
 * a short text and no buttons is one message, which arrives whole or not at all. The files of a message count against
 * the chat's limit of rates, so what comes after a file waits for its turn rather than have the file sent again.
 */
export async function sendMessage(
  parts: DeliverParts,
  conversation: Conversation,
  message: OutboundMessage,
  replyTo?: MessageRef,
): Promise<SendOutcome> {
  const address = addressOf(conversation);
  if (address === undefined) return { kind: "gone", detail: "not an id of Telegram" };
  const target: Target = { conversation, address, replyTo: replyTo === undefined ? undefined : numberOf(replyTo) };
  const { files = [] } = message;
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0 && isCaption(message)) {
    return asSent(conversation, await call(() => sendFile(parts, target, first, message.body)));
  }
  const untilMs = parts.clock.now() + WHOLE_LIMIT_MS;
  for (const [index, file] of files.entries()) {
    const sent = await inTurn(parts, index === 0 ? 0 : untilMs, () => sendFile(parts, target, file));
    if (sent.kind !== "ok") return failureOf(conversation, sent);
  }
  const sent = await inTurn(parts, files.length === 0 ? 0 : untilMs, () => sendText(parts, target, message));
  return asSent(conversation, sent);
}

/** Edits a message, once. */
export async function editMessage(
  { client }: DeliverParts,
  message: MessageRef,
  content: OutboundMessage,
): Promise<UpdateOutcome> {
  const address = addressOf(message.conversation);
  const id = numberOf(message);
  if (address === undefined || id === undefined) return { kind: "gone", detail: "not an id of Telegram" };
  const { reply_markup: _none, ...encoded } = encodeMessage({ body: content.body }, message.conversation);
  const keyboard = encodeKeyboard(content);
  const target = { chat_id: address.chat_id, message_id: id };
  const markup = keyboard === undefined ? {} : { reply_markup: keyboard };
  const edited = await call(() => client.api.editMessageText({ ...target, ...encoded, ...markup }));
  if (edited.kind === "refused" && says(edited, "there is no text in the message to edit")) {
    const { text, entities } = encoded;
    if (text.length > MAX_CAPTION_CHARS) return { kind: "gone", detail: "too long for the text below a document" };
    const caption = { caption: text, caption_entities: entities };
    return asDone(
      message.conversation,
      await call(() => client.api.editMessageCaption({ ...target, ...caption, ...markup })),
    );
  }
  return asDone(message.conversation, edited);
}

interface Target {
  readonly conversation: Conversation;
  readonly address: Address;
  readonly replyTo: number | undefined;
}

function isCaption({ body, buttons = [], expectReply }: OutboundMessage): boolean {
  return buttons.length === 0 && expectReply === undefined && fitsCaption(body);
}

async function sendText({ client }: DeliverParts, target: Target, message: OutboundMessage): Promise<Message> {
  return await client.api.sendMessage({
    ...target.address,
    ...encodeMessage(message, target.conversation),
    ...encodeReply(target),
  });
}

async function sendFile(
  { client }: DeliverParts,
  target: Target,
  { name, text }: OutboundFile,
  body: OutboundMessage["body"] = [],
): Promise<Message> {
  const caption = encodeBody(body);
  return await client.api.sendDocument({
    ...target.address,
    // The name stands in a header of the upload.
    document: new InputFile(Buffer.from(text === "" ? EMPTY_FILE : text), name.replace(/[^A-Za-z0-9._-]/g, "_")),
    ...(caption.text === "" ? {} : { caption: caption.text, caption_entities: [...caption.entities] }),
    ...encodeReply(target),
  });
}

/** Telegram takes no file without content. */
const EMPTY_FILE = "\n";

function encodeReply({ replyTo }: Target): {
  reply_parameters?: { message_id: number; allow_sending_without_reply: true };
} {
  if (replyTo === undefined) return {};
  return { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } };
}

/** Waits as long as Telegram asks for, until `untilMs` at most: a request that was refused did nothing. */
async function inTurn<T>({ clock }: DeliverParts, untilMs: number, request: () => Promise<T>): Promise<Called<T>> {
  for (;;) {
    const called = await call(request);
    const waitMs = called.kind === "refused" ? called.retryAfterMs : undefined;
    if (waitMs === undefined || clock.now() + waitMs > untilMs) return called;
    await clock.sleep(waitMs);
  }
}

function asSent(conversation: Conversation, called: Called<Message>): SendOutcome {
  if (called.kind !== "ok") return failureOf(conversation, called);
  return { kind: "sent", message: { conversation, id: String(called.value.message_id) } };
}

/**
 * A message that shows this already is done. So is one that cannot be edited: of the bot's own messages these are the
 * ones that asked for a reply, and they ask no more once they were answered.
 */
function asDone(conversation: Conversation, called: Called<unknown>): UpdateOutcome {
  if (called.kind === "ok") return { kind: "done" };
  if (
    called.kind === "refused" &&
    (says(called, "message is not modified") || says(called, "message can't be edited"))
  ) {
    return { kind: "done" };
  }
  return failureOf(conversation, called);
}

/** How soon to try again where nobody says, ms. */
const OUTAGE_MS = 5_000;

/** What a failed request means for a message. A refusal is final: the same request would be refused again. */
export function failureOf(
  conversation: Conversation,
  called: Exclude<Called<unknown>, { readonly kind: "ok" }>,
): DeliveryFailure {
  if (called.kind === "unknown") return { kind: "unknown", detail: called.why };
  if (called.kind === "unreachable") return { kind: "later", retryAfterMs: OUTAGE_MS };
  if (called.retryAfterMs !== undefined) return { kind: "later", retryAfterMs: called.retryAfterMs };
  if (called.migratedTo !== undefined) {
    return { kind: "moved", to: { ...conversation, id: String(called.migratedTo) } };
  }
  // The token was withdrawn or is in use elsewhere; that is no fault of the message, and the poller ends the process.
  if (called.code === 401 || called.code === 409) return { kind: "later", retryAfterMs: OUTAGE_MS };
  return { kind: "gone", detail: called.description };
}

/** Telegram has one code for all these refusals: only their text tells them apart. */
function says({ description }: Refusal, text: string): boolean {
  return description.toLowerCase().includes(text);
}

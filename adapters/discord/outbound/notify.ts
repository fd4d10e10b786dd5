import type { Conversation, OutboundMessage, SendOutcome } from "../../../src/bot/adapter.ts";
import { readText } from "../../../src/bot/platform/fields.ts";
import { call } from "../wire/called.ts";
import { conversationOf, isSnowflake } from "../wire/conversation.ts";
import { failureOf, sendMessage, type DeliverParts } from "./deliver.ts";

/** Sends somebody a direct message, once. Opening the direct messages twice opens the same ones. */
export async function notifyDirectly(
  parts: DeliverParts,
  account: string,
  message: OutboundMessage,
  { except }: { readonly except?: Conversation } = {},
): Promise<SendOutcome> {
  if (!isSnowflake(account)) return { kind: "gone", detail: "not an account of Discord" };
  const opened = await call(() => parts.client.api.openDirect(account));
  if (opened.kind !== "ok") return failureOf(opened);
  const channelId = readText(opened.value, "id");
  if (channelId === undefined) return { kind: "gone", detail: "no direct messages" };
  if (channelId === except?.id) return { kind: "gone", detail: "told there already" };
  return await sendMessage(parts, conversationOf(channelId), message);
}

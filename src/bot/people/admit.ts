import { isWorkingConversation } from "./access.ts";
import type { Conversation, MessageRef, Sender } from "../adapter.ts";
import type { Core, SharedCore } from "../core.ts";
import type { Person } from "./people.ts";
import type { Actor } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";

/** Whether somebody may do anything here at all. */
export type Admission =
  | { readonly kind: "admitted"; readonly actor: Actor }
  | { readonly kind: "refused"; readonly body: RichText }
  /** Elsewhere only /whoami and /help answer (chat §1). `body` is for a press, which is always answered. */
  | { readonly kind: "not_here"; readonly body: RichText };

/** The registered person behind a sender; nobody for a sender without an account of their own. */
export function findPerson(
  core: Pick<SharedCore, "people">,
  sender: Sender,
  conversation: Conversation,
): Person | undefined {
  return sender.nobody === undefined ? core.people.findByAccount(conversation.platform, sender.account) : undefined;
}

/** Who turned up where; an inbound event is one. */
export interface Arrival {
  readonly sender: Sender;
  readonly conversation: Conversation;
  /** The message that was pressed. */
  readonly message?: MessageRef;
  /** The message that was replied to. */
  readonly replyTo?: MessageRef;
}

/** Admits registered people in conversations where the bot works. What is not certain is refused. */
export function admit(core: Core, { sender, conversation, message, replyTo }: Arrival): Admission {
  const { access, decisions } = core.voice.words;
  if (!isWorkingConversation(core.config, conversation)) {
    return { kind: "not_here", body: plain(decisions.wrongConversation()) };
  }
  if (sender.account === undefined || sender.nobody !== undefined) {
    return { kind: "refused", body: [line(...access.isNobody())] };
  }
  const person = findPerson(core, sender, conversation);
  if (person === undefined) return { kind: "refused", body: [line(...access.notRegistered())] };
  const actedOn = message ?? replyTo;
  const on = actedOn === undefined ? {} : { message: actedOn.id };
  return { kind: "admitted", actor: { person, account: sender.account, conversation, ...on } };
}

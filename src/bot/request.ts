import type { Origin } from "../runtime/run/documents.ts";
import { conversationKey, type Conversation, type Form, type InboundEvent, type OutboundFile } from "./adapter.ts";
import type { Person } from "./people/people.ts";
import type { RichText } from "./text/rich-text.ts";

/** A registered person who acted, where, and with which account. */
export interface Actor {
  readonly person: Person;
  /** The platform's stable id. */
  readonly account: string;
  readonly conversation: Conversation;
  /** The platform's id of the message they acted on: the card they pressed, the message they replied to. */
  readonly message?: string;
}

/** Where somebody acted, as it is kept with what they did. */
export function originOf({ account, conversation, message }: Actor): Origin {
  return {
    via: "chat",
    account: `${conversation.platform}:${account}`,
    conversation: conversationKey(conversation),
    ...(message === undefined ? {} : { message }),
  };
}

/** How the person is answered. Everything said goes through redaction first. */
export interface Answering {
  readonly respond: (body: RichText) => Promise<void>;
  /** Responds with what is to be read whole; false when some of it may not have got through. */
  readonly present: (body: RichText, files: readonly OutboundFile[]) => Promise<boolean>;
  /** Ends the wait without words: what was asked for shows by itself. */
  readonly acknowledge: () => Promise<void>;
  /** Absent where no form can be opened in answer to this; see `open-form.ts`. */
  readonly openForm?: (form: Form) => Promise<boolean>;
}

/** Something a registered person did in a conversation where the bot works. */
export interface Request<Kind extends InboundEvent["kind"] = InboundEvent["kind"]> extends Answering {
  readonly actor: Actor;
  readonly event: Extract<InboundEvent, { readonly kind: Kind }>;
}

import type { Conversation, InboundEvent, OutboundFile } from "./adapter.ts";
import type { Person } from "./people.ts";
import type { RichText } from "./rich-text.ts";

/** A registered person who acted, where, and with which account. */
export interface Actor {
  readonly person: Person;
  /** The platform's stable id. */
  readonly account: string;
  readonly conversation: Conversation;
}

/** How the person is answered. Everything said goes through redaction first. */
export interface Answering {
  readonly respond: (body: RichText, files?: readonly OutboundFile[]) => Promise<void>;
  /** Ends the wait without words: what was asked for shows by itself. */
  readonly acknowledge: () => Promise<void>;
}

/** Something a registered person did in a conversation where the bot works. */
export interface Request<Kind extends InboundEvent["kind"] = InboundEvent["kind"]> extends Answering {
  readonly actor: Actor;
  readonly event: Extract<InboundEvent, { readonly kind: Kind }>;
}

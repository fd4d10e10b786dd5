import type { FormattedText } from "../text/entity.ts";
import type { Wire } from "../../shared/wire.ts";
import type { ChatState } from "./chat.ts";
import type { StoredFile } from "./files.ts";
import type { Bot, User } from "./identity.ts";

/** What a message shows. A service message carries the members of the wire form that say what happened. */
export type Content =
  | { readonly kind: "text"; readonly text: FormattedText; readonly linkPreview?: Wire }
  | { readonly kind: "document"; readonly file: StoredFile; readonly caption: FormattedText }
  | { readonly kind: "service"; readonly fields: Wire };

/** What stands under a message. One kind at a time; only inline keyboards come back to the bot. */
export type Markup =
  | { readonly kind: "inline"; readonly rows: readonly (readonly Wire[])[] }
  | { readonly kind: "forceReply"; readonly placeholder?: string; readonly selective: boolean }
  | { readonly kind: "keyboard"; readonly rows: readonly (readonly Wire[])[]; readonly selective: boolean }
  | { readonly kind: "remove"; readonly selective: boolean };

/** Who sent a message: an account, and the chat it writes as where that is not the account itself. */
export interface Author {
  readonly user?: User;
  readonly asChat?: ChatState;
}

/** Where a forwarded message came from. */
export interface ForwardOrigin {
  readonly author: Author;
  readonly date: number;
  /** For posts of a channel. */
  readonly post?: { readonly channel: ChatState; readonly messageId: number };
}

/** A message of a chat. */
export interface Message {
  readonly id: number;
  readonly chat: ChatState;
  readonly author: Author;
  /** The bot that sent it; presses on it go there. */
  readonly sentBy?: Bot;
  /** Unix time, seconds. */
  readonly date: number;
  readonly replyToId?: number;
  /** A reply to a message of another chat. */
  readonly externalReply?: Message;
  readonly quote?: { readonly text: string; readonly position: number };
  /** The topic, or in other supergroups the message a chain of replies began with. */
  readonly threadId?: number;
  readonly isTopicMessage: boolean;
  readonly forward?: ForwardOrigin;
  readonly isAutomaticForward: boolean;
  content: Content;
  markup: Markup | undefined;
  editDate: number | undefined;
  /** How often the content or the buttons changed. */
  edits: number;
}

/** The words of a message: its text or its caption. */
export function wordsOf({ content }: Message): FormattedText {
  if (content.kind === "text") return content.text;
  return content.kind === "document" ? content.caption : { text: "", entities: [] };
}

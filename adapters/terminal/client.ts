import type { Button, Conversation, MessageRef, OutboundMessage } from "../../src/bot/adapter.ts";
import { encodeMessage, type Style } from "./encode.ts";

/** The one conversation of a terminal. */
export const TERMINAL: Conversation = { platform: "terminal", id: "main" };

/** A button that was shown, under its number. */
export interface NumberedButton {
  readonly button: Button;
  readonly message: MessageRef;
}

/** What a terminal remembers of what it showed, as a platform's server would: messages, buttons, open questions. */
export interface TerminalClient {
  /** Shows a new message. */
  add(message: OutboundMessage): MessageRef;
  /** Shows what changed in a message; false for a message of an earlier session. */
  change(message: MessageRef, content: OutboundMessage): boolean;
  /** Buttons keep their numbers, also when their message no longer shows them. */
  findButton(number: number): NumberedButton | undefined;
  /** The message that asked last for a typed answer that this account may give, and still does. */
  findPrompt(account: string): MessageRef | undefined;
}

/** What a client prints with. */
export interface ClientParts {
  /** Tells this session's messages from those of earlier ones. */
  readonly session: string;
  readonly style: Style;
  /** Stands before a message that changed. */
  readonly editedSign: string;
  /** Stands below a message that expects a typed answer of one of these accounts, or of anybody. */
  readonly answerNote: (from: readonly string[] | undefined) => string;
  print(lines: readonly string[]): void;
}

/** Lines at the top of a message that are shown again when anything in it changes: they say which message it is. */
const HEAD_LINES = 4;

interface Shown {
  readonly content: OutboundMessage;
  readonly lines: readonly string[];
}

/** Creates the memory of one session. */
export function createTerminalClient(parts: ClientParts): TerminalClient {
  const messages = new Map<string, Shown>();
  const numbers = new Map<string, number>();
  const buttons: NumberedButton[] = [];

  const numberOf = (id: string, button: Button): number => {
    const key = `${id} ${button.payload}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    buttons.push({ button, message: refOf(id) });
    numbers.set(key, buttons.length);
    return buttons.length;
  };

  const remember = (id: string, content: OutboundMessage): readonly string[] => {
    const note = content.expectReply === undefined ? [] : [parts.answerNote(content.expectReply.from)];
    const lines = [...encodeMessage(content, parts.style, (button) => numberOf(id, button)), ...note];
    messages.set(id, { content, lines });
    return lines;
  };

  return {
    add: (message) => {
      const id = `${parts.session}-${messages.size + 1}`;
      parts.print(["", ...remember(id, message)]);
      return refOf(id);
    },
    change: ({ id }, content) => {
      const before = messages.get(id);
      if (before === undefined) return false;
      const lines = remember(id, content);
      if (lines.join("\n") !== before.lines.join("\n")) parts.print(showChange(before.lines, lines, parts.editedSign));
      return true;
    },
    findButton: (number) => buttons[number - 1],
    findPrompt: (account) => {
      const open = [...messages].findLast(([, { content }]) => {
        const { expectReply } = content;
        return expectReply !== undefined && (expectReply.from === undefined || expectReply.from.includes(account));
      });
      return open === undefined ? undefined : refOf(open[0]);
    },
  };
}

/**
 * The head of the message and the lines that were not there before; what has scrolled by is not repeated. Where lines only
 * went away, that would show nothing: then all that is left is.
 */
function showChange(before: readonly string[], after: readonly string[], sign: string): readonly string[] {
  const known = new Set(before);
  const hasNew = after.some((line) => !known.has(line));
  const shown = after.filter((line, index) => !hasNew || index < HEAD_LINES || !known.has(line));
  return shown.map((line) => `${sign} ${line}`);
}

function refOf(id: string): MessageRef {
  return { conversation: TERMINAL, id };
}

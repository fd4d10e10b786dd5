import {
  ButtonStyle,
  ComponentType,
  MessageFlags,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIFileComponent,
  type APIStringSelectComponent,
  type APITextDisplayComponent,
} from "discord.js";
import type { Button, OutboundMessage } from "../../src/bot/adapter.ts";
import { cutText } from "../../src/bot/platform/cut-text.ts";
import { writePlainBody } from "../../src/bot/questions/render/plain-body.ts";
import type { Block, RichText } from "../../src/bot/text/rich-text.ts";
import { showInvisible } from "../../src/bot/text/visible-text.ts";
import { writeCodeBlock, writeQuote } from "./text/escape.ts";
import { encodeSpans } from "./text/spans.ts";
import { encodeTable } from "./text/table.ts";
import { notEmpty } from "./text/not-empty.ts";
import { encodeCustomId } from "./wire/custom-id.ts";
import { nameOf } from "./wire/files.ts";
import { markOf } from "./wire/mark.ts";
import { encodeSelect } from "./wire/select.ts";

/**
 * A body as Discord's markup. All text in it is escaped, so nothing in it becomes markup; control and bidirectional
 * characters in it are shown. White space around the whole is left out, as Discord would.
 */
export function encodeBody(body: RichText): string {
  return body.map(encodeBlock).join("\n").trim();
}

/** A body as text alone, for files. */
export function encodePlain(body: RichText): string {
  return writePlainBody(body);
}

/** A message's select and its buttons, row by row; none takes those of an edited message away. */
export function encodeKeyboard({
  buttons = [],
  select,
}: Pick<OutboundMessage, "buttons" | "select">): readonly APIActionRowComponent<
  APIButtonComponentWithCustomId | APIStringSelectComponent
>[] {
  const rows = buttons.filter((row) => row.length > 0);
  return [
    ...(select === undefined ? [] : [encodeSelect(select)]),
    ...rows.map((row) => ({ type: ComponentType.ActionRow as const, components: row.map(encodeButton) })),
  ];
}

/** Characters of a button's label. */
const MAX_LABEL_CHARS = 80;

const STYLES = {
  primary: ButtonStyle.Primary,
  danger: ButtonStyle.Danger,
  plain: ButtonStyle.Secondary,
} as const;

function encodeButton(button: Button): APIButtonComponentWithCustomId {
  const { label, style = "plain" } = button;
  return {
    type: ComponentType.Button,
    style: STYLES[style],
    label: notEmpty(cutText(showInvisible(label, false), MAX_LABEL_CHARS)),
    custom_id: encodeCustomId(button),
  };
}

/** How a message is told apart from others like it. */
interface MessageMarks {
  /** Known to Discord for some minutes; the message carries what it takes to find it later. */
  readonly nonce?: string;
  /** Shown to one person alone. */
  readonly isEphemeral?: true;
  /** Files that the message has already, by name. */
  readonly keptFiles?: readonly string[];
}

/** A message as Discord takes it. Text, files and buttons are parts of one frame, which nothing that is only text can leave. */
export function encodeMessage(message: OutboundMessage, marks: MessageMarks = {}) {
  const { nonce, isEphemeral, keptFiles = [] } = marks;
  const names = [...new Set([...keptFiles, ...(message.files ?? []).map(nameOf)])];
  const text: APITextDisplayComponent = {
    type: ComponentType.TextDisplay,
    content: notEmpty(encodeBody(message.body)),
  };
  const files = names.map((name): APIFileComponent => ({
    type: ComponentType.File,
    file: { url: `attachment://${name}` },
  }));
  const frame = {
    type: ComponentType.Container,
    ...(nonce === undefined ? {} : { id: markOf(nonce) }),
    components: [text, ...files, ...encodeKeyboard(message)],
  } as const;
  return {
    components: [frame],
    flags:
      MessageFlags.IsComponentsV2 | MessageFlags.SuppressEmbeds | (isEphemeral === true ? MessageFlags.Ephemeral : 0),
    allowed_mentions: { parse: [] },
    ...(nonce === undefined ? {} : { nonce, enforce_nonce: true }),
  };
}

function encodeBlock(block: Block): string {
  switch (block.kind) {
    case "line":
      return encodeSpans(block.spans);
    case "list":
      return block.items.map((item) => `• ${encodeSpans(item)}`).join("\n");
    case "table":
      return encodeTable(
        block.columns.map((name) => showInvisible(name, false)),
        block.rows.map((row) => row.map((cell) => showInvisible(cell, false))),
      );
    case "code": {
      const text = showInvisible(block.text, true);
      return writeCodeBlock(text, block.language) ?? writeQuote(text);
    }
    case "quote":
      return writeQuote(showInvisible(block.text, true));
  }
}

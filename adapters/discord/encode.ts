import {
  ButtonStyle,
  ComponentType,
  MessageFlags,
  TextInputStyle,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIFileComponent,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextDisplayComponent,
  type RawFile,
} from "discord.js";
import type { Button, Form, OutboundFile, OutboundMessage } from "../../src/bot/adapter.ts";
import { cutText } from "../../src/bot/platform/cut-text.ts";
import { writePlainBody } from "../../src/bot/questions/render/plain-body.ts";
import type { Block, RichText } from "../../src/bot/rich-text.ts";
import { showInvisible } from "../../src/bot/visible-text.ts";
import { writeCodeBlock, writeQuote } from "./text/escape.ts";
import { encodeSpans } from "./text/spans.ts";
import { encodeTable } from "./text/table.ts";
import { encodeCustomId } from "./wire/custom-id.ts";

/** Characters of a button's label. */
export const MAX_LABEL_CHARS = 80;

/** Characters of a form's title and of the label of a field, and of what stands in a field. */
const MAX_FORM_LABEL_CHARS = 45;
const MAX_FORM_VALUE_CHARS = 4000;

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

/** The buttons of a message, row by row; none takes those of an edited message away. */
export function encodeKeyboard({
  buttons = [],
}: Pick<OutboundMessage, "buttons">): readonly APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const rows = buttons.filter((row) => row.length > 0);
  return rows.map((row) => ({ type: ComponentType.ActionRow, components: row.map(encodeButton) }));
}

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
export interface MessageMarks {
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

/** A number that a frame carries, so that its message is recognised in a channel's history by the nonce it was sent with. */
export function markOf(nonce: string): number {
  // At most 28 bits: ids of components are positive numbers of 32 bits.
  return 1 + Number.parseInt(nonce.replace(/[^0-9a-f]/gi, "").slice(0, 7) || "0", 16);
}

/** Files to go along, with content: Discord takes none without. */
export function encodeFiles(files: readonly OutboundFile[] = []): readonly RawFile[] {
  return files.map((file) => ({
    name: nameOf(file),
    data: Buffer.from(file.text === "" ? "\n" : file.text),
    contentType: "text/plain; charset=utf-8",
  }));
}

/** The name stands in a header of the upload, and in the message. */
function nameOf({ name }: OutboundFile): string {
  return name.replace(/[^A-Za-z0-9._-]/g, "_");
}

/** A form as Discord opens it. */
export function encodeForm({ title, payload, fields }: Form): APIModalInteractionResponseCallbackData {
  return {
    custom_id: payload,
    title: notEmpty(cutText(showInvisible(title, false), MAX_FORM_LABEL_CHARS)),
    components: fields.map(encodeField),
  };
}

function encodeField({ id, label, value = "", required, multiline }: Form["fields"][number]): APILabelComponent {
  const isPrefilled = value !== "" && value.length <= MAX_FORM_VALUE_CHARS;
  return {
    type: ComponentType.Label,
    label: notEmpty(cutText(showInvisible(label, false), MAX_FORM_LABEL_CHARS)),
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      // Several lines do not stand in a field of one.
      style: multiline || value.includes("\n") ? TextInputStyle.Paragraph : TextInputStyle.Short,
      required,
      ...(isPrefilled ? { value } : {}),
    },
  };
}

/** Discord takes no part without text. */
function notEmpty(text: string): string {
  return text.trim() === "" ? "…" : text;
}

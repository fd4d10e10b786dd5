import { decodeType } from "../api/decode-value.ts";
import { malformed } from "../api/error.ts";
import type { Parameters } from "../api/parameters.ts";
import { assertUtf8 } from "../text/clean-text.ts";
import { isWire, memberOf, objectsOf, textOf } from "../../shared/wire.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import type { Markup } from "../world/message.ts";

/** More buttons than these are refused, and wider rows are laid out anew *(both assumed)*. */
const MAX_BUTTONS = 100;
const MAX_BUTTONS_A_ROW = 8;

/** What of a button says what it does; the server takes the first it finds. */
const ACTIONS = [
  "url",
  "callback_data",
  "callback_game",
  "pay",
  "switch_inline_query",
  "switch_inline_query_chosen_chat",
  "switch_inline_query_current_chat",
  "login_url",
  "web_app",
  "copy_text",
];

/** The reply_markup of a call. The server takes one kind and passes over the others; which are noted. */
export function readMarkup(parameters: Parameters): Markup | undefined {
  const value = readValue(parameters.text("reply_markup"));
  if (value === undefined) return undefined;
  if (!isWire(value)) throw malformed("Object expected as reply markup");
  const given = KINDS.filter(({ member }) => isGiven(memberOf(value, member)));
  const [kind, ...others] = given;
  for (const other of others) parameters.note(`reply_markup is one kind: the server passes over ${other.member}`);
  if (kind === undefined) {
    if (Object.keys(value).length > 0) parameters.note("reply_markup holds nothing the server would show");
    return undefined;
  }
  const decoded = decodeType(kind.type, value, others.length > 0 ? () => undefined : parameters.note);
  return isWire(decoded) ? kind.read(decoded, parameters) : undefined;
}

/** The reply_markup of an edit: inline or nothing. */
export function readInlineMarkup(parameters: Parameters): Markup | undefined {
  const markup = readMarkup(parameters);
  if (markup !== undefined && markup.kind !== "inline") throw malformed("Inline keyboard expected");
  return markup;
}

const KINDS: readonly {
  readonly member: string;
  readonly type: string;
  readonly read: (value: Wire, parameters: Parameters) => Markup | undefined;
}[] = [
  {
    member: "keyboard",
    type: "ReplyKeyboardMarkup",
    read: (value) => ({ kind: "keyboard", rows: rowsOf(value, "keyboard"), selective: value["selective"] === true }),
  },
  { member: "inline_keyboard", type: "InlineKeyboardMarkup", read: readInline },
  {
    member: "remove_keyboard",
    type: "ReplyKeyboardRemove",
    read: (value) => ({ kind: "remove", selective: value["selective"] === true }),
  },
  {
    member: "force_reply",
    type: "ForceReply",
    read: (value) => {
      const placeholder = textOf(value, "input_field_placeholder");
      const selective = value["selective"] === true;
      return { kind: "forceReply", selective, ...(placeholder === undefined ? {} : { placeholder }) };
    },
  },
];

function readInline(value: Wire, parameters: Parameters): Markup | undefined {
  const rows = rowsOf(value, "inline_keyboard").map((row) => row.map((button) => readButton(button, parameters)));
  const filled = rows.filter((row) => row.length > 0);
  if (filled.flat().length > MAX_BUTTONS) throw malformed("reply markup is too long");
  if (filled.some((row) => row.length > MAX_BUTTONS_A_ROW)) parameters.note("a row has more than 8 buttons");
  return filled.length === 0 ? undefined : { kind: "inline", rows: filled };
}

function readButton(button: Wire, parameters: Parameters): Wire {
  const text = textOf(button, "text") ?? "";
  assertUtf8(text, "Inline keyboard button text");
  const [action, ...others] = ACTIONS.filter((name) => isGiven(memberOf(button, name)));
  if (action === undefined) {
    throw malformed("Can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  }
  if (text === "") throw malformed("Inline keyboard button text must be non-empty");
  for (const other of others) parameters.note(`a button does one thing: the server passes over ${other}`);
  const { style, icon_custom_emoji_id: icon } = button;
  return { text, [action]: button[action], style, icon_custom_emoji_id: icon };
}

function rowsOf(value: Wire, name: string): readonly (readonly Wire[])[] {
  const rows = memberOf(value, name);
  return Array.isArray(rows) ? rows.map((row: WireValue) => objectsOf({ row }, "row")) : [];
}

/** Empty text and empty lists count as absent, except for what may be said with nothing. */
function isGiven(value: WireValue): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !(Array.isArray(value) && value.length === 0);
}

function readValue(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("Can't parse reply keyboard markup JSON object");
  }
}

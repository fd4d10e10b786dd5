import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../runtime/json.ts";
import type { ApprovalRequest } from "../../runtime/run/documents.ts";
import type { Block, RichText, Span } from "../text/rich-text.ts";
import { stringifyJson, tryParseJson } from "../../runtime/stable-json.ts";
import { isScalar, listOf, showInline, showScalar } from "./show-value.ts";

/** A wider table breaks into unreadable lines on a phone. */
const MAX_COLUMNS = 5;
const MAX_CELL_CHARS = 40;

/** What an approval is about, whole: items as a table or list, JSON in a code block, diffs as diffs. */
export function showPayload(request: Pick<ApprovalRequest, "items" | "preview">): RichText {
  const items = request.items.length === 0 ? [] : showItems(request.items);
  return [...items, ...showPreview(request)];
}

/** Any JSON value as blocks: a flat object or list as a list, uniform objects as a table, everything else as JSON. */
export function showValue(value: JsonValue): RichText {
  if (typeof value === "string") return [showText(value)];
  if (isScalar(value)) return [{ kind: "line", spans: [showScalar(value)] }];
  if (isJsonObject(value)) return [showObject(value)];
  return showItems(listOf(value));
}

/** Text as it was written: a diff as a diff, JSON as JSON, several lines in a block of their own. */
export function showText(text: string): Block {
  const trimmed = text.trimEnd();
  if (isDiff(trimmed)) return { kind: "code", text: trimmed, language: "diff" };
  if (parseJson(trimmed) !== undefined) return { kind: "code", text: trimmed, language: "json" };
  return trimmed.includes("\n") ? { kind: "code", text: trimmed } : { kind: "quote", text: trimmed };
}

/** True for text that holds the marks of a unified diff. */
export function isDiff(text: string): boolean {
  return (
    /^(?:diff --git |Index: )/m.test(text) || (/^--- /m.test(text) && /^\+\+\+ /m.test(text) && /^@@ /m.test(text))
  );
}

function showItems(items: readonly JsonValue[]): RichText {
  const [only] = items;
  if (items.length === 1 && only !== undefined && !Array.isArray(only)) return showValue(only);
  if (items.every((item) => typeof item !== "string" && isScalar(item))) return [listOfLines(items.map(scalarSpans))];
  if (items.every((item) => typeof item === "string")) return showTexts(items);
  const table = findTable(items);
  return [table ?? { kind: "code", text: stringifyJson(items, 2), language: "json" }];
}

/** Short texts are a list; several with lines of their own stand one after another. */
function showTexts(items: readonly string[]): RichText {
  if (items.some((item) => item.trimEnd().includes("\n"))) return items.map(showText);
  return [listOfLines(items.map((item) => [showScalar(item)]))];
}

function showObject(object: JsonObject): Block {
  const lines = Object.entries(object).map(([name, value]) => [name, showInline(value)] as const);
  const flat = lines.every(([name, text]) => text !== undefined && !name.includes("\n"));
  if (!flat || lines.length === 0) return { kind: "code", text: stringifyJson(object, 2), language: "json" };
  return listOfLines(lines.map(([name, text]) => [{ kind: "bold", text: name }, `: ${text ?? ""}`]));
}

function findTable(items: readonly JsonValue[]): Block | undefined {
  const objects = items.filter(isJsonObject);
  const columns = Object.keys(objects[0] ?? {});
  if (objects.length !== items.length || columns.length === 0 || columns.length > MAX_COLUMNS) return undefined;
  const rows: (readonly string[])[] = [];
  for (const object of objects) {
    const row = findRow(object, columns);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return { kind: "table", columns, rows };
}

function findRow(object: JsonObject, columns: readonly string[]): readonly string[] | undefined {
  if (Object.keys(object).length !== columns.length) return undefined;
  const cells: string[] = [];
  for (const column of columns) {
    const value = ownMember(object, column);
    const text = value === undefined ? undefined : showInline(value);
    if (text === undefined || text.length > MAX_CELL_CHARS || text.includes("\n")) return undefined;
    cells.push(text);
  }
  return cells;
}

/** A preview that only repeats the items (Lobster derives both from the same output) is not shown twice. */
function showPreview({ items, preview }: Pick<ApprovalRequest, "items" | "preview">): RichText {
  const text = preview?.trim() ?? "";
  if (text === "") return [];
  const parsed = parseJson(text);
  if (parsed !== undefined && items.length > 0) {
    const same = [stringifyJson(items), items.length === 1 ? stringifyJson(items[0] ?? null) : undefined];
    if (same.includes(stringifyJson(parsed))) return [];
  }
  if (items.length === 1 && items[0] === preview) return [];
  return [showText(text)];
}

/**
 * Objects and lists only: a bare word or number in a preview is text, and so is JSON with more digits than a number keeps,
 * or nested deeper than the runtime takes.
 */
function parseJson(text: string): JsonValue | undefined {
  if (!/^[[{]/.test(text) || /\d{16}/.test(text)) return undefined;
  return tryParseJson(text)?.value;
}

function scalarSpans(value: JsonValue): readonly Span[] {
  return [isScalar(value) ? showScalar(value) : stringifyJson(value)];
}

function listOfLines(items: readonly (readonly Span[])[]): Block {
  return { kind: "list", items };
}

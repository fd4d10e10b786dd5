import { writeColumns } from "../../../src/bot/platform/columns.ts";
import type { Span } from "../../../src/bot/text/rich-text.ts";
import { writeCodeBlock } from "./escape.ts";
import { encodeSpans } from "./spans.ts";

/** A table in columns where it is narrow enough for a phone; else every row as one entry, its cells named. */
export function encodeTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = writeColumns([columns, ...rows]);
  const block = lines === undefined ? undefined : writeCodeBlock(lines.join("\n"));
  if (block !== undefined) return block;
  return rows.map((row) => `• ${encodeSpans(writeEntry(columns, row))}`).join("\n");
}

function writeEntry(columns: readonly string[], row: readonly string[]): readonly Span[] {
  return row.flatMap((cell, column): readonly Span[] => {
    const name = columns[column] ?? "";
    const label: readonly Span[] = name === "" ? [] : [{ kind: "bold", text: name }, ": "];
    return [...(column === 0 ? [] : [" · "]), ...label, cell];
  });
}

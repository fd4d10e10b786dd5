import { FormattedString } from "@grammyjs/parse-mode";
import { writeColumns } from "../../../src/bot/platform/columns.ts";

/** A table in columns where it is narrow enough for a phone; else every row as one entry, its cells named. */
export function encodeTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (string | FormattedString)[] {
  const lines = writeColumns([columns, ...rows]);
  if (lines !== undefined) {
    const text = lines.join("\n");
    return text.trim() === "" ? [] : [FormattedString.pre(text)];
  }
  return rows.flatMap((row, index) => [index === 0 ? "• " : "\n• ", ...writeEntry(columns, row)]);
}

function writeEntry(columns: readonly string[], row: readonly string[]): readonly (string | FormattedString)[] {
  return row.flatMap((cell, column) => {
    const name = columns[column] ?? "";
    const label = name === "" ? [] : [FormattedString.bold(name), ": "];
    return [...(column === 0 ? [] : [" · "]), ...label, cell];
  });
}

import { FormattedString } from "@grammyjs/parse-mode";

/** A block of code wider than this wraps on a phone, and a table that wraps cannot be read. */
const MAX_TABLE_CHARS = 38;

/** A table in columns where it is narrow enough for a phone; else every row as one entry, its cells named. */
export function encodeTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (string | FormattedString)[] {
  const lines = writeColumns([columns, ...rows]);
  const isNarrow = lines.every((line) => countChars(line) <= MAX_TABLE_CHARS);
  if (isNarrow) {
    const text = lines.join("\n");
    return text.trim() === "" ? [] : [FormattedString.pre(text)];
  }
  return rows.flatMap((row, index) => [index === 0 ? "• " : "\n• ", ...writeEntry(columns, row)]);
}

function writeColumns(table: readonly (readonly string[])[]): readonly string[] {
  const count = Math.max(0, ...table.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...table.map((row) => countChars(row[column] ?? ""))),
  );
  return table.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - countChars(cell))))
      .join("  ")
      .trimEnd(),
  );
}

function writeEntry(columns: readonly string[], row: readonly string[]): readonly (string | FormattedString)[] {
  return row.flatMap((cell, column) => {
    const name = columns[column] ?? "";
    const label = name === "" ? [] : [FormattedString.bold(name), ": "];
    return [...(column === 0 ? [] : [" · "]), ...label, cell];
  });
}

function countChars(text: string): number {
  return Array.from(text).length;
}

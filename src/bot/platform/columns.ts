/** A block of code wider than this wraps on a phone, and a table that wraps cannot be read. */
const MAX_TABLE_CHARS = 38;

/** A table as lines in columns, or undefined where it is too wide for a phone. */
export function writeColumns(table: readonly (readonly string[])[]): readonly string[] | undefined {
  const count = Math.max(0, ...table.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...table.map((row) => countChars(row[column] ?? ""))),
  );
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - countChars(cell))))
      .join("  ")
      .trimEnd(),
  );
  return lines.every((line) => countChars(line) <= MAX_TABLE_CHARS) ? lines : undefined;
}

function countChars(text: string): number {
  return Array.from(text).length;
}

import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { textOf } from "../pipeline/item-text.ts";
import { collectItems } from "../pipeline/item-stream.ts";
import { defineStage } from "../pipeline/stage.ts";

/** `table`: shows objects as rows in columns, other items one a line (stages-and-cli §7.2), and passes them on. */
export const table = defineStage({
  name: "table",
  description: "Show the items as a table",
  flags: {},
  examples: ["exec --json gh pr list --json number,title | table"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: () => undefined,
  run: async ({ input }) => {
    const items = await collectItems(input);
    return { output: items, rendered: renderItems(items) };
  },
});

/** So many items are looked at to choose the columns. */
const SAMPLE_SIZE = 20;

function renderItems(items: readonly JsonValue[]): string {
  if (items.length === 0) return "(no results)\n";
  const sample = items.slice(0, SAMPLE_SIZE);
  if (sample.every(isJsonObject)) return renderTable(items, columnsOf(sample));
  return items.map((item) => `${textOf(item)}\n`).join("");
}

function columnsOf(sample: readonly JsonObject[]): readonly string[] {
  return [...new Set(sample.flatMap((item) => Object.keys(item)))];
}

function renderTable(items: readonly JsonValue[], columns: readonly string[]): string {
  const header = columns.map(cellOf);
  const rows = items.map((item) =>
    columns.map((column) => cellOf(isJsonObject(item) ? textOf(ownMember(item, column)) : "")),
  );
  const widths = header.map((title, column) => {
    let width = Math.max(3, title.length);
    for (const row of rows) width = Math.max(width, row[column]?.length ?? 0);
    return width;
  });
  const dashes = widths.map((width) => "-".repeat(width));
  return [header, dashes, ...rows].map((row) => `${renderRow(row, widths)}\n`).join("");
}

function renderRow(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
}

function cellOf(text: string): string {
  return text.replaceAll("\n", " ");
}

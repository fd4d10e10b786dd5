import type { CorpusCase } from "../corpus-case.ts";

const printed = (name: string, items: unknown, pipeline: string): CorpusCase => ({ name, items, pipeline });

/** `json` and `table` (stages-and-cli §7). */
export const RENDERERS: readonly CorpusCase[] = [
  printed("json of values", [1, "a", null, { b: [1] }], "json"),
  printed("json of nothing", [], "json"),
  printed("table of objects", [{ a: 1, b: "x" }, { b: "longer", c: true }, { a: null }], "table"),
  printed("table of nothing", [], "table"),
  printed("table with nested values and line ends", [{ a: { b: 1 }, c: "x\ny", "d\ne": [1] }], "table"),
  printed("table of plain values", ["a", 1, null, { b: 1 }, "x\ny"], "table"),
  printed("table of lists", [[1, 2], [3]], "table"),
  printed("table of objects without members", [{}, {}], "table"),
  printed("table with a row that is no object", [...Array.from({ length: 20 }, (_, n) => ({ n })), "late", { late: 1 }], "table"),
  printed("json behind another stage", [3, 1], "sort | json"),
  printed("a stage behind json", [{ a: 1 }], "json | pick a"),
  printed("table behind json", [{ a: 1 }], "json | table"),
];

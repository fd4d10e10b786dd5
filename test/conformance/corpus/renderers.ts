import { differs, ended, type CorpusCase } from "../corpus-case.ts";

/** In tool mode the peer loses the items that a renderer showed; here they stay in the envelope (fault F2). */
const printed = (
  name: string,
  items: readonly unknown[],
  pipeline: string,
  ...output: readonly unknown[]
): CorpusCase => ({
  name,
  items,
  pipeline,
  ...(items.length > 0 && { differs: differs("F2", KEPT, ended(...(output.length > 0 ? output : items))) }),
});

const KEPT = "the items that a renderer showed stay in the envelope, and go on to the next stage";

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
  printed(
    "table with a row that is no object",
    [...Array.from({ length: 20 }, (_, n) => ({ n })), "late", { late: 1 }],
    "table",
  ),
  printed("json behind another stage", [3, 1], "sort | json", 1, 3),
  printed("a stage behind json", [{ a: 1 }], "json | pick a"),
  {
    name: "table behind json",
    items: [{ a: 1 }],
    pipeline: "json | table",
    differs: {
      because: "F2",
      why: KEPT,
      ours: { replies: [ended({ a: 1 })], printed: '[\n  {\n    "a": 1\n  }\n]\na  \n---\n1  \n' },
    },
  },
];

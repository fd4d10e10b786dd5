import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { DECISIONS } from "./decisions.ts";
import { listDifferences, renderDifferences, renderDifferencesTable } from "./differences-document.ts";

const ROOT = join(import.meta.dirname, "../..");
const NUMBERS: readonly string[] = [
  ...Array.from({ length: 45 }, (_, index) => `F${index + 1}` as const),
  ...Array.from({ length: 41 }, (_, index) => `W${index + 1}` as const),
];

describe("the differences from the peer", () => {
  it("have one decision a number", () => {
    expect([...DECISIONS.keys()]).toEqual(NUMBERS);
  });

  it("belong to a decision each, and say why", () => {
    const stray = listDifferences().filter(({ because, why }) => !DECISIONS.has(because) || why === "");
    expect(stray).toEqual([]);
  });

  it.each([...DECISIONS])("%s is shown by a case or by a test", (number, { tests = [] }) => {
    const cases = listDifferences().filter(({ because }) => because === number);
    expect(cases.length + tests.length).toBeGreaterThan(0);
    expect(tests.filter((test) => !existsSync(join(ROOT, test)))).toEqual([]);
  });

  it("stand in docs/differences.md as the tables have them (write it anew with vitest -u)", async () => {
    const wanted = await format(renderDifferences(), { parser: "markdown", printWidth: 120 });
    await expect(wanted).toMatchFileSnapshot(join(ROOT, "docs/differences.md"));
  });

  it("stand in the README, a row a number", () => {
    expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`\n${renderDifferencesTable()}\n`);
  });
});

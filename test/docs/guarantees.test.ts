import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../bot/wording/source.ts";
import { listTestTitles, readTestTitles } from "./test-titles.ts";

/** How many promises there are. */
const PROMISES = 13;

interface NamedTest {
  readonly file: string;
  readonly title: string;
}

interface Section {
  readonly heading: string;
  readonly text: string;
  readonly tests: readonly NamedTest[];
}

const TEXT = readFileSync(path.join(ROOT, "docs/guarantees.md"), "utf8");
const SECTIONS = readSections(TEXT);

describe("docs/guarantees.md", () => {
  it("has a section for every promise, in order", () => {
    const numbers = SECTIONS.flatMap(({ heading }) => /^(\d+)\. \S/.exec(heading)?.[1] ?? []);
    expect(numbers).toEqual(Array.from({ length: PROMISES }, (_, at) => String(at + 1)));
  });

  it.each(SECTIONS)("$heading: says its limits, and which tests try to break it", ({ text, tests }) => {
    expect(text).toMatch(/^\*\*Limits\.\*\* \S/m);
    expect(tests.length).toBeGreaterThan(2);
  });

  it("names no test that does not exist; whoever renames a test renames it there", () => {
    const titles = new Map<string, ReadonlySet<string>>();
    const missing = SECTIONS.flatMap(({ tests }) => tests).filter(({ file, title }) => {
      if (!existsSync(path.join(ROOT, file))) return true;
      const known = titles.get(file) ?? readTestTitles(file);
      titles.set(file, known);
      return !known.has(title);
    });
    expect(missing).toEqual([]);
  });

  it("has no line that looks like the name of a test and is not read as one", () => {
    const lines = TEXT.split("\n").filter((line) => /^\s*[-*] .*test\//.test(line));
    expect(lines.length).toBe(SECTIONS.flatMap(({ tests }) => tests).length);
  });
});

describe("the titles of tests in a file", () => {
  it("are found in every way in which a test is declared, and nowhere else", () => {
    const own = readTestTitles("test/docs/guarantees.test.ts");
    expect(own).toContain("are found in every way in which a test is declared, and nowhere else");
    expect(own).toContain("docs/guarantees.md > has a section for every promise, in order");
    expect(own).toContain("$heading: says its limits, and which tests try to break it");
    expect(own).not.toContain("docs/guarantees.md");
    expect(own).not.toContain("utf8");
  });

  it("are not those of tests that are switched off", () => {
    const source = `
      describe.skip("group", () => { it("in a group", run); });
      describe.skip.each([1])("group", () => { it("in each group", run); });
      it.skip("alone", run);
      it.skip.each([1])("of a table", run);
      it.todo("to come");
      it.skipIf(isOld)("here", run);
      describe("another", () => { it.each([1])("there", run); });
    `;
    expect([...listTestTitles(source)]).toEqual(["here", "another > there", "there"]);
  });
});

function readSections(text: string): Section[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      const body = section.slice(end);
      const named = [...body.matchAll(/^- `(test\/[^`]+\.test\.ts)`: "(.+)"$/gm)];
      const tests = named.map(([, file = "", title = ""]) => ({ file, title }));
      return { heading: section.slice(0, end), text: body, tests };
    });
}

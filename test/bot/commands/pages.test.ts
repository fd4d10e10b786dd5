import { describe, expect, it } from "vitest";
import { layOutPage, readPage, type ListEntry } from "../../../src/bot/commands/pages.ts";
import { readRunId } from "../../../src/bot/commands/find-run.ts";
import { chooseWording } from "../../../src/bot/wording/wording.ts";

const words = chooseWording();
const entries: readonly ListEntry[] = Array.from({ length: 25 }, (_, n) => ({
  heading: n < 3 ? "Yours:" : "Others':",
  spans: [`entry ${n}`],
}));

describe("a long list", () => {
  it("is cut into pages that fit, and loses no entry", () => {
    const limits = { fits: ({ body }: { readonly body: readonly unknown[] }) => JSON.stringify(body).length < 220 };
    const { pages } = layOutPage(entries, 1, { limits, words });
    const shown = Array.from({ length: pages }, (_, n) =>
      JSON.stringify(layOutPage(entries, n + 1, { limits, words }).body),
    );
    expect(shown.every((text) => text.length < 320)).toBe(true);
    expect(shown.join("").match(/entry \d+/g)).toEqual(entries.map(({ spans }) => spans[0]));
  });

  it("has at most 20 entries a page, and says which page it is", () => {
    const tools = { limits: { fits: () => true }, words };
    expect(layOutPage(entries, 1, tools).pages).toBe(2);
    expect(JSON.stringify(layOutPage(entries, 9, tools).body)).toContain("Page 2 of 2");
    expect(JSON.stringify(layOutPage(entries.slice(0, 20), 1, tools).body)).not.toContain("Page");
  });

  it.each([
    ["", 1],
    ["2", 2],
    [" page 3 ", 3],
    ["0", 1],
    ["x", 1],
  ])("opens at the page that %j asks for: %i", (rest, page) => {
    expect(readPage(rest)).toBe(page);
  });
});

describe("a run id as people type it", () => {
  it.each([
    ["A2B3C4D5", "A2B3C4D5"],
    [" a2b3c4d5 ", "A2B3C4D5"],
    ["#a2b3c4d5", "A2B3C4D5"],
    ["oil0123z", "0110123Z"],
  ])("%j is %s", (typed, expected) => {
    expect(readRunId(typed)).toBe(expected);
  });

  it.each(["", "A2B3C4D", "A2B3C4D55", "A2B3C4DU", "A2B3 C4D5"])("%j is none", (typed) => {
    expect(readRunId(typed)).toBeUndefined();
  });
});

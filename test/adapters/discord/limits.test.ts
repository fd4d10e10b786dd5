import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeMessage } from "../../../adapters/discord/encode.ts";
import { discordLimits } from "../../../adapters/discord/limits.ts";
import type { Button, OutboundMessage, Select } from "../../../src/bot/adapter.ts";
import { line, plain } from "../../../src/bot/text/rich-text.ts";
import { arbitraryBody } from "../arbitrary-body.ts";

const button = (label: string, payload = "1:approve:0123456789abcdef"): Button => ({ label, payload });
const rowsOf = (rows: number, perRow: number): readonly (readonly Button[])[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: perRow }, (_each, column) => button("x", `1:q:0123456789abcdef:${row}.${column}`)),
  );
const cells = (count: number, text: string): readonly (readonly string[])[] =>
  Array.from({ length: count }, () => [text]);

const select = (count: number): Select => ({
  payload: "s",
  placeholder: "Choose one",
  min: 1,
  max: 1,
  options: Array.from({ length: count }, (_, index) => ({ label: `option ${index}`, value: String(index) })),
});
const TWINS = ["a", "b"].map((label) => ({ label, value: "0" }));
const CHOSEN = ["a", "b"].map((label) => ({ label, value: label, preselected: true as const }));
const LONG = { label: "a", value: "x".repeat(101) };
const BLANK = { label: " ", value: "a" };

describe("what fits into a message of Discord", () => {
  it.each<[string, OutboundMessage, boolean]>([
    ["4000 characters", { body: plain("x".repeat(4000)) }, true],
    ["4001 characters", { body: plain("x".repeat(4001)) }, false],
    ["2000 marks, which are escaped", { body: plain("*".repeat(2000)) }, true],
    ["2001 marks", { body: plain("*".repeat(2001)) }, false],
    ["styles, whose marks count", { body: [line({ kind: "bold", text: "x".repeat(3997) })] }, false],
    ["a thousand lines of a quote", { body: [{ kind: "quote", text: "x\n".repeat(1000) }] }, true],
    ["a quote too long by its signs", { body: [{ kind: "quote", text: "xx\n".repeat(1000) }] }, false],
    ["what cannot be seen, which is spelled out", { body: plain("\u202e".repeat(600)) }, false],
    ["white space at the ends, which is left out", { body: [{ kind: "quote", text: `x${" ".repeat(5000)}` }] }, true],
    ["a time, whatever its fallback", { body: [line({ kind: "time", at: 0, text: "x".repeat(5000) })] }, true],
    ["a hundred thousand rows", { body: [{ kind: "table", columns: ["a"], rows: cells(100_000, "x") }] }, false],
    ["five rows of five buttons", { body: plain("x"), buttons: rowsOf(5, 5) }, true],
    ["six rows of buttons", { body: plain("x"), buttons: rowsOf(6, 1) }, false],
    ["six buttons in a row", { body: plain("x"), buttons: rowsOf(1, 6) }, false],
    ["two buttons that say the same", { body: plain("x"), buttons: [[button("a"), button("b")]] }, false],
    ["a button without a label", { body: plain("x"), buttons: [[button(" ")]] }, false],
    ["a payload that is too long", { body: plain("x"), buttons: [[button("x", "x".repeat(101))]] }, false],
    ["a select above four rows of buttons", { body: plain("x"), select: select(25), buttons: rowsOf(4, 5) }, true],
    ["a select above five rows", { body: plain("x"), select: select(2), buttons: rowsOf(5, 1) }, false],
    ["a select of 26 options", { body: plain("x"), select: select(26) }, false],
    ["a select without options", { body: plain("x"), select: select(0) }, false],
    ["a select that takes nothing", { body: plain("x"), select: { ...select(2), min: 0, max: 0 } }, false],
    ["a select that takes more than it has", { body: plain("x"), select: { ...select(2), max: 3 } }, false],
    ["a select with its bounds the wrong way round", { body: plain("x"), select: { ...select(3), min: 2 } }, false],
    ["a select with one value twice", { body: plain("x"), select: { ...select(2), options: TWINS } }, false],
    ["a select with more chosen than it takes", { body: plain("x"), select: { ...select(2), options: CHOSEN } }, false],
    ["a select with a value over 100", { body: plain("x"), select: { ...select(1), options: [LONG] } }, false],
    ["a select with a blank label", { body: plain("x"), select: { ...select(1), options: [BLANK] } }, false],
    [
      "a select with a payload that is too long",
      { body: plain("x"), select: { ...select(1), payload: "x".repeat(101) } },
      false,
    ],
    ["a select with a button's payload", { body: plain("x"), select: select(1), buttons: [[button("x", "s")]] }, false],
    ["ten files", { body: plain("x"), files: filesOf(10, 1) }, true],
    ["eleven files", { body: plain("x"), files: filesOf(11, 1) }, false],
    ["a file of 10 MiB", { body: plain("x"), files: filesOf(1, 10 * 1024 * 1024) }, true],
    ["files of more than 10 MiB together", { body: plain("x"), files: filesOf(2, 6 * 1024 * 1024) }, false],
  ])("%s", (_what, message, fits) => {
    expect(discordLimits.fits(message)).toBe(fits);
  });

  it("is what Discord takes, however it counts, for any body", () => {
    fc.assert(
      fc.property(arbitraryBody, fc.integer({ min: 1, max: 40 }), (body, times) => {
        const whole = { body: Array.from({ length: times }, () => body).flat() };
        const [frame] = encodeMessage(whole).components;
        const [text] = frame?.components ?? [];
        const content = text !== undefined && "content" in text ? text.content : "";
        expect(discordLimits.fits(whole)).toBe(content.length <= 4000);
        expect(Array.from(content).length).toBeLessThanOrEqual(content.length);
      }),
      { numRuns: 200 },
    );
  });
});

function filesOf(count: number, bytes: number): NonNullable<OutboundMessage["files"]> {
  return Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, text: "x".repeat(bytes) }));
}

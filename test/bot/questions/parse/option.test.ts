import { describe, expect, it } from "vitest";
import { findOption, matchOption } from "../../../../src/bot/questions/parse/option.ts";
import type { Option } from "../../../../src/bot/questions/question-plan.ts";
import { labelOptions } from "../../../../src/bot/questions/show/option-labels.ts";
import { form } from "../../../../src/bot/wording/en/form.ts";

const read = (options: readonly Option[], text: string) => matchOption(options, labelOptions(options, form), text);

const places: readonly Option[] = [
  { value: "eu-1", title: "Frankfurt" },
  { value: "us-1", title: "Ohio" },
  { value: "us-2", title: "Ohio" },
  { value: null },
];

describe("a typed option", () => {
  it.each([
    ["Frankfurt", 0],
    [" frankfurt ", 0],
    ["eu-1", 0],
    ['"us-1"', 1],
    ["US-2", 2],
    ['Ohio ("us-2")', 2],
    ["3", 2],
    ["null", 3],
    ["none", 3],
  ])("%j is option %i", (text, index) => {
    expect(read(places, text)).toEqual({ kind: "option", index });
  });

  it("that two options are called is not guessed", () => {
    expect(read(places, "ohio")).toEqual({ kind: "several", indexes: [1, 2] });
  });

  it.each(["0", "5", "-1", "1.0", "99999999999"])("%s is no position in the list", (text) => {
    expect(read(places, text)).toMatchObject({ kind: "unknown" });
  });

  it("that is only a part of one is named, not taken", () => {
    expect(read(places, "frank")).toEqual({ kind: "unknown", near: [0] });
    expect(read(places, "")).toEqual({ kind: "unknown", near: [] });
  });

  it("is its value, never its position, where options look like numbers", () => {
    const ports = [{ value: 8080 }, { value: 2 }, { value: 443 }];
    expect(read(ports, "2")).toEqual({ kind: "option", index: 1 });
    expect(read(ports, "1")).toMatchObject({ kind: "unknown" });
  });

  it("keeps values of other types apart", () => {
    const mixed = [{ value: "1" }, { value: 1 }, { value: true }, { value: "true" }, { value: { a: 1, b: [2] } }];
    expect(read(mixed, '"1"')).toEqual({ kind: "option", index: 0 });
    expect(read(mixed, "1")).toMatchObject({ kind: "several" });
    expect(read(mixed, '{"a":1,"b":[2]}')).toEqual({ kind: "option", index: 4 });
    expect(findOption(mixed, { b: [2], a: 1 })).toBe(4);
    expect(findOption(mixed, true)).toBe(2);
    expect(findOption(mixed, null)).toBe(-1);
  });

  it("is found among ten thousand", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: `host-${index}` }));
    expect(read(many, "HOST-9999")).toEqual({ kind: "option", index: 9999 });
    expect(read(many, "host-999")).toEqual({ kind: "option", index: 999 });
    expect(read(many, "host")).toMatchObject({ near: [0, 1, 2, 3, 4] });
  });
});

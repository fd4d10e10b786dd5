import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { where } from "../../../src/runtime/stages/where.ts";
import { itemsOf, run } from "../pipeline/test-host.ts";

/** Whether `where` passes an item on. */
async function matches(expression: string, item: JsonValue): Promise<boolean> {
  return (await itemsOf(`where "${expression.replaceAll('"', '\\"')}"`, [item])).length === 1;
}

describe("where", () => {
  test.each<[string, JsonValue, boolean]>([
    ["n=1", { n: 1 }, true],
    ["n==1", { n: 1 }, true],
    ["n == 1", { n: 1 }, true],
    ["n=1", { n: "1" }, true],
    ["n=1", { n: true }, true],
    ["n=1", { n: 2 }, false],
    ["n!=1", { n: 2 }, true],
    ["n!=1", {}, true],
    ["n=0x0a", { n: 10 }, true],
    ["n=1e1", { n: 10 }, true],
    ["t=true", { t: true }, true],
    ["t=false", { t: false }, true],
    ["x=null", {}, true],
    ["x=null", { x: null }, true],
    ["x=null", { x: 0 }, false],
    ["x!=null", { x: 0 }, true],
    ["s=abc", { s: "abc" }, true],
    ["s=a b", { s: "a b" }, true],
    ["s='10'", { s: "10" }, true],
    ["s='10'", { s: 10 }, false],
    ["s!='10'", { s: 10 }, true],
    ["s=''", { s: "" }, true],
    ["s=''", { s: 0 }, false],
    ["l=1,2", { l: [1, 2] }, true],
    ["a.b=1", { a: { b: 1 } }, true],
    ["a-b=1", { "a-b": 1 }, true],
    ["0=1", [1], true],
    ["length=2", [1, 2], true],
    [".n=1", { n: 1 }, false],
    ["n.=1", { n: 1 }, false],
    ["constructor!=null", {}, false],
    ["length=3", "abc", false],
  ])("%s, given %j: %j", async (expression, item, expected) => {
    expect(await matches(expression, item)).toBe(expected);
  });

  test.each<[string, JsonValue, boolean]>([
    ["n<10", { n: 9 }, true],
    ["n<10", { n: "9" }, true],
    ["n<=9", { n: 9 }, true],
    ["n>9", { n: 10 }, true],
    ["n>=10", { n: 10 }, true],
    ["n<-5", { n: -6 }, true],
    ["n<10", { n: null }, false],
    ["n<10", {}, false],
    ["n<10", { n: "" }, false],
    ["n<10", { n: "x" }, false],
    ["n<10", { n: [1] }, false],
    ["s<b", { s: "a" }, true],
    ["s>=b", { s: "b" }, true],
  ])("%s, given %j: %j", async (expression, item, expected) => {
    expect(await matches(expression, item)).toBe(expected);
  });

  test("large integers are compared to the last digit", async () => {
    expect(await matches("id=9007199254740993", { id: 9007199254740993n })).toBe(true);
    expect(await matches("id=9007199254740993", { id: 9007199254740992n })).toBe(false);
    expect(await matches("id<9007199254740993", { id: 9007199254740992n })).toBe(true);
  });

  test.each([
    ["spaces in a value", `n=a${" ".repeat(50_000)}b`],
    ["spaces around", `${" ".repeat(50_000)}n =${" ".repeat(50_000)}1${" ".repeat(50_000)}`],
    ["an open quote", `n="${'" '.repeat(50_000)}`],
    ["a long path", `${"a".repeat(50_000)}~`],
    ["many digits", `n=${"7".repeat(50_000)}`],
  ])("reads %s in time in proportion to the length", (_what, expression) => {
    const began = performance.now();
    try {
      where.prepare({ _: [expression] }, {});
    } catch {} // what is wrong is said in time as well
    expect(performance.now() - began).toBeLessThan(200);
  });

  test("words are put together again", async () => {
    expect(await itemsOf("where n >= 2", [{ n: 1 }, { n: 2 }])).toEqual([{ n: 2 }]);
  });

  test.each([
    ["where", "where requires an expression (e.g. field=value)"],
    ["where ''", "where requires an expression (e.g. field=value)"],
    ["where n", "Invalid where expression: n"],
    ["where n=", "Invalid where expression: n="],
    ["where =1", "Invalid where expression: =1"],
    ["where n===10", "Invalid where expression: n===10"],
    ["where 'n<>10'", "Invalid where expression: n<>10"],
    ["where 'n=>10'", "Invalid where expression: n=>10"],
    ["where 'n ~ 1'", "Invalid where expression: n ~ 1"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});

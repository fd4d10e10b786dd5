import { describe, expect, test } from "vitest";
import { decodeFlags } from "../../../../src/runtime/pipeline/flags/decode.ts";
import {
  takesJson,
  takesJsonList,
  takesJsonObject,
  takesNothing,
  takesNumber,
  takesOneOf,
  takesText,
  takesWhole,
} from "../../../../src/runtime/pipeline/flags/kinds.ts";
import { isSwitch } from "../../../../src/runtime/pipeline/flags/bare.ts";
import { spellingsOf } from "../../../../src/runtime/pipeline/flags/flag.ts";
import { parsePipeline } from "../../../../src/runtime/pipeline/grammar.ts";
import { createDefaultRegistry, getStage } from "../../../../src/runtime/pipeline/registry.ts";

const TABLE = {
  name: takesText("a text", { aliases: ["called"] }),
  sessionKey: takesText("a key"),
  mode: takesOneOf("a word", ["raw", "json"]),
  size: takesNumber("a number", { min: 0, max: 10 }),
  count: takesWhole("a whole number", { min: 1 }),
  dryRun: takesNothing("a switch"),
  args: takesJson("any JSON"),
  meta: takesJsonObject("an object"),
  list: takesJsonList("a list", { invalid: "cmd --list must be a JSON array" }),
};

function decode(words: string) {
  const [stage] = parsePipeline(`cmd ${words}`);
  if (stage === undefined) throw new Error("no stage");
  return decodeFlags("cmd", TABLE, stage.args);
}

describe("typed options", () => {
  test.each([
    ["", {}],
    ["--name x", { name: "x" }],
    ["--name=", { name: "" }],
    ["--called x", { name: "x" }],
    ["--session-key k", { sessionKey: "k" }],
    ["--sessionKey k", { sessionKey: "k" }],
    ["--mode RAW", { mode: "raw" }],
    ["--size 1.5", { size: 1.5 }],
    ["--count ' 7 '", { count: 7 }],
    ["--dry-run", { dryRun: true }],
    ["--dryRun=false", { dryRun: false }],
    ["--dry-run=NO", { dryRun: false }],
    ["--dry-run=0", { dryRun: false }],
    ["--dry-run=yes", { dryRun: true }],
    ["--args null", { args: null }],
    [`--args '{"a":[1]}'`, { args: { a: [1] } }],
    ["--args 12345678901234567890", { args: 12345678901234567890n }],
    ["--meta '{}'", { meta: {} }],
    ["--list '[1]'", { list: [1] }],
  ])("%j", (words, expected) => {
    expect(decode(words)).toEqual(expected);
  });

  test.each([
    ["--name", "cmd --name needs a value; write --name=VALUE"],
    ["--mode cooked", "cmd --mode must be one of raw, json (got 'cooked')"],
    ["--size x", "cmd --size must be a number from 0 to 10 (got 'x')"],
    ["--size ''", "cmd --size must be a number from 0 to 10 (got '')"],
    ["--size 11", "cmd --size must be a number from 0 to 10 (got '11')"],
    ["--size Infinity", "cmd --size must be a number from 0 to 10 (got 'Infinity')"],
    ["--count 1.5", "cmd --count must be a whole number of at least 1 (got '1.5')"],
    ["--count 0", "cmd --count must be a whole number of at least 1 (got '0')"],
    ["--count 99999999999999999999", "cmd --count must be a whole number of at least 1 (got '99999999999999999999')"],
    ["--dry-run=maybe", "cmd --dry-run must be true or false (got 'maybe')"],
    ["--args {", "cmd --args must be valid JSON"],
    ["--meta []", "cmd --meta must be a JSON object"],
    ["--list {}", "cmd --list must be a JSON array"],
    ["--nam x", "cmd has no option --nam; did you mean --name?"],
    ["--sesion-key x", "cmd has no option --sesion-key; did you mean --session-key?"],
    [
      "--whatever x",
      "cmd has no option --whatever (it has --name, --session-key, --mode, --size, --count, --dry-run, --args, --meta, --list)",
    ],
    ["--__proto__ x", /^cmd has no option --__proto__/],
    ["--=x", /^cmd has no option --/],
  ])("%j is refused", (words, message) => {
    expect(() => decode(words)).toThrow(expect.objectContaining({ code: "invalid_request", type: "runtime_error" }));
    expect(() => decode(words)).toThrow(message);
  });
});

describe("the built-in stages", () => {
  const registry = createDefaultRegistry();

  test.each(registry.list())("the switches of %s are known to the grammar", async (name) => {
    const { flags } = await getStage(registry, name);
    const options = Object.entries(flags).flatMap(([option, flag]) =>
      spellingsOf(option, flag).map((spelling) => [spelling, flag.isSwitch] as const),
    );
    expect(options.map(([spelling]) => [spelling, isSwitch(name, spelling)])).toEqual(options);
  });

  test.each(registry.list())("no two options of %s share a spelling", async (name) => {
    const { flags } = await getStage(registry, name);
    const spellings = Object.entries(flags).flatMap(([option, flag]) => spellingsOf(option, flag));
    expect(spellings).toEqual([...new Set(spellings)]);
  });
});

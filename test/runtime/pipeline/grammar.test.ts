import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { parsePipeline } from "../../../src/runtime/pipeline/grammar.ts";
import { decodeStages, encodeStages } from "../../../src/runtime/pipeline/stored-stage.ts";
import { parseJson, stringifyJson } from "../../../src/runtime/stable-json.ts";

/** The only stage's arguments as a plain object. */
function argsOf(text: string): Record<string, unknown> {
  return { ...parsePipeline(text)[0]?.args };
}

describe("splitting a pipeline into stages", () => {
  const cases: readonly [text: string, raws: readonly string[]][] = [
    ["a", ["a"]],
    ["a | b", ["a", "b"]],
    ["a|b", ["a", "b"]],
    ["a |", ["a"]],
    ["  a  |  b  ", ["a", "b"]],
    [`a "x|y" | b`, [`a "x|y"`, "b"]],
    [`a "x\\"|y" | b`, [`a "x\\"|y"`, "b"]],
    [`a 'it\\'s | x'`, [`a 'it\\'s | x'`]],
    [`a \\| b`, ["a \\", "b"]],
    ["a\nb", ["a\nb"]],
    ["a x \\\n  | b \\\n", ["a x", "b"]],
  ];
  test.each(cases)("%j has the stages %j", (text, raws) => {
    expect(parsePipeline(text).map(({ raw }) => raw)).toEqual(raws);
  });

  const faults: readonly [text: string, message: string][] = [
    ["", "Empty pipeline"],
    [" \t\n", "Empty pipeline"],
    ["|", "Empty command stage"],
    ["| a", "Empty command stage"],
    ["a || b", "Empty command stage"],
    ["a | |", "Empty command stage"],
    ["a 'b", "Unclosed quote"],
    ['a "b', "Unclosed quote"],
    ["a 'x\\\\'", "Unclosed quote"],
    ["a --_ v", "Option --_ is reserved; give positional words without a name"],
    ["a --_=v b", "Option --_ is reserved; give positional words without a name"],
  ];
  test.each(faults)("%j is refused: %s", (text, message) => {
    const attempt = (): unknown => parsePipeline(text);
    expect(attempt).toThrow(new LobsterError("invalid_request", message));
    expect(attempt).toThrow(expect.objectContaining({ type: "parse_error" }));
  });
});

describe("splitting a stage into words", () => {
  const cases: readonly [text: string, words: readonly string[]][] = [
    ["c a b", ["a", "b"]],
    ["c a\tb\nc\rd", ["a", "b", "c", "d"]],
    ["c a\u00a0b", ["a\u00a0b"]],
    ['c a"b"c', ["abc"]],
    ["c ''", [""]],
    ['c "" x', ["", "x"]],
    ["c 'a\\\\nb'", ["a\\\\nb"]],
    ["c 'it\\'s'", ["it's"]],
    ['c "\\"\\\\\\$\\`"', ['"\\$`']],
    ['c "\\n"', ["\\n"]],
    ['c "a\\\nb"', ["ab"]],
    ["c \\n", ["\\n"]],
    ["c a \\\n b\\\r\nd", ["a", "b", "d"]],
    ["c a \\ \n b", ["a", "\\", "b"]],
    ["c ; && > * $x", [";", "&&", ">", "*", "$x"]],
  ];
  test.each(cases)("%j has the words %j", (text, words) => {
    expect(argsOf(text)["_"]).toEqual(words);
  });

  test("the first word is the name, even when it is empty", () => {
    expect(parsePipeline(`"" x`)[0]).toMatchObject({ name: "", args: { _: ["x"] } });
  });
});

describe("options", () => {
  const cases: readonly [text: string, args: Record<string, unknown>][] = [
    ["c --k=v", { _: [], k: "v" }],
    ["c --k=a=b", { _: [], k: "a=b" }],
    ["c --k=", { _: [], k: "" }],
    ["c --k v w", { _: ["w"], k: "v" }],
    ["c --k ''", { _: [], k: "" }],
    ["c --k", { _: [], k: true }],
    ["c --k --l", { _: [], k: true, l: true }],
    ["c -x -1", { _: ["-x", "-1"] }],
    ["c --n -1", { _: [], n: "-1" }],
    ['c "--x" y', { _: [], x: "y" }],
    ["c --k 1 --k 2", { _: [], k: "2" }],
    ["c -- --k v", { _: ["--k", "v"] }],
    ["exec --json cat x", { _: ["cat", "x"], json: true }],
    ["exec --json=v cat", { _: ["cat"], json: "v" }],
    ["exec --json true", { _: ["true"], json: true }],
    ["exec --stdin raw cat", { _: ["cat"], stdin: "raw" }],
    ["exec echo --foo bar baz", { _: ["echo", "--foo", "bar", "baz"] }],
    ["exec ls --json", { _: ["ls", "--json"] }],
    ["exec -- --foo", { _: ["--foo"] }],
    ["exec git log --oneline -- x", { _: ["git", "log", "--oneline", "--", "x"] }],
    ["llm.invoke --disable-cache some words", { _: ["some", "words"], "disable-cache": true }],
    ["sort --desc false --key a", { _: [], desc: "false", key: "a" }],
  ];
  test.each(cases)("%j gives %j", (text, args) => {
    expect(argsOf(text)).toEqual(args);
  });

  test("names of inherited members are ordinary options", () => {
    const [stage] = parsePipeline("c --__proto__ v --constructor=w");
    expect(Object.entries(stage?.args ?? {})).toEqual([
      ["_", []],
      ["__proto__", "v"],
      ["constructor", "w"],
    ]);
    expect(Object.getPrototypeOf(stage?.args)).toBeNull();
  });
});

function doubleQuoted(text: string): string {
  return `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
}

describe("properties", () => {
  const word = fc.string({ unit: "binary", maxLength: 20 });

  test("every text survives double quotes", () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = ["exec", "--", ...words.map(doubleQuoted)].join(" ");
        expect(parsePipeline(text)[0]?.args._).toEqual(words);
      }),
    );
  });

  test("any text parses or is refused with a LobsterError", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "|", "'", '"', "\\", " ", "\n", "-", "=", "_") }),
        (text) => {
          try {
            for (const { name } of parsePipeline(text)) expect(typeof name).toBe("string");
          } catch (error) {
            expect(error).toBeInstanceOf(LobsterError);
          }
        },
      ),
    );
  });

  test("stages survive being stored as JSON", () => {
    const option = fc.constantFrom("key", "n", "__proto__", "constructor", "");
    fc.assert(
      fc.property(fc.array(fc.tuple(option, word)), fc.array(word), (options, words) => {
        const given = options.map(([name, value]) => `--${name}=${doubleQuoted(value)}`);
        const stages = parsePipeline(["c", ...given, "--", ...words.map(doubleQuoted)].join(" "));
        expect(decodeStages(parseJson(stringifyJson(encodeStages(stages))))).toEqual(stages);
      }),
    );
  });
});

describe("stages from a checkpoint", () => {
  const broken: readonly [what: string, text: string][] = [
    ["no list", `{}`],
    ["a stage without a name", `[{"args":{"_":[]},"raw":""}]`],
    ["words that are no texts", `[{"name":"c","args":{"_":[1]},"raw":""}]`],
    ["an option that is an object", `[{"name":"c","args":{"_":[],"k":{}},"raw":""}]`],
    ["false as an option", `[{"name":"c","args":{"_":[],"k":false},"raw":""}]`],
  ];
  test.each(broken)("%s is refused", (_, text) => {
    expect(() => decodeStages(parseJson(text))).toThrow(expect.objectContaining({ code: "invalid_state" }));
  });
});

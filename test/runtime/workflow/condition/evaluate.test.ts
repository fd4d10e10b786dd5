import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../../src/runtime/errors.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { compileCondition } from "../../../../src/runtime/workflow/condition.ts";
import type { Scope } from "../../../../src/runtime/workflow/step-result.ts";

/** A condition as the test sees it; `level` of the printer says where parentheses are needed. */
type Tree =
  | { readonly kind: "value"; readonly value: string | number | boolean | null; readonly quote: string }
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "field"; readonly name: string; readonly owner: "d.json" | "args" }
  | { readonly kind: "not"; readonly operand: Tree }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Tree;
      readonly right: Tree;
      readonly space: string;
    };

type Value = JsonValue | undefined;

const FIELDS: JsonObject = {
  one: 1,
  zero: 0,
  minusZero: -0,
  text: "abc",
  digits: " 10 ",
  empty: "",
  yes: true,
  no: false,
  nothing: null,
  list: [1, { a: null }],
  twin: [1, { a: null }],
  object: { x: 1, y: [] },
  reordered: { y: [], x: 1 },
};

const SCOPE: Scope = {
  args: new Map(Object.entries(FIELDS)),
  result: (stepId) => (stepId === "d" ? { id: "d", json: FIELDS } : undefined),
};

const COMPARISONS = ["==", "!=", "<", "<=", ">", ">="];
const space = fc.constantFrom("", " ", "\t", "\n ");

const value = fc.record({
  kind: fc.constant("value" as const),
  value: fc.oneof(
    fc.constantFrom(true, false, null, 0, -0, "", "abc", " ", "1"),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string({ unit: fc.constantFrom("'", '"', "\\", "a"), maxLength: 6 }),
    fc.integer(),
    fc.integer({ min: -400, max: 400 }).map((n) => n / 8),
  ),
  quote: fc.constantFrom("'", '"'),
});
const field = fc.oneof(
  fc.record({
    kind: fc.constant("field" as const),
    name: fc.constantFrom(...Object.keys(FIELDS)),
    owner: fc.constantFrom("d.json" as const, "args" as const),
  }),
  fc.constant({ kind: "field" as const, name: "missing", owner: "d.json" as const }),
);
const word = fc.record({
  kind: fc.constant("word" as const),
  word: fc.constantFrom("abc", "_", "true-", "Null", "Infinity", "a_b-C9"),
});

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; operand: Tree }>((tie) => ({
  operand: fc.oneof({ weight: 1, arbitrary: word }, { weight: 6, arbitrary: tie("tree") }),
  tree: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    { weight: 2, arbitrary: value },
    { weight: 3, arbitrary: field },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("not" as const), operand: tie("tree") }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("binary" as const),
        operator: fc.constantFrom(...COMPARISONS),
        left: tie("tree"),
        right: tie("operand"),
        space,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("binary" as const),
        operator: fc.constantFrom("&&", "||"),
        left: tie("tree"),
        right: tie("tree"),
        space,
      }),
    },
  ),
})).tree;

function levelOf(node: Tree): number {
  if (node.kind === "not") return 4;
  if (node.kind !== "binary") return 5;
  return node.operator === "||" ? 1 : node.operator === "&&" ? 2 : 3;
}

/** Prints with parentheses only where the grammar needs them, so precedence is really tested. */
function print(node: Tree, level = 1): string {
  const text = printNode(node);
  return levelOf(node) < level ? `(${text})` : text;
}

function printNode(node: Tree): string {
  switch (node.kind) {
    case "value":
      return printValue(node.value, node.quote);
    case "word":
      return node.word;
    case "field":
      return `$${node.owner}.${node.name}`;
    case "not":
      return `!${print(node.operand, 4)}`;
    case "binary":
      break;
  }
  const inner = COMPARISONS.includes(node.operator) ? 4 : levelOf(node);
  return [print(node.left, inner), node.operator, print(node.right, inner)].join(node.space);
}

function printValue(plain: string | number | boolean | null, quote: string): string {
  if (Object.is(plain, -0)) return "-0";
  if (typeof plain !== "string") return String(plain);
  return quote + plain.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}

function evaluate(node: Tree): Value {
  switch (node.kind) {
    case "value":
      return node.value;
    case "word":
      return node.word;
    case "field":
      return FIELDS[node.name];
    case "not":
      return !evaluate(node.operand);
    case "binary":
      break;
  }
  const [left, right] = [evaluate(node.left), evaluate(node.right)];
  if (node.operator === "&&") return Boolean(left) && Boolean(right);
  if (node.operator === "||") return Boolean(left) || Boolean(right);
  if (node.operator === "==") return isDeepStrictEqual(left, right);
  if (node.operator === "!=") return !isDeepStrictEqual(left, right);
  return order(node.operator, numberOf(left), numberOf(right));
}

function order(operator: string, left: number, right: number): boolean {
  if (operator === "<") return left < right;
  if (operator === ">") return left > right;
  return operator === "<=" ? left <= right : left >= right;
}

function numberOf(plain: Value): number {
  if (typeof plain === "number") return plain;
  return typeof plain === "string" && /\S/.test(plain) ? Number(plain) : Number.NaN;
}

describe("any condition", () => {
  it("means what its tree means, with no more parentheses than the grammar needs", () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(compileCondition(print(node)).evaluate(SCOPE)).toBe(Boolean(evaluate(node)));
      }),
      { numRuns: 1000 },
    );
  });

  it("means the opposite behind !( )", () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = print(node);
        expect(compileCondition(`!(${text})`).evaluate(SCOPE)).toBe(!compileCondition(text).evaluate(SCOPE));
      }),
    );
  });

  it("fails on an unknown step wherever it stands", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("&&", "||"), (node, operator) => {
        const condition = compileCondition(`(${print(node)}) ${operator} $nope.x`);
        expect(() => condition.evaluate(SCOPE)).toThrow("Unknown step reference: nope.x");
      }),
    );
  });
});

describe("any text at all", () => {
  const fragment = fc.constantFrom(
    ...Object.keys(FIELDS)
      .map((name) => `$d.json.${name}`)
      .concat(COMPARISONS, ["&&", "||", "!", "(", ")", "'", '"', "\\", "$", ".", "-", "=", "&", " ", "\0", "é", "😀"])
      .concat("$args.text", "$nope.x", "$args.nope", "true", "null", "abc", "1.5"),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join("")),
    fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(" ")),
  );

  it("is answered or refused with a code, and never changes its mind", () => {
    fc.assert(
      fc.property(text, (garbage) => {
        const first = answerOf(garbage);
        expect(["true", "false", "invalid_condition", "unknown_reference"]).toContain(first);
        expect(answerOf(garbage)).toBe(first);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Anything thrown that is not a LobsterError fails the test. */
function answerOf(text: string): string {
  try {
    return String(compileCondition(text).evaluate(SCOPE));
  } catch (thrown) {
    if (thrown instanceof LobsterError) return thrown.code;
    throw thrown;
  }
}

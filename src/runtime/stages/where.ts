import type { JsonValue } from "../json.ts";
import { compileStrictPath, type PathReader } from "../pipeline/dot-path.ts";
import { textOf } from "../pipeline/item-text.ts";
import { usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { readExpressionHead, unquoteValue, type Operator } from "../pipeline/where-expression.ts";

/** `where`: passes on the items for which `path op value` holds (stages-and-cli §6.3). */
export const where = defineStage({
  name: "where",
  description: "Pass on the items that match an expression such as status=open",
  flags: {},
  words: { description: "an expression: path, one of = == != <= >= < >, value" },
  examples: ["exec --json gh pr list --json number,isDraft | where isDraft=false", "where 'size >= 10'"],
  sideEffects: [],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ positionals }) => parseExpression(positionals.join(" ")),
  run: ({ input, plan: expression }) => ({ output: filter(input, expression) }),
});

type Operand = string | number | bigint | boolean | null;

interface Expression {
  readonly read: PathReader;
  readonly operator: Operator;
  readonly operand: Operand;
  /** The value stood in quotes: only texts equal it. */
  readonly isQuoted: boolean;
}

function parseExpression(text: string): Expression {
  if (text.trim() === "") throw usageError("where requires an expression (e.g. field=value)");
  const head = readExpressionHead(text);
  const value = text.slice(head?.valueStart).trimEnd();
  if (head === undefined || value === "") throw usageError(`Invalid where expression: ${text}`);
  const quoted = unquoteValue(value);
  return {
    read: compileStrictPath(head.path),
    operator: head.operator,
    operand: quoted ?? readOperand(value),
    isQuoted: quoted !== undefined,
  };
}

/** `true`, `false`, `null`, numbers in any notation, else text. Whole numbers keep all their digits. */
function readOperand(text: string): Operand {
  const literal = LITERALS.get(text);
  if (literal !== undefined) return literal;
  const value = Number(text);
  if (Number.isNaN(value)) return text;
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

const LITERALS: ReadonlyMap<string, Operand> = new Map<string, Operand>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

async function* filter(input: AsyncIterable<JsonValue>, expression: Expression): AsyncGenerator<JsonValue, void> {
  for await (const item of input) {
    if (holds(expression.read(item), expression)) yield item;
  }
}

function holds(value: JsonValue | undefined, { operator, operand, isQuoted }: Expression): boolean {
  if (isQuoted && typeof value !== "string") return operator === "!=";
  if (operator === "==") return isLooselyEqual(value, operand);
  if (operator === "!=") return !isLooselyEqual(value, operand);
  const [a, b] = [comparableOf(value), comparableOf(operand)];
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b, operator);
  return compareNumbers(numberOf(a), numberOf(b), operator);
}

/** JavaScript's loose equality: `null` equals a missing member, `1` equals `true` and `"1"`, `[1,2]` equals `1,2`. */
function isLooselyEqual(value: JsonValue | undefined, operand: Operand): boolean {
  const left = typeof value === "object" && value !== null ? plainText(value) : value;
  // eslint-disable-next-line eqeqeq
  return typeof left === typeof operand ? left === operand : left == operand;
}

type OrderOperator = Exclude<Operator, "==" | "!=">;

function compareTexts(a: string, b: string, operator: OrderOperator): boolean {
  return ORDERS[operator](a < b ? -1 : Number(a > b));
}

function compareNumbers(
  a: number | bigint | undefined,
  b: number | bigint | undefined,
  operator: OrderOperator,
): boolean {
  if (a === undefined || b === undefined) return false;
  return ORDERS[operator](a < b ? -1 : Number(a > b));
}

const ORDERS: Readonly<Record<OrderOperator, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** Only numbers and texts have an order; nothing is neither more nor less than a number (the peer's fault F30). */
function comparableOf(value: JsonValue | undefined): string | number | bigint | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

function numberOf(value: string | number | bigint | undefined): number | bigint | undefined {
  if (typeof value !== "string") return value;
  const number = value.trim() === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** What a list or an object is beside a plain value. */
function plainText(value: JsonValue): string {
  if (Array.isArray(value))
    return value.map((item: JsonValue) => (Array.isArray(item) ? plainText(item) : textOf(item))).join(",");
  return "[object Object]";
}

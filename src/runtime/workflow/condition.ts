import { isSatisfied } from "./condition/evaluate.ts";
import { readTokens, type Token } from "./condition/lexer.ts";
import { parseTokens } from "./condition/parse.ts";
import { ARGUMENTS_ID } from "./condition/read-reference.ts";
import { unsupportedCondition } from "./condition/unsupported.ts";
import type { ConditionSource } from "./definition.ts";
import type { Reference } from "./reference.ts";
import type { Scope } from "./step-result.ts";

/** A condition whose syntax is right; it can be asked any number of times. */
export interface CompiledCondition {
  /** Every `$step.path`, in order. Those that read `$args` are in {@link argumentNames} instead. */
  readonly references: readonly Reference[];
  /** The names in `$args.name`, each once. Where a step called `args` is known they are fields of its result. */
  readonly argumentNames: readonly string[];
  /** Throws `unknown_reference` for a step without a result, `invalid_condition` for an argument that does not exist. */
  evaluate(scope: Scope): boolean;
}

/** Characters of a condition, spaces around it aside. */
export const MAX_CONDITION_LENGTH = 10_000;

/** A loop asks the same few conditions many times; beyond this many the oldest are compiled again. */
const MAX_CACHED = 200;

const cache = new Map<string, CompiledCondition>();

/**
 * Checks a condition's syntax and compiles it. The language is that of workflows-and-checkpoints §3, with `$args.name` for
 * an argument (decision W33); path segments have no dashes, so an argument named with one cannot be read. Throws
 * `invalid_condition`: `Unsupported condition: <text>`, with `reason` and `at` in its facts.
 */
export function compileCondition(source: string): CompiledCondition {
  const text = source.trim();
  const known = cache.get(text);
  if (known !== undefined) return known;
  const compiled = compileText(text);
  remember(text, compiled);
  return compiled;
}

/** Whether a step with this `when` runs: without one it does. Text is compiled, and throws what that throws. */
export function evaluateCondition(condition: ConditionSource, scope: Scope): boolean {
  if (condition === undefined) return true;
  return typeof condition === "boolean" ? condition : compileCondition(condition).evaluate(scope);
}

function compileText(text: string): CompiledCondition {
  assertLength(text);
  const tokens = readTokens(text);
  const expression = parseTokens(text, tokens);
  const all = referencesOf(tokens);
  const names = all.filter(readsArguments).map(({ path }) => path[0] ?? "");
  return {
    references: all.filter((reference) => !readsArguments(reference)),
    argumentNames: [...new Set(names)],
    evaluate: (scope) => isSatisfied(expression, scope),
  };
}

function assertLength(text: string): void {
  if (text.length <= MAX_CONDITION_LENGTH) return;
  const words = `${text.length} characters, at most ${MAX_CONDITION_LENGTH} are read; decide in a step and refer to its result`;
  throw unsupportedCondition(words, MAX_CONDITION_LENGTH, "too long");
}

function referencesOf(tokens: readonly Token[]): readonly Reference[] {
  return tokens.flatMap((token) => (token.kind === "reference" ? [token.reference] : []));
}

function readsArguments(reference: Reference): boolean {
  return reference.stepId === ARGUMENTS_ID;
}

function remember(text: string, compiled: CompiledCondition): void {
  const [oldest] = cache.keys();
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(text, compiled);
}

import type { JsonValue } from "../json.ts";
import { stringifyJson } from "../stable-json.ts";
import {
  lookupReference,
  parseWholeReference,
  REFERENCE_PATTERN,
  resolveReference,
  toReference,
  type Reference,
} from "./reference.ts";
import type { Scope } from "./step-result.ts";

/** `${name}`: letters, digits, `_` and `-` (workflows-and-checkpoints §2.2). */
export const ARGUMENT_PATTERN = String.raw`\$\{([A-Za-z0-9_-]+)\}`;

/** Fields that a known step has as `false` when it does not have them at all. */
const FALSE_WHEN_MISSING: ReadonlySet<string> = new Set(["approved", "skipped"]);

/** Names of all `${name}` in a text. */
export function findArgumentNames(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(ARGUMENT_PATTERN, "g"))].map((match) => match[1] ?? "");
}

/** Replaces `${name}` of known arguments, in one pass; unknown ones stay as written. */
export function renderArguments(text: string, args: ReadonlyMap<string, JsonValue>): string {
  return text.replaceAll(new RegExp(ARGUMENT_PATTERN, "g"), (written, name: string) => {
    const value = args.get(name);
    return value === undefined ? written : argumentText(value);
  });
}

/** An argument as text, as Lobster writes it: objects `[object Object]`, lists `1,2`, null `null`. */
export function argumentText(value: JsonValue): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- these are the words the specification asks for
  return String(value);
}

/**
 * Text for stdin, environment values, paths and prompts: arguments first, then references, one pass each. Text that came
 * from a step is never expanded again. Commands and pipelines have their own rendering, which keeps values from being code.
 */
export function renderTemplate(text: string, scope: Scope): string {
  return renderArguments(text, scope.args).replaceAll(
    new RegExp(REFERENCE_PATTERN, "g"),
    (written, stepId: string, path: string) => renderFound(toReference([written, stepId, path]), scope) ?? written,
  );
}

/**
 * Text that people decide about: arguments and references in one pass, as in commands, so that a gate shows an argument the
 * way the command gets it. What is inserted is never looked at again.
 */
export function renderOnce(text: string, scope: Scope): string {
  const placeholder = new RegExp(`${ARGUMENT_PATTERN}|${REFERENCE_PATTERN}`, "g");
  return text.replaceAll(placeholder, (written: string, name?: string, stepId?: string, path?: string) => {
    if (name === undefined) return renderFound(toReference([written, stepId, path]), scope) ?? written;
    const value = scope.args.get(name);
    return value === undefined ? written : argumentText(value);
  });
}

/** A reference as text: empty for null and missing fields, `false` for the flags; undefined for an unknown step. */
export function renderFound(reference: Reference, scope: Scope): string | undefined {
  const found = lookupReference(reference, scope);
  if (found.kind === "unknown_step") return undefined;
  if (found.kind === "found") return renderValue(found.value);
  const [field] = reference.path;
  return reference.path.length === 1 && field !== undefined && FALSE_WHEN_MISSING.has(field) ? "false" : "";
}

/** A value as text (§2.5): null is empty, text stays untrimmed, lists and objects are compact JSON. */
export function renderValue(value: JsonValue): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

/**
 * The value of `stdin` (§2.8): text that is exactly one reference is that value itself, other text a template, anything
 * else as it is. Undefined is a reference to a field that is not there; it and null mean no input.
 */
export function resolveStdin(stdin: JsonValue, scope: Scope): JsonValue | undefined {
  if (typeof stdin !== "string") return stdin;
  const reference = parseWholeReference(renderArguments(stdin, scope.args));
  if (reference === undefined) return renderTemplate(stdin, scope);
  return resolveReference(reference, scope);
}

import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { Work } from "../definition.ts";
import { isFilledText } from "../validate/finding.ts";
import { shellText } from "../validate/work.ts";

/** A member that is text, as a property of that name; nothing otherwise. */
export function optionalText<K extends string>(object: JsonObject, key: K): { readonly [name in K]?: string } {
  const value = ownMember(object, key);
  return (typeof value === "string" ? { [key]: value } : {}) as { readonly [name in K]?: string };
}

/** `stdin` with the difference between "null" and "absent". */
export function optionalStdin(object: JsonObject): { readonly stdin?: { readonly value: JsonValue } } {
  const value = ownMember(object, "stdin");
  return value === undefined ? {} : { stdin: { value } };
}

/** The text values of an object's `env`; numbers are dropped, as Lobster does (the file was warned about them). */
export function readEnvironment(object: JsonObject): ReadonlyMap<string, string> {
  const env = ownMember(object, "env");
  const entries = isJsonObject(env) ? Object.entries(env) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** What a step, branch or sub-step hands to a shell or a pipeline. */
export function decodeWork(object: JsonObject): Work {
  const pipeline = ownMember(object, "pipeline");
  if (isFilledText(pipeline)) return { kind: "pipeline", text: pipeline };
  const text = shellText(object);
  return isFilledText(text) ? { kind: "shell", text } : { kind: "pass" };
}

/** `when`, or `condition` where `when` is absent or null. */
export function chooseCondition(object: JsonObject): JsonValue | undefined {
  return ownMember(object, "when") ?? ownMember(object, "condition") ?? undefined;
}

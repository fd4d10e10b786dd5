import { LobsterError } from "../runtime/errors.ts";
import { isJsonObject, type JsonObject } from "../runtime/json.ts";
import { toJson } from "./plain-json.ts";

/** The arguments a host gives a workflow, as JSON. Throws `invalid_request` for anything but an object. */
export function decodeArguments(args: unknown): JsonObject {
  const given = toJson(args ?? {}, "args");
  if (isJsonObject(given)) return given;
  throw new LobsterError("invalid_request", "run args must be an object: argument names with their values");
}

/** True for text with something in it: a blank pipeline or path is none. */
export function isGiven(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "";
}

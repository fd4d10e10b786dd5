import { readFile } from "node:fs/promises";
import { isMissing } from "../env-file.ts";
import type { ConfigProblem } from "../problem.ts";
import { parseConfigText, type ParsedConfig } from "./document.ts";

/** A configuration file longer than this is a mistake. */
const MAX_CHARS = 1024 * 1024;

/** Reads and parses the configuration file. `absent` when there is none at the default place. Never throws. */
export async function readConfigFile(
  file: string,
  mustExist: boolean,
): Promise<ParsedConfig | { readonly kind: "absent" }> {
  const text = await readFile(file, "utf8").catch((error: unknown) => error);
  if (typeof text !== "string") {
    if (!isMissing(text)) return problem(file, "it cannot be read", "Make it a file the user of the bot may read.");
    if (!mustExist) return { kind: "absent" };
    return problem(file, "there is no such file", "Create it, or correct LOBSTER_CONFIG.");
  }
  if (text.length > MAX_CHARS) return problem(file, `it is longer than ${MAX_CHARS} characters`, "Shorten it.");
  return parseConfigText(file, text);
}

function problem(
  file: string,
  what: string,
  fix: string,
): { readonly kind: "problems"; readonly problems: readonly ConfigProblem[] } {
  return { kind: "problems", problems: [{ file, what, fix }] };
}

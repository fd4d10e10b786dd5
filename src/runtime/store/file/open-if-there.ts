import { openSync } from "node:fs";
import { systemCodeOf } from "../../errors.ts";

/** Opens a file; undefined when there is none. Every other failure is thrown: it says nothing about the file. */
export function openIfThere(path: string, flags: string | number = "r"): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

import { isAbsolute, relative } from "node:path";
import type { Problem } from "../runtime/errors.ts";

/** A path as people type it: relative when it is below the directory they are in. */
export function shortenPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
}

/** Where a problem is, as editors and terminals link it: `file:line:column`, as far as it is known. */
export function placeOf({ filePath, line, column }: Problem, file: string, cwd: string): string {
  const parts = [filePath === undefined ? file : shortenPath(filePath, cwd), line, column];
  return parts.filter((part) => part !== undefined).join(":");
}

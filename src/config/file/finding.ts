/** Where something stands in the configuration file: keys and 0-based list positions, outermost first. */
export type Path = readonly (string | number)[];

/** A problem inside the configuration file, before its line is looked up. */
export interface Finding {
  readonly path: Path;
  /** Whether the key or the value at `path` is meant. */
  readonly part: "key" | "value";
  readonly what: string;
  readonly fix: string;
}

/** A path as people read it: `people[0].telegram`; `the file` for the whole. */
export function describePath(path: Path): string {
  if (path.length === 0) return "the file";
  return path.map((part, index) => describePart(part, index === 0)).join("");
}

/** Keys that look like anything but a name are not repeated: a token may have been pasted there. */
function describePart(part: string | number, first: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  if (/^[A-Za-z0-9_-]{1,48}$/.test(part)) return first ? part : `.${part}`;
  return /^[\w ./<-]{1,48}$/.test(part) ? `["${part}"]` : "[a key]";
}

import { extname } from "node:path";
import type { JsonValue } from "../json.ts";
import { parseJsonDocument } from "./parse/json-document.ts";

/** Where a value stands in a document: member names and list positions from the top. */
export type Path = readonly (string | number)[];

/** A place in a file, both numbers 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A workflow file's text as a value, and where each of its values stands. */
export interface ParsedDocument {
  readonly value: JsonValue;
  /** The place of the value at `path`, or of its key. Where the path leads to nothing, the nearest value around it. */
  locate(path: Path, of?: "key"): Place;
}

/** Bytes of a workflow file. Real ones have a few thousand. */
export const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Parses a workflow file: JSON when its name ends in `.json`, else YAML 1.2 (core schema). The YAML parser is loaded only
 * when it is needed. Throws `invalid_workflow` with every syntax problem, and for documents that are too deep or too large.
 */
export async function parseDocument(text: string, fileName: string): Promise<ParsedDocument> {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (extname(fileName).toLowerCase() === ".json") return parseJsonDocument(content);
  const { parseYamlDocument } = await import("./parse/yaml-document.ts");
  return await parseYamlDocument(content);
}

import { LobsterError } from "../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { sha256Hex, stableStringify } from "../stable-json.ts";
import { decodeWorkflow } from "./decode.ts";
import type { LoadedWorkflow } from "./definition.ts";

const FORMAT = "lobster.definition.v1";

/** Workflows inside workflows. */
export const MAX_NESTING = 32;

/** A pinned definition as it is stored, once and for ever: its key names its content. */
export interface PinnedDocument {
  readonly key: string;
  readonly value: JsonObject;
}

/** What makes a definition what it is. */
interface PinnedContent {
  readonly filePath: string;
  readonly document: JsonObject;
  /** Digests of the sub-workflows by step id, in the order of the file. */
  readonly children: readonly (readonly [stepId: string, digest: string])[];
}

/** SHA-256 (hex) of the stable JSON of a file's document, its path and the digests of its sub-workflows (promise 2). */
export function computeDefinitionDigest(content: Pick<LoadedWorkflow, "filePath" | "document" | "children">): string {
  return sha256Hex(stableStringify(encode(contentOf(content))));
}

/** The documents that keep a workflow and everything it includes; equal ones appear once. */
export function toPinnedDocuments(loaded: LoadedWorkflow): PinnedDocument[] {
  const documents = new Map<string, PinnedDocument>();
  const collect = (workflow: LoadedWorkflow): void => {
    const key = keyOf(workflow.digest);
    if (documents.has(key)) return;
    documents.set(key, { key, value: encode(contentOf(workflow)) });
    for (const child of workflow.children.values()) collect(child);
  };
  collect(loaded);
  return [...documents.values()];
}

/**
 * Brings a pinned workflow back. Nothing is read from the workflow's files, and nothing is checked again but the digest:
 * a document that is missing, damaged or changed throws `invalid_state`.
 */
export async function fromPinnedDocuments(
  digest: string,
  read: (key: string) => Promise<JsonValue | undefined>,
): Promise<LoadedWorkflow> {
  const done = new Map<string, LoadedWorkflow>();
  const load = async (wanted: string, depth: number): Promise<LoadedWorkflow> => {
    const known = done.get(wanted);
    if (known !== undefined) return known;
    if (depth > MAX_NESTING) throw damaged(wanted, "is nested too deeply");
    const value = await read(keyOf(wanted));
    if (value === undefined) throw damaged(wanted, "is missing");
    const content = decode(value, wanted);
    const children = new Map<string, LoadedWorkflow>();
    for (const [stepId, childDigest] of content.children) children.set(stepId, await load(childDigest, depth + 1));
    const { filePath, document } = content;
    const loaded: LoadedWorkflow = {
      filePath,
      document,
      definition: decodeWorkflow(document),
      children,
      digest: wanted,
      warnings: [],
    };
    done.set(wanted, loaded);
    return loaded;
  };
  return await load(digest, 0);
}

function keyOf(digest: string): string {
  return `definition_${digest}`;
}

function contentOf({
  filePath,
  document,
  children,
}: Pick<LoadedWorkflow, "filePath" | "document" | "children">): PinnedContent {
  return { filePath, document, children: [...children].map(([stepId, child]) => [stepId, child.digest]) };
}

function encode({ filePath, document, children }: PinnedContent): JsonObject {
  return { format: FORMAT, filePath, document, children: children.map((child) => [...child]) };
}

/** Only what hashes to the digest that was asked for is believed. */
function decode(value: JsonValue, digest: string): PinnedContent {
  if (!isJsonObject(value) || ownMember(value, "format") !== FORMAT) throw damaged(digest, "has an unknown format");
  if (sha256Hex(stableStringify(value)) !== digest) throw damaged(digest, "is not what was pinned");
  const filePath = ownMember(value, "filePath");
  const document = ownMember(value, "document");
  const children = decodeChildren(ownMember(value, "children"));
  if (typeof filePath !== "string" || !isJsonObject(document) || children === undefined) {
    throw damaged(digest, "is not a definition");
  }
  return { filePath, document, children };
}

function decodeChildren(value: JsonValue | undefined): PinnedContent["children"] | undefined {
  if (!Array.isArray(value)) return undefined;
  const children: [string, string][] = [];
  for (const child of value as readonly JsonValue[]) {
    if (!Array.isArray(child)) return undefined;
    const [stepId, digest] = child as readonly JsonValue[];
    if (typeof stepId !== "string" || typeof digest !== "string") return undefined;
    children.push([stepId, digest]);
  }
  return children;
}

function damaged(digest: string, what: string): LobsterError {
  const message = `The pinned definition ${keyOf(digest)} ${what}; cancel the run and start it again`;
  return new LobsterError("invalid_state", message, { facts: { digest } });
}

import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";

/** A workflow file of the workflows directory: its name is its file name without ending. */
export interface WorkflowFile {
  readonly name: string;
  /** Where the file really is, symbolic links resolved, inside the directory. */
  readonly filePath: string;
  /** Why it cannot be used, apart from what stands in it. */
  readonly problem?: string;
}

/** What a workflows directory holds, sorted by name, or why it cannot be read. */
export type WorkflowListing =
  | { readonly kind: "listed"; readonly files: readonly WorkflowFile[] }
  | { readonly kind: "unreadable"; readonly reason: string };

/** A directory with more workflow files than this is not a workflows directory. */
const MAX_FILES = 1_000;

const ENDING = /\.(lobster|yaml|yml|json)$/i;

/**
 * Lists the workflow files of a directory (not of its folders). Hidden files and other endings are passed over; a file that
 * cannot be used is listed with the reason: a name outside `[A-Za-z0-9._-]` or with `..`, two files of one name, a
 * link that leads out of the directory.
 */
export async function listWorkflowFiles(directory: string): Promise<WorkflowListing> {
  const root = await realpath(directory).catch(() => undefined);
  if (root === undefined) return { kind: "unreadable", reason: "does not exist" };
  const entries = await readdir(root).catch(() => undefined);
  if (entries === undefined) return { kind: "unreadable", reason: "is not a directory that can be read" };
  const names = entries.filter((entry) => ENDING.test(entry) && !entry.startsWith(".")).toSorted();
  if (names.length > MAX_FILES) return { kind: "unreadable", reason: `holds more than ${MAX_FILES} workflow files` };
  const found = await Promise.all(names.map((entry) => examineFile(root, entry)));
  const files = found.filter((file) => file !== undefined);
  return { kind: "listed", files: files.map((file) => ({ ...file, ...clash(file, files) })) };
}

/** True for a name a workflow may have: a file name, never a path. */
export function isWorkflowName(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(name) && !name.includes("..");
}

/** Undefined for a folder that happens to be named like a workflow. */
async function examineFile(root: string, entry: string): Promise<WorkflowFile | undefined> {
  const name = entry.replace(ENDING, "");
  const filePath = await realpath(path.join(root, entry)).catch(() => undefined);
  const unusable = { name, filePath: path.join(root, entry) };
  if (filePath === undefined) return { ...unusable, problem: `${entry} is a link to nothing; remove it` };
  if (!isInside(root, filePath)) {
    return { ...unusable, problem: `${entry} leads out of the workflows directory; put the file itself there` };
  }
  const facts = await stat(filePath).catch(() => undefined);
  if (facts?.isDirectory() === true) return undefined;
  if (facts?.isFile() !== true) return { ...unusable, problem: `${entry} is not a file; remove it` };
  if (!isWorkflowName(name)) {
    return { ...unusable, problem: `${entry} is no workflow name; use letters, digits and . _ - only, and no ".."` };
  }
  return { name, filePath };
}

function isInside(root: string, filePath: string): boolean {
  const relative = path.relative(root, filePath);
  return relative !== "" && !relative.startsWith(`..${path.sep}`) && relative !== ".." && !path.isAbsolute(relative);
}

function clash(file: WorkflowFile, files: readonly WorkflowFile[]): { readonly problem?: string } {
  const others = files.filter((other) => other !== file && other.name === file.name);
  if (others.length === 0) return {};
  const names = [file, ...others].map(({ filePath }) => path.basename(filePath)).toSorted();
  return { problem: `${names.join(" and ")} have the same name; keep one` };
}

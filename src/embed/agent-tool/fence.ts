import { realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { callError } from "./tool-error.ts";

/** Where the agent's calls may go. All paths are absolute. */
export interface Fence {
  /** The directory everything starts in and has to stay in. */
  readonly base: string;
  /** Further directories whose workflow files may be run. */
  readonly workflowRoots: readonly string[];
}

/**
 * The directory of a call: relative, inside the base, there. Symbolic links are followed before it is judged, and what they
 * lead to is what is used.
 */
export async function resolveDirectory({ base }: Fence, given: string | undefined): Promise<string> {
  const inside = await realpath(base);
  if (given === undefined) return inside;
  if (isAbsolute(given)) throw callError("cwd must be a relative path");
  const wanted = resolve(inside, given);
  assertInside([inside], wanted, OUTSIDE_DIRECTORY);
  const real = await realpath(wanted).catch(() => {
    throw callError(`cwd does not exist: ${given}`);
  });
  assertInside([inside], real, OUTSIDE_DIRECTORY);
  if (!(await stat(real)).isDirectory()) throw callError(`cwd is not a directory: ${given}`);
  return real;
}

/**
 * The workflow file a call names, or undefined where its text is a pipeline: a file's name has one of the endings and no
 * `|`, and text with spaces names one only when it is there. Throws for a file that is missing or outside the fence.
 */
export async function findWorkflow(fence: Fence, text: string, directory: string): Promise<string | undefined> {
  if (text.includes("|") || !ENDINGS.has(extname(text).toLowerCase())) return undefined;
  const wanted = resolve(directory, text);
  const real = await realpath(wanted).catch(() => undefined);
  if (real === undefined && /\s/.test(text)) return undefined;
  const roots = await realRoots(fence);
  assertInside(roots, real ?? (await realPlace(wanted)), OUTSIDE_WORKFLOW);
  if (real === undefined) throw callError(`Workflow file not found: ${text}; correct the path, or give a pipeline`);
  if (!(await stat(real)).isFile()) throw callError(`Workflow path is not a file: ${text}`);
  return real;
}

const ENDINGS: ReadonlySet<string> = new Set([".lobster", ".yaml", ".yml", ".json"]);
const OUTSIDE_DIRECTORY = "cwd must stay within the gateway working directory";
const OUTSIDE_WORKFLOW = "workflow path must stay within the gateway working directory";

function assertInside(roots: readonly string[], path: string, message: string): void {
  if (roots.some((root) => isInside(root, path))) return;
  throw callError(message);
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A root that is not there lets nothing in. */
async function realRoots({ base, workflowRoots }: Fence): Promise<readonly string[]> {
  const roots = await Promise.all([base, ...workflowRoots].map((root) => realpath(root).catch(() => undefined)));
  return roots.filter((root) => root !== undefined);
}

/** Where a path that is not there would be, with the links on the way to it followed. */
async function realPlace(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  const real = await realpath(parent).catch(() => realPlace(parent));
  return join(real, basename(path));
}

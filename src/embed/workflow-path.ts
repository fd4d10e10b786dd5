import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { LobsterError, messageOf } from "../runtime/errors.ts";
import { assertWorkflowPath } from "../runtime/workflow/load.ts";

/**
 * The absolute path of a workflow file a host names, relative to `cwd`. Throws `invalid_request` in the order and words of
 * stages-and-cli §21: the system's own (`ENOENT…`), `Workflow path is not a file`, or the endings a file may have.
 */
export async function resolveWorkflowPath(filePath: string, cwd: string): Promise<string> {
  const absolute = resolve(cwd, filePath);
  if (!(await isFile(absolute))) throw new LobsterError("invalid_request", "Workflow path is not a file");
  assertWorkflowPath(absolute);
  return absolute;
}

async function isFile(absolute: string): Promise<boolean> {
  try {
    return (await stat(absolute)).isFile();
  } catch (thrown) {
    throw new LobsterError("invalid_request", messageOf(thrown), { facts: { filePath: absolute }, cause: thrown });
  }
}

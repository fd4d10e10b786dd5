import { open, stat } from "node:fs/promises";
import { LobsterError, messageOf } from "../../errors.ts";
import { MAX_FILE_BYTES } from "../parse-document.ts";

/** How the file came to be read: by the caller's path, or named by a step of another workflow. */
export interface ReadRequest {
  readonly filePath: string;
  readonly stepId?: string;
}

/**
 * The text of a workflow file. The caller's own mistakes (no such file, a directory) are `invalid_request`, so that the
 * exit code is 2; a file named by a step gives `invalid_workflow` in the words of workflows-and-checkpoints §8.
 */
export async function readWorkflowFile(request: ReadRequest): Promise<string> {
  const { filePath } = request;
  let text: string | undefined;
  try {
    const facts = await stat(filePath);
    // Looked at before opening: opening a pipe would wait for whoever writes into it.
    if (!facts.isFile()) throw unreadable(request, "Workflow path is not a file", `path is not a file: ${filePath}`);
    text = await readLimited(filePath);
  } catch (thrown) {
    if (thrown instanceof LobsterError) throw thrown;
    const isMissing = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
    const inStep = isMissing ? `file not found: ${filePath}` : `file cannot be read: ${messageOf(thrown)}`;
    throw unreadable(request, messageOf(thrown), inStep, thrown);
  }
  if (text !== undefined) return text;
  const message = `Workflow file is larger than ${MAX_FILE_BYTES} bytes; split it`;
  throw new LobsterError("invalid_workflow", message, { problems: [{ message }], facts: { filePath } });
}

function unreadable({ filePath, stepId }: ReadRequest, plain: string, inStep: string, cause?: unknown): LobsterError {
  const details = { facts: { filePath }, ...(cause === undefined ? {} : { cause }) };
  if (stepId === undefined) return new LobsterError("invalid_request", plain, details);
  return new LobsterError("invalid_workflow", `Workflow step ${stepId} workflow ${inStep}`, details);
}

/** Undefined for a file that is larger than the cap. Reads one byte more than that at most. */
async function readLimited(filePath: string): Promise<string | undefined> {
  const file = await open(filePath, "r");
  try {
    const { size } = await file.stat();
    if (size > MAX_FILE_BYTES) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(size, MAX_FILE_BYTES) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    return buffer.toString("utf8", 0, length);
  } finally {
    await file.close();
  }
}

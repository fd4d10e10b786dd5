import { open, stat } from "node:fs/promises";
import { LobsterError, messageOf, type ErrorCode } from "../../errors.ts";
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
export async function readWorkflowFile({ filePath, stepId }: ReadRequest): Promise<string> {
  const fail = (plain: string, inStep: string, cause?: unknown): LobsterError => {
    const [code, message]: [ErrorCode, string] =
      stepId === undefined ? ["invalid_request", plain] : ["invalid_workflow", `Workflow step ${stepId} ${inStep}`];
    return new LobsterError(code, message, { facts: { filePath }, ...(cause === undefined ? {} : { cause }) });
  };
  try {
    const facts = await stat(filePath);
    // Looked at before opening: opening a pipe would wait for whoever writes into it.
    if (!facts.isFile()) throw fail("Workflow path is not a file", `workflow path is not a file: ${filePath}`);
    const text = await readLimited(filePath);
    if (text !== undefined) return text;
  } catch (thrown) {
    if (thrown instanceof LobsterError) throw thrown;
    const isMissing = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
    const inStep = isMissing ? `workflow file not found: ${filePath}` : `workflow file cannot be read: ${messageOf(thrown)}`;
    throw fail(messageOf(thrown), inStep, thrown);
  }
  const tooLarge = `is larger than ${MAX_FILE_BYTES} bytes; split it`;
  throw fail(`Workflow file ${tooLarge}`, `workflow file ${filePath} ${tooLarge}`);
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

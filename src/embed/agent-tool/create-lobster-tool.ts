import type { GateReference } from "../../runtime/runtime.ts";
import { awaitResult, type WaitOptions } from "./await-result.ts";
import { carryOut } from "./carry-out.ts";
import { decodeCall } from "./decode-call.ts";
import { DESCRIPTION, PARAMETERS } from "./parameters.ts";
import type { ToolReply } from "./reply.ts";
import { createToolHost, type LobsterToolOptions } from "./tool-host.ts";

/** The runtime as one tool of an AI agent. */
export interface LobsterTool {
  readonly name: "lobster";
  readonly description: string;
  /** JSON Schema of the parameters. */
  readonly parameters: typeof PARAMETERS;
  /**
   * Carries out one call. Throws `LobsterToolError` for a call that cannot be understood and for what the runtime fails
   * with. Cancelling or running out of time ends every process of the call before it returns.
   */
  execute(params: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<ToolReply>;
  /** Waits until a person has decided a gate and what follows has run, then answers as `execute` with `status` does. */
  waitForResult(gate: GateReference, options?: WaitOptions): Promise<ToolReply>;
}

/**
 * Makes the tool (docs of the parameters: {@link PARAMETERS}). An agent in a sandbox gets none: null. With
 * `approvals: "chat"` the agent can start runs, and people decide them.
 */
export function createLobsterTool(options?: LobsterToolOptions & { readonly sandboxed?: false }): LobsterTool;
export function createLobsterTool(options?: LobsterToolOptions): LobsterTool | null;
export function createLobsterTool(options: LobsterToolOptions = {}): LobsterTool | null {
  if (options.sandboxed === true) return null;
  const host = createToolHost(options);
  return {
    name: "lobster",
    description: DESCRIPTION,
    parameters: PARAMETERS,
    execute: async (params, { signal } = {}) => await carryOut(host, decodeCall(params), signal),
    waitForResult: async (gate, waitOptions) => await awaitResult(host, gate, waitOptions),
  };
}

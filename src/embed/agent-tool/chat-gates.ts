import type { Decision, GateReference, Runtime } from "../../runtime/runtime.ts";
import { LobsterToolError } from "./tool-error.ts";
import type { ToolHost } from "./tool-host.ts";

/**
 * Refuses an agent's decision where people decide in chat: whoever is controlled is not who stops. Cancelling is not
 * deciding, for it lets nothing happen. A gate that is not there is left for the runtime to say so.
 */
export async function assertAgentMayDecide(
  host: ToolHost,
  runtime: Runtime,
  reference: GateReference,
  decision: Decision,
): Promise<void> {
  if (decision.kind === "cancel") return;
  const gate = await runtime.readGate(reference);
  if (gate === undefined) return;
  const run = await runtime.readRun(gate.runId);
  if (host.approvals === "agent" && run?.decideVia !== "chat") return;
  throw new LobsterToolError("parse_error", refusal(run?.announce ?? []), { runId: gate.runId });
}

function refusal(announce: readonly string[]): string {
  const where =
    announce.length === 0 ? "no conversation was told of it" : `its card was posted to ${announce.join(", ")}`;
  return `This is for a person to decide in chat, not for the agent: ${where}. Wait for the decision, and ask for the result with action status and the same token`;
}

/** What the agent should know of a gate that is not its own to decide. */
export function chatNote({ approvals, announce }: ToolHost): string | undefined {
  if (approvals === "agent") return undefined;
  return `A person decides in chat (${announce.join(", ")}); ask for the result with action status and this token`;
}

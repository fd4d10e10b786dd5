import type { Core } from "../core.ts";
import type { RichText } from "../text/rich-text.ts";
import { decideGate, tellDecision } from "./decide-gate.ts";
import type { Approval } from "./approve-gate.ts";

/** Takes back the person's own vote, and answers them. Whether there is one, and still time, is the runtime's to say. */
export async function withdrawVote(core: Core, { actor, found, digest }: Approval): Promise<RichText> {
  const attempt = { actor, gate: found.gate, decision: { kind: "withdraw" }, digest } as const;
  return tellDecision(core, attempt, await decideGate(core, attempt));
}

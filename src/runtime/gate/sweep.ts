import { LobsterError } from "../errors.ts";
import type { GateDocument } from "../run/documents.ts";
import type { Decision, DecisionOutcome, Runtime } from "../runtime.ts";

/** What a sweep came to at one gate. */
export type Swept =
  | Extract<DecisionOutcome, { kind: "accepted" | "unsettled" }>
  /** It could not be decided; the other gates were. */
  | { readonly kind: "failed"; readonly gate: GateDocument; readonly error: LobsterError };

/**
 * Asks the runtime to expire gates whose time is over and to open those whose hold is (policy rule 7). The runtime looks
 * again before either: a decision that came before stands. Nothing is executed. Throws when the store does not work.
 */
export async function sweepGates(
  runtime: Pick<Runtime, "decide">,
  gates: readonly GateDocument[],
  now: number,
): Promise<readonly Swept[]> {
  const swept: Swept[] = [];
  for (const gate of gates) {
    const decision = findDue(gate, now);
    const outcome = decision === undefined ? undefined : await sweepGate(runtime, gate, decision);
    if (outcome !== undefined) swept.push(outcome);
  }
  return swept;
}

/** What time has come to at an open gate: the end of its hold, or of the time in which it can be decided. */
export function findDue({ state, holdUntil, expiresAt }: GateDocument, now: number): Decision | undefined {
  if (state !== "open") return undefined;
  if (holdUntil !== null) return now >= Date.parse(holdUntil) ? { kind: "settle" } : undefined;
  return expiresAt !== null && !(now < Date.parse(expiresAt)) ? { kind: "expire" } : undefined;
}

async function sweepGate(
  runtime: Pick<Runtime, "decide">,
  gate: GateDocument,
  decision: Decision,
): Promise<Swept | undefined> {
  try {
    const outcome = await runtime.decide({ gate: { gateKey: gate.key }, decision });
    return outcome.kind === "accepted" || outcome.kind === "unsettled" ? outcome : undefined;
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code === "store_unavailable") throw thrown;
    return { kind: "failed", gate, error: thrown };
  }
}

import { findDue } from "../../runtime/gate/sweep.ts";
import type { Clock } from "../../runtime/ports.ts";
import type { GateDocument } from "../../runtime/run/documents.ts";
import type { DecisionOutcome, Runtime } from "../../runtime/runtime.ts";
import { listNames } from "../cards/policy/names.ts";
import { findOpenGate, type RunView } from "../cards/run-view.ts";
import type { Log } from "../log.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { line, type RichText } from "../text/rich-text.ts";
import { listConversations, type DrawParts } from "./draw-run.ts";
import { remindIfDue, type RemindParts } from "./remind.ts";

/** What watching takes. */
export interface WatchParts extends RemindParts, Pick<DrawParts, "adapters"> {
  readonly runtime: Pick<Runtime, "decide">;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What time brings to the open gate of a run: those who can still act are reminded, once; a gate whose time is over expires, and
 * one whose hold is over goes on (policy rule 7). The runtime looks again before either: a decision that came before stands.
 * Tells what became of the gate just now; undefined for nothing.
 */
export async function watchGate(parts: WatchParts, view: RunView): Promise<"settled" | "changed" | undefined> {
  const gate = findOpenGate(view);
  if (gate === undefined) return undefined;
  const now = parts.clock.now();
  const due = findDue(gate, now);
  if (due === undefined) {
    await remindIfDue(parts, view, gate, now);
    return undefined;
  }
  const outcome = await parts.runtime.decide({ gate: { gateKey: gate.key }, decision: due });
  parts.log.info("gate_due", { runId: gate.runId, gate: gate.key, kind: due.kind, outcome: outcome.kind });
  if (outcome.kind === "unsettled") await tellUnsettled(parts, view, gate, outcome);
  if (outcome.kind === "accepted") return due.kind === "settle" ? "settled" : "changed";
  return outcome.kind === "unsettled" ? "changed" : undefined;
}

/** A card that changes tells nobody. Whoever approved believes that the run goes on; it does not. */
async function tellUnsettled(
  parts: WatchParts,
  view: RunView,
  gate: GateDocument,
  { dropped, remaining }: Extract<DecisionOutcome, { kind: "unsettled" }>,
): Promise<void> {
  const { id, name, startedBy } = view.run;
  const card: Purpose = { kind: "gate", gateKey: gate.key };
  const about = `unsettled ${gate.key} ${gate.holdUntil ?? ""}`;
  for (const conversation of listConversations(parts, view.run)) {
    const voice = parts.voices.toAll(conversation, startedBy);
    const body: RichText = [line(...voice.words.gates.unsettled(listNames(dropped, voice), name, id, remaining))];
    await parts.messages.show(id, { kind: "notice", runId: id, about }, conversation, {
      message: { body },
      complete: true,
      pace: "now",
      replyTo: encodePurpose(card),
    });
  }
}

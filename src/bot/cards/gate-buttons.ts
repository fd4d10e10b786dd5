import type { GateDocument } from "../../runtime/run/documents.ts";
import type { Button } from "../adapter.ts";
import type { CardTools } from "./gate-card.ts";
import { gathersVotes } from "./policy/standing.ts";

type Tools = Pick<CardTools, "voice" | "payload">;
type Rows = readonly (readonly Button[])[];

/**
 * The buttons of an open gate; they look the same to everybody. A gate that takes more than one press has a second row: a
 * vote can be taken back, and the run be cancelled, for as long as it waits. Nothing is left to approve while it is on hold.
 */
export function drawButtons(gate: GateDocument, tools: Tools): Rows {
  return layOut(gate, tools, { canApprove: gate.holdUntil === null, canWithdraw: gate.votes.length > 0 });
}

/** All the buttons that a gate will ever have at a time. */
export function drawMostButtons(gate: GateDocument, tools: Tools): Rows {
  return layOut(gate, tools, { canApprove: true, canWithdraw: true });
}

interface Possible {
  readonly canApprove: boolean;
  readonly canWithdraw: boolean;
}

function layOut(gate: GateDocument, { voice: { words }, payload }: Tools, possible: Possible): Rows {
  const approve: Button = {
    label: words.cards.approve(),
    payload: payload("approve"),
    style: "primary",
    ...(needsWriting(gate) ? { opensForm: true } : {}),
  };
  const withdraw: Button = { label: words.cards.withdraw(), payload: payload("withdraw"), style: "plain" };
  const cancel: Button = { label: words.cards.cancelRun(), payload: payload("cancelrun"), style: "plain" };
  return [
    [
      ...(possible.canApprove ? [approve] : []),
      { label: words.cards.deny(), payload: payload("deny"), style: "danger" },
      { label: words.cards.details(), payload: payload("details"), style: "plain" },
    ],
    ...(gathersVotes(gate) ? [[...(possible.canWithdraw ? [withdraw] : []), cancel]] : []),
  ];
}

/** True when an approve takes more than a press: a reason, or a text to type. */
function needsWriting({ policy }: Pick<GateDocument, "policy">): boolean {
  return policy.reason === "required" || policy.confirm !== undefined;
}

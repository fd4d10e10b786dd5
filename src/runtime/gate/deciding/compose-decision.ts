import type { GateDocument, RecordedDecision, Vote } from "../../run/documents.ts";
import type { DecisionRequest } from "../../runtime.ts";
import type { Voter } from "../../approvers/principal.ts";
import type { Case } from "./case.ts";

/** A decision of one person, or of nobody, as it is recorded when it counts. */
export function composeDecision(
  { host, request, gate, decider, now }: Case,
  kind: RecordedDecision["kind"],
): RecordedDecision {
  const reason = reasonOf(request);
  return {
    id: host.ids.uuid(),
    kind,
    ...(decider === undefined ? {} : { by: decider.by }),
    ...(request.by?.account === undefined ? {} : { account: request.by.account }),
    ...(reason === undefined ? {} : { reason }),
    at: new Date(now).toISOString(),
    ...placeOf(gate),
    ...(request.asOperator === true ? { asOperator: true } : {}),
    ...originOf(request),
  };
}

/** The approve that votes came to, told as the last voter's. */
export function composeApproval({ host, gate, now }: Case, votes: readonly Vote[]): RecordedDecision {
  const last = votes.at(-1);
  return {
    id: host.ids.uuid(),
    kind: "approve",
    ...(last === undefined ? {} : decidedBy(last)),
    at: new Date(now).toISOString(),
    ...placeOf(gate),
    ...(votes.some(({ asOperator }) => asOperator === true) ? { asOperator: true } : {}),
    ...(votes.length > 1 ? { approvals: votes.map(describeVote) } : {}),
  };
}

/** A vote as it is told. */
export function describeVote({ by, at, reason }: Vote): Pick<Vote, "by" | "at" | "reason"> {
  return { by, at, ...(reason === undefined ? {} : { reason }) };
}

/** A vote as it is stored. */
export function composeVote({ request, gate, now }: Case, voter: Voter): Vote {
  const reason = reasonOf(request);
  return {
    by: voter.by,
    groups: voter.groups,
    ...(request.by?.account === undefined ? {} : { account: request.by.account }),
    digest: gate.digest,
    ...(reason === undefined ? {} : { reason }),
    at: new Date(now).toISOString(),
    ...(request.asOperator === true ? { asOperator: true } : {}),
    ...originOf(request),
  };
}

/** What was given as a reason; text with nothing in it that can be seen is none. */
export function reasonOf({ reason }: DecisionRequest): string | undefined {
  const text = reason?.trim() ?? "";
  return VISIBLE.test(text) ? text : undefined;
}

/** A letter with a shape: not space, not a control or mark alone, none of the blank letters of Hangul and Braille. */
const VISIBLE = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

function decidedBy({ by, account, reason, origin }: Vote): Partial<RecordedDecision> {
  return {
    by,
    ...(account === undefined ? {} : { account }),
    ...(reason === undefined ? {} : { reason }),
    ...(origin === undefined ? {} : { origin }),
  };
}

function placeOf({ key, stepId, approvalId, digest }: GateDocument) {
  return { gate: key, stepId, ...(approvalId === undefined ? {} : { approvalId }), digest };
}

/** Where a request came from, as it is stored. */
export function originOf({ via, origin }: DecisionRequest): Pick<RecordedDecision, "origin"> {
  if (via === undefined && origin === undefined) return {};
  const { conversation, message } = origin ?? {};
  return {
    origin: {
      ...(via === undefined ? {} : { via }),
      ...(conversation === undefined ? {} : { conversation }),
      ...(message === undefined ? {} : { message }),
    },
  };
}

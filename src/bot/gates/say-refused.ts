import type { ErrorCode } from "../../runtime/errors.ts";
import { isStarterRefusal } from "../../runtime/gate/deciding/starter.ts";
import type { GateDocument } from "../../runtime/run/documents.ts";
import type { DecisionOutcome } from "../../runtime/runtime.ts";
import { explainRefusal } from "../cards/policy/policy-words.ts";
import { readStanding } from "../cards/policy/standing.ts";
import { showTime } from "../cards/state-line.ts";
import type { Core } from "../core.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import type { DecisionAttempt } from "./decide-gate.ts";

type Refused = Extract<DecisionOutcome, { kind: "refused" }>;

/** Digits of a digest that people compare. */
const DIGEST_DIGITS = 12;

/** Why a decision did not count, in words. The gate is as it was. */
export function sayRefused(core: Core, attempt: DecisionAttempt, refused: Refused): RichText {
  const { code, message } = refused.error;
  return SAYINGS[code]?.(core, refused, attempt) ?? plain(core.voice.words.decisions.refusedPlainly(message));
}

type Saying = (core: Core, refused: Refused, attempt: DecisionAttempt) => RichText | undefined;

const SAYINGS: Readonly<Partial<Record<ErrorCode, Saying>>> = {
  stale_digest: ({ voice }, { gate: { digest } }) => [
    line(...voice.words.decisions.contentChanged(digest.slice(0, DIGEST_DIGITS))),
  ],
  expired: ({ voice: { words } }, { gate: { expiresAt } }) => [
    line(...words.decisions.expired(showTime(expiresAt ?? "", words))),
  ],
  already_voted: (core, { gate }) => sayVoted(core, gate),
  reason_required: ({ voice }) => plain(voice.words.decisions.approveReasonMissing()),
  confirm_required: ({ voice }, { gate: { policy } }) => [
    line(...voice.words.decisions.wrongConfirm(policy.confirm ?? "")),
  ],
  invalid_request: (core, _refused, attempt) => sayTooLong(core, attempt),
  refused: (core, refused, attempt) => sayReasons(core, refused, attempt),
};

/** The person's vote stands; what it waits for is told. */
function sayVoted({ voice }: Core, gate: GateDocument): RichText {
  const { decisions } = voice.words;
  if (gate.holdUntil !== null) return [line(...decisions.alreadyHeld(showTime(gate.holdUntil, voice.words)))];
  return plain(decisions.alreadyVoted(readStanding(gate, voice).remaining));
}

/** Characters of a reason that the runtime takes. */
const MAX_REASON_CHARS = 4000;

function sayTooLong({ voice }: Core, { reason = "" }: DecisionAttempt): RichText | undefined {
  const { decisions } = voice.words;
  return reason.length > MAX_REASON_CHARS ? plain(decisions.refused([decisions.reasonTooLong()])) : undefined;
}

function sayReasons(core: Core, { gate, error }: Refused, attempt: DecisionAttempt): RichText | undefined {
  const { voice } = core;
  const { decisions } = voice.words;
  const { actor, decision, reason = "" } = attempt;
  const refuse = (...reasons: readonly string[]): RichText => plain(decisions.refused(reasons));
  if (decision.kind === "withdraw") {
    const hasVoted = gate.votes.some(({ by }) => by === actor.person.id);
    return refuse(hasVoted ? decisions.holdIsOver() : decisions.noVote());
  }
  if (decision.kind !== "approve") return undefined;
  const reasons = explainRefusal(gate.policy, actor.person, voice);
  if (reasons.length > 0) return refuse(...reasons);
  if (isStarterRefusal(error)) return refuse(decisions.youStartedIt());
  if (gate.holdUntil !== null) return sayVoted(core, gate);
  return gate.policy.reason === "none" && reason !== "" ? refuse(decisions.takesNoReason()) : undefined;
}

import type { RunDocument, RunOutcome } from "../../runtime/run/documents.ts";
import type { OutboundFile } from "../adapter.ts";
import { redactList } from "../text/redaction.ts";
import { line, type RichText } from "../text/rich-text.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { showFailedSteps } from "./failed-steps.ts";
import { showRedacted } from "./gate-content.ts";
import { showValue } from "./payload-blocks.ts";
import { clipReason } from "./policy/reason.ts";
import type { RunView, Voice } from "./run-view.ts";

/** How a run ended, below the state line. `attachment` holds what `brief` leaves out; absent when it leaves out nothing. */
export interface OutcomeBlocks {
  readonly full: RichText;
  readonly brief: RichText;
  readonly attachment?: OutboundFile;
}

const NOTHING: OutcomeBlocks = { full: [], brief: [] };

/** The outcome of a run that is over; nothing while it is not. */
export function showOutcome(view: RunView, voice: Voice): OutcomeBlocks {
  if (view.run.outcome === undefined) return NOTHING;
  const failed = showFailedSteps(view, voice);
  const end = showEnd(view, voice);
  return { ...end, full: [...failed, ...end.full], brief: [...failed, ...end.brief] };
}

function showEnd({ run }: RunView, voice: Voice): OutcomeBlocks {
  if (run.outcome === undefined) return NOTHING;
  switch (run.outcome.kind) {
    case "finished":
      return showOutput(run, run.outcome, voice);
    case "failed":
      return showFailure(run, run.outcome, voice);
    case "interrupted":
      return same([line(...voice.words.cards.interruptedStep(run.outcome.stepId))]);
    case "denied":
    case "cancelled":
    case "expired":
      return same(showWho(run, run.outcome, voice));
  }
}

function showOutput(run: RunDocument, outcome: RunOutcome, voice: Voice): OutcomeBlocks {
  const { words } = voice;
  const { value: output, count } = redactList(voice.redact, outcome.output ?? []);
  if (output.length === 0) return same([line(words.cards.noOutput())]);
  const attachment = { name: `output-${run.id}.json`, text: `${stringifyJson(output, 2)}\n` };
  return {
    full: [line(words.cards.output()), ...showValue(output), ...showRedacted(count, voice)],
    brief: [line(words.cards.outputInFile(attachment.name)), ...showRedacted(count, voice)],
    attachment,
  };
}

function showFailure(run: RunDocument, outcome: RunOutcome, { words, redact }: Voice): OutcomeBlocks {
  const what = line(...words.cards.failedStep(outcome.stepId, outcome.exitCode));
  const message = redact(outcome.message ?? "").trimEnd();
  const stderr = redact(outcome.stderrTail ?? "").trimEnd();
  const said: RichText = message === "" ? [] : [{ kind: "quote", text: message }];
  if (stderr === "" && message.length < 300) return same([what, ...said]);
  const attachment = { name: `errors-${run.id}.txt`, text: `${[message, stderr].join("\n\n").trim()}\n` };
  const tail: RichText = stderr === "" ? [] : [line(words.cards.lastErrorLines()), { kind: "code", text: stderr }];
  return {
    full: [what, ...said, ...tail],
    brief: [what, line(words.cards.errorLinesInFile(attachment.name))],
    attachment,
  };
}

/** Who ended it and why, when that is not the last decision at a gate, which its card shows already. */
function showWho(run: RunDocument, outcome: RunOutcome, voice: Voice): RichText {
  const { words, nameOf } = voice;
  const last = run.decisions.at(-1);
  if (last !== undefined && last.at === outcome.at) return [];
  const { decided } = words.cards;
  const done =
    outcome.kind === "denied" ? decided.deny : outcome.kind === "cancelled" ? decided.cancel : decided.expire;
  // Nobody in particular: the bot was stopped, say.
  const anonymous: RichText = outcome.message === undefined ? [] : [{ kind: "quote", text: outcome.message }];
  const who = outcome.by === undefined ? anonymous : [line(words.cards.decidedBy(done, nameOf(outcome.by)))];
  if (outcome.reason === undefined) return who;
  return [...who, line(...words.cards.reason(clipReason(outcome.reason, voice)))];
}

function same(blocks: RichText): OutcomeBlocks {
  return { full: blocks, brief: blocks };
}

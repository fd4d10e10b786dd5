import type { GateDocument } from "../../runtime/run/documents.ts";
import { clipBlocks } from "../cards/clip-blocks.ts";
import { showRunLine } from "../cards/gate-card.ts";
import { readGateContent, showGateContent, showRedacted, writeGateFiles } from "../cards/gate-content.ts";
import { sayAnswerers } from "../cards/policy/policy-words.ts";
import type { RunView } from "../cards/run-view.ts";
import { showGateState, showTime } from "../cards/state-line.ts";
import type { Core } from "../core.ts";
import { decideGate, tellDecision } from "../gates/decide-gate.ts";
import { planQuestion } from "../questions/index.ts";
import { line } from "../text/rich-text.ts";
import { withReference } from "../runs/run-records.ts";
import { findAnswerers, policyOf } from "./answerers.ts";
import { questionIdOf } from "./question-id.ts";
import type { Inquiry, InquiryHead } from "./inquiry.ts";

/** How much of prompt and subject the smaller heads keep: lines and characters. */
const SMALLER: readonly (readonly [number, number])[] = [
  [24, 1200],
  [10, 500],
  [3, 150],
  [0, 0],
];

/** The question of an open input gate. Its answer goes to the runtime, like every decision. */
export async function createGateInquiry(core: Core, view: RunView, gate: GateDocument): Promise<Inquiry | undefined> {
  const { request } = gate;
  if (request.type !== "input_request") return undefined;
  const { run } = view;
  const reference = await core.buttons.keep({ kind: "gate", runId: run.id, gateKey: gate.key, digest: gate.digest });
  await core.records.change(run.id, (record) => withReference(record, reference));
  return {
    key: gateFormKey(gate),
    plan: planQuestion(request.responseSchema, request.defaults),
    reference,
    answerers: findAnswerers(core.people, { gate, run }),
    answerersNamed: sayAnswerers(policyOf({ gate, run }), core.voice),
    title: request.prompt,
    heads: () => drawHeads(core, view, gate),
    purpose: { kind: "question", gateKey: gate.key },
    promptFor: (step) => ({ kind: "prompt", gateKey: gate.key, step }),
    replyTo: { kind: "run", runId: run.id },
    show: (purpose, conversation, content, again) =>
      again
        ? core.messages.showAgain(run.id, purpose, conversation, content)
        : core.messages.show(run.id, purpose, conversation, content),
    redraw: () => core.keeper.refresh(run.id),
    close: () => core.keeper.refresh(run.id),
    submit: async (actor, response) => {
      const attempt = { actor, gate, decision: { kind: "answer", response }, digest: gate.digest } as const;
      const outcome = await decideGate(core, attempt);
      return { isTaken: outcome.kind !== "refused", body: tellDecision(core, attempt, outcome) };
    },
  };
}

/** Where the half-filled form of a gate is kept. */
export function gateFormKey({ key }: Pick<GateDocument, "key">): string {
  return `gate ${key}`;
}

function drawHeads(core: Core, view: RunView, gate: GateDocument): readonly (() => InquiryHead)[] {
  const { voice } = core;
  const { words } = voice;
  const { run } = view;
  const { step, of } = gate.position;
  const top = [...showGateState(view, gate, voice), showRunLine(view, voice)];
  const foot = [
    line(words.questions.answeredBy(sayAnswerers(policyOf({ gate, run }), voice))),
    ...(run.decideVia === "chat" ? [line(words.gates.chatOnly())] : []),
    line(words.cards.stepOf(step, of)),
    ...(gate.expiresAt === null ? [] : [line(...words.cards.expires(showTime(gate.expiresAt, words)))]),
    line(...words.questions.typedAnswer(questionIdOf(gate))),
  ];
  const shown = readGateContent(view.run, gate, voice.redact);
  const content = [...showGateContent(shown, voice), ...showRedacted(shown.redacted, voice)];
  const full = (): InquiryHead => ({ body: [...top, ...content, ...foot], files: [] });
  const smaller = SMALLER.map(([lines, chars]) => (): InquiryHead => {
    const files = writeGateFiles(view.run, gate, shown);
    const clipped = clipBlocks(content, lines, chars);
    const names = files.map(({ name }) => name).join(", ");
    return { body: [...top, ...clipped.body, line(words.cards.restInFile(clipped.left, names)), ...foot], files };
  });
  return [full, ...smaller];
}

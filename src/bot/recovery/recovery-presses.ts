import type { RecoveryDecision } from "../../runtime/run/recovery-documents.ts";
import type { RecoveryOutcome } from "../../runtime/runtime.ts";
import { checkRecover } from "../people/access.ts";
import { conversationKey } from "../adapter.ts";
import type { ButtonPress, Subject } from "../buttons.ts";
import { showTime } from "../cards/state-line.ts";
import type { Core } from "../core.ts";
import { slotIn } from "../delivery/outbox.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { originOf, type Request } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import { readRunView } from "../runs/read-view.ts";
import { showInterruptionAgain } from "./draw-interruption.ts";

type InterruptionSubject = Extract<Subject, { readonly kind: "interruption" }>;

/** What the buttons of an interrupted run do. The names stand in payloads: they are never reused for something else. */
type Action = "retry" | "abandon" | "show";

/**
 * Handles Retry this step / Abandon, for those who may start the workflow. The runtime says whether it counts: of any number
 * of presses one does. Every press is answered with words.
 */
export async function handleRecoveryPress(
  core: Core,
  request: Request<"press">,
  press: ButtonPress,
  subject: InterruptionSubject,
): Promise<void> {
  const { decisions } = core.voice.words;
  const { conversation } = request.actor;
  if (!isAction(press.action)) return await request.respond(plain(decisions.noLongerValid()));
  const purpose: Purpose = { kind: "interruption", runId: subject.runId, interruption: subject.interruption };
  const card = await core.messages.find(purpose, conversation);
  if (card === undefined) return await request.respond(plain(decisions.wrongConversation()));
  if (press.action === "show") {
    const view = await readRunView(core.runtime, subject.runId, undefined);
    if (view !== undefined) await showInterruptionAgain(core, view, conversation);
    return await request.acknowledge();
  }
  const { message } = request.event;
  if (message !== undefined && !card.messages.includes(message.id)) {
    // A send whose outcome was unknown did arrive. Not waited for: the press must be answered now.
    void core.outbox
      .adopt(slotIn(encodePurpose(purpose), conversation), message)
      .catch(() => core.log.warn("copy_not_adopted", { runId: subject.runId }));
  }
  await request.respond(await decide(core, request, press.action, subject));
}

function isAction(text: string): text is Action {
  return text === "retry" || text === "abandon" || text === "show";
}

async function decide(
  core: Core,
  { actor }: Request<"press">,
  action: "retry" | "abandon",
  { runId, interruption }: InterruptionSubject,
): Promise<RichText> {
  const { recovery, decisions } = core.voice.words;
  const run = await core.runtime.readRun(runId);
  if (run === undefined) return plain(decisions.gateGone());
  if (checkRecover(core.config, { person: actor.person, workflow: run.name }).kind === "refused") {
    return [line(...recovery.mayNot(run.name))];
  }
  const origin = originOf(actor);
  const outcome = await core.runtime.recover({
    runId,
    action,
    interruption,
    by: { person: actor.person.id, ...(origin.account === undefined ? {} : { account: origin.account }) },
    via: "chat",
    origin,
  });
  core.log.info("recovery", { runId, action, person: actor.person.id, outcome: outcome.kind });
  if (outcome.kind === "accepted" && outcome.gate === undefined && action === "retry") {
    const { origin: began } = await core.records.get(runId);
    core.queue.enqueue(runId, began ?? conversationKey(actor.conversation));
  }
  // Not waited for: whoever decided is answered first.
  void core.keeper.refresh(runId);
  return tell(core, action, outcome);
}

function tell(core: Core, action: "retry" | "abandon", outcome: RecoveryOutcome): RichText {
  const { recovery, decisions } = core.voice.words;
  switch (outcome.kind) {
    case "accepted":
      if (action === "abandon") return plain(recovery.isAbandoned());
      return plain(outcome.gate === undefined ? recovery.runsAgain() : recovery.isAsked());
    case "already_decided":
      return tellKnown(core, outcome.decision);
    case "refused": {
      const { pids, stillRunning, mayBeEarlier } = outcome.error.facts;
      if (stillRunning !== true || !Array.isArray(pids)) return plain(recovery.notInterrupted());
      const processes = pids.join(", ");
      if (mayBeEarlier === true) return plain(recovery.mayStillRun(processes));
      return plain(action === "retry" ? recovery.refusedRunning(processes) : recovery.notEnded(processes));
    }
    case "not_found":
      return plain(decisions.gateGone());
  }
}

function tellKnown({ voice: { words, nameOf } }: Core, { kind, by, at }: RecoveryDecision): RichText {
  const name = by === undefined ? undefined : nameOf(by);
  const time = showTime(at, words);
  const { recovery } = words;
  return [line(...(kind === "retry" ? recovery.alreadyRetried(name, time) : recovery.alreadyAbandoned(name, time)))];
}

import { ownMember } from "../../runtime/json.ts";
import type { ButtonPress, Subject } from "../buttons.ts";
import type { Core } from "../core.ts";
import { encodePurpose } from "../purposes.ts";
import type { Actor, Request } from "../request.ts";
import { plain } from "../text/rich-text.ts";
import { drawGateIn } from "../runs/draw-run.ts";
import { withSettled } from "../runs/run-records.ts";
import { slotIn } from "../delivery/outbox.ts";
import { askToCancel } from "../commands/cancel.ts";
import { pressApprove, takeApprovalForm } from "./ask-approval.ts";
import { askBeforeDeny, askReason, closeConfirm, denyGate, type DenyRequest } from "./deny-gate.ts";
import { findGateIn, sayNotHere, type FoundGate } from "./find-gate.ts";
import { openDetails } from "./open-details.ts";
import { markPerson } from "./person-mark.ts";
import { withdrawVote } from "./withdraw-vote.ts";

type GateSubject = Extract<Subject, { readonly kind: "gate" }>;

/** A press at a gate that was found, by somebody who is registered. */
interface GatePress {
  readonly request: Request<"press">;
  readonly found: FoundGate;
  readonly press: ButtonPress;
  readonly subject: GateSubject;
}

/** What the buttons of a gate do. The names stand in payloads: they are never reused for something else. */
const ACTIONS: Readonly<Record<string, (core: Core, press: GatePress) => Promise<void>>> = {
  approve: (core, { request, found, press, subject }) =>
    pressApprove(core, request, {
      actor: request.actor,
      found,
      reference: press.reference,
      digest: subject.digest,
    }),
  withdraw: async (core, { request, found, subject }) =>
    request.respond(await withdrawVote(core, { actor: request.actor, found, digest: subject.digest })),
  cancelrun: (core, { request, found }) => askToCancel(core, request, found.view),
  details: (core, { request, found }) => openDetails(core, request, found),
  show: (core, press) => showCardAgain(core, press),
  deny: async (core, press) => press.request.respond(await askBeforeDeny(core, denyRequestOf(press))),
  denynow: (core, press) => ifOwn(core, press, () => denyNow(core, press)),
  denywhy: (core, press) => ifOwn(core, press, () => askReason(core, denyRequestOf(press), press.request)),
  denyback: (core, press) => ifOwn(core, press, () => keepOpen(core, press)),
};

/** Handles a press on a button of a gate's card, or of a question about it. Every press is answered with words. */
export async function handleGatePress(
  core: Core,
  request: Request<"press">,
  press: ButtonPress,
  subject: GateSubject,
): Promise<void> {
  const act = Object.hasOwn(ACTIONS, press.action) ? ACTIONS[press.action] : undefined;
  if (act === undefined) return await request.respond(plain(core.voice.words.decisions.noLongerValid()));
  const found = await findGateIn(core, subject.gateKey, request.actor.conversation);
  if (found.kind !== "found") return await request.respond(plain(sayNotHere(core, found)));
  adoptLostCopy(core, request, found, press.action);
  await act(core, { request, found, press, subject });
}

/** A form about a gate that was filled in and sent, by somebody who is registered. */
interface GateForm extends Omit<GatePress, "request"> {
  readonly request: Request<"form">;
}

/** What the forms of a gate do, by the action of their payload. As with buttons, the names are never reused. */
const FORMS: Readonly<Record<string, (core: Core, form: GateForm) => Promise<void>>> = {
  approveform: (core, { request, found, subject }) =>
    takeApprovalForm(core, request, { found, digest: subject.digest }),
  denyform: async (core, { request, found, press, subject }) => {
    const deny: DenyRequest = { actor: request.actor, found, reference: press.reference, digest: subject.digest };
    const body = await denyGate(core, deny, ownMember(request.event.values, "reason"));
    await closeConfirm(core, deny, body);
    await request.respond(body);
  },
};

/** Handles a form that was opened about a gate. The gate is looked up anew: much may have happened while it stood open. */
export async function handleGateForm(
  core: Core,
  request: Request<"form">,
  press: ButtonPress,
  subject: GateSubject,
): Promise<void> {
  const act = Object.hasOwn(FORMS, press.action) ? FORMS[press.action] : undefined;
  if (act === undefined) return await request.respond(plain(core.voice.words.decisions.noLongerValid()));
  const found = await findGateIn(core, subject.gateKey, request.actor.conversation);
  if (found.kind !== "found") return await request.respond(plain(sayNotHere(core, found)));
  await act(core, { request, found, press, subject });
}

/** Handles a reply to "reply with your reason". An empty reason leaves everything as it was. */
export async function handleReasonReply(
  core: Core,
  request: Request<"text">,
  subject: Pick<GateSubject, "gateKey"> & { readonly person: string },
): Promise<void> {
  const { decisions } = core.voice.words;
  const { actor, event } = request;
  if (subject.person !== actor.person.id) {
    return await request.respond(plain(decisions.notYours(core.voice.nameOf(subject.person))));
  }
  if (event.text.trim() === "") return await request.respond(plain(decisions.reasonMissing()));
  const found = await findGateIn(core, subject.gateKey, actor.conversation);
  if (found.kind !== "found") return await request.respond(plain(sayNotHere(core, found)));
  const deny: DenyRequest = { actor, found, reference: "", digest: found.gate.digest };
  const body = await denyGate(core, deny, event.text);
  await closeConfirm(core, deny, body);
  await request.respond(body);
}

function denyRequestOf({ request, found, press, subject }: GatePress): DenyRequest {
  return { actor: request.actor, found, reference: press.reference, digest: subject.digest };
}

/** A question in a conversation is seen by all; only the person it was put to answers it. */
async function ifOwn(core: Core, { request, press }: GatePress, act: () => Promise<void>): Promise<void> {
  const asked = core.people.all.find(({ id }) => markPerson(id) === press.detail);
  if (asked?.id === request.actor.person.id) return await act();
  const { decisions } = core.voice.words;
  await request.respond(plain(asked === undefined ? decisions.noLongerValid() : decisions.notYours(asked.name)));
}

async function denyNow(core: Core, press: GatePress): Promise<void> {
  const deny = denyRequestOf(press);
  const body = await denyGate(core, deny);
  await closeConfirm(core, deny, body);
  await press.request.respond(body);
}

async function keepOpen(core: Core, press: GatePress): Promise<void> {
  const body = plain(core.voice.words.decisions.keptOpen());
  await closeConfirm(core, denyRequestOf(press), body);
  await press.request.respond(body);
}

async function showCardAgain(core: Core, { request, found }: GatePress): Promise<void> {
  const { view, gate } = found;
  // Its run may be over, and its cards done with: until this one is as well, they are looked at again.
  await core.records.change(view.run.id, (record) => withSettled(record, false));
  if (gate.request.type === "input_request") await core.questions.drawAgain(view, gate, request.actor.conversation);
  else await showGateAgain(core, found, request.actor);
  void core.keeper.refresh(view.run.id);
  await request.acknowledge();
}

async function showGateAgain(core: Core, { view, gate }: FoundGate, { conversation }: Actor): Promise<void> {
  const layout = await drawGateIn(core, view, gate, conversation);
  const replyTo = encodePurpose({ kind: "run", runId: view.run.id });
  await core.messages.showAgain(view.run.id, { kind: "gate", gateKey: gate.key }, conversation, {
    ...layout,
    pace: "now",
    replyTo,
  });
}

/** A send whose outcome was unknown did arrive, as this press shows: both copies tell the same story from now on. */
function adoptLostCopy(
  core: Core,
  { event, actor }: Request<"press">,
  { gate, card }: FoundGate,
  action: string,
): void {
  const { message } = event;
  if (message === undefined || !["approve", "deny", "details", "withdraw", "cancelrun"].includes(action)) return;
  if ((card.state === "sent" && card.mayHaveLost !== true) || card.messages.includes(message.id)) return;
  // Not waited for: it may stand behind a send that is under way, and the press must be answered now.
  void core.records
    .change(gate.runId, (record) => withSettled(record, false))
    .then(() =>
      core.outbox.adopt(slotIn(encodePurpose({ kind: "gate", gateKey: gate.key }), actor.conversation), message),
    )
    .then(() => core.keeper.refresh(gate.runId))
    .catch(() => core.log.warn("copy_not_adopted", { runId: gate.runId }));
}

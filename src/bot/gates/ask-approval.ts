import type { GateKey } from "../../runtime/run/documents.ts";
import { ownMember } from "../../runtime/json.ts";
import type { Form } from "../adapter.ts";
import { encodeButton } from "../buttons.ts";
import type { Core } from "../core.ts";
import { askInWriting } from "../open-form.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import type { Request } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import { findDraft, withDraft, withoutDraft, type ApprovalDraft } from "../runs/run-records.ts";
import { approveGate, type Approval } from "./approve-gate.ts";
import { findGateIn, sayNotHere, type FoundGate } from "./find-gate.ts";
import { markPerson } from "./person-mark.ts";

/** Somebody who pressed Approve at a gate; `reference` is the one that its buttons carry. */
export type PressedApproval = Pick<Approval, "actor" | "found" | "digest"> & { readonly reference: string };

/**
 * Approves after a press. Where that takes a reason or a text to type, a form is opened, or a message asks the person to
 * reply: only this person's reply to this message counts, and for the content they pressed on.
 */
export async function pressApprove(core: Core, press: Request<"press">, pressed: PressedApproval): Promise<void> {
  const outcome = await approveGate(core, pressed);
  if (outcome.kind === "told") return await press.respond(outcome.body);
  const draft = await beginDraft(core, pressed);
  await askInWriting(core, press, {
    form: composeForm(core, pressed, draft),
    ask: () => ask(core, pressed, outcome.what),
  });
}

/** Goes on with what this person wrote before about the same content. */
async function beginDraft(core: Core, { actor, found, digest }: PressedApproval): Promise<ApprovalDraft> {
  const { key: gateKey, runId } = found.gate;
  const person = actor.person.id;
  const before = findDraft(await core.records.get(runId), gateKey, person);
  const draft = before?.digest === digest ? before : { gateKey, person, digest };
  await core.records.change(runId, (record) => withDraft(record, draft));
  return draft;
}

/** Takes a form that was opened by a press on Approve. A wrong text decides nothing. */
export async function takeApprovalForm(
  core: Core,
  request: Request<"form">,
  { found, digest }: Pick<PressedApproval, "found" | "digest">,
): Promise<void> {
  const { actor, event } = request;
  const reason = ownMember(event.values, "reason");
  const confirm = ownMember(event.values, "confirm");
  const outcome = await approveGate(core, {
    actor,
    found,
    digest,
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
  });
  if (outcome.kind === "told") await forgetDraft(core, { actor, found });
  else await keepReason(core, { gateKey: found.gate.key, person: actor.person.id, digest }, found, reason);
  await request.respond(outcome.body);
}

/** The two questions that an approve may lead to where there are no forms. */
export type ApprovalPurpose = Extract<Purpose, { readonly kind: "approval_reason" | "approval_confirm" }>;

/** Takes a reply to one of them. What does not fit decides nothing, and is asked for again. */
export async function takeApprovalReply(core: Core, request: Request<"text">, purpose: ApprovalPurpose): Promise<void> {
  const { decisions } = core.voice.words;
  const { actor } = request;
  if (purpose.person !== actor.person.id) {
    return await request.respond(plain(decisions.notYours(core.voice.nameOf(purpose.person))));
  }
  const found = await findGateIn(core, purpose.gateKey, actor.conversation);
  if (found.kind !== "found") return await request.respond(plain(sayNotHere(core, found)));
  const draft = findDraft(await core.records.get(found.gate.runId), purpose.gateKey, actor.person.id);
  if (draft === undefined) return await request.respond(plain(decisions.approveAgain()));
  await takeStep(core, request, { purpose, found, draft });
}

interface Step {
  readonly purpose: ApprovalPurpose;
  readonly found: FoundGate;
  readonly draft: ApprovalDraft;
}

async function takeStep(core: Core, request: Request<"text">, { purpose, found, draft }: Step): Promise<void> {
  const { actor, event } = request;
  const isReason = purpose.kind === "approval_reason";
  const reason = isReason ? event.text.trim() : draft.reason;
  const given: Approval = {
    actor,
    found,
    digest: draft.digest,
    ...(reason === undefined ? {} : { reason }),
    ...(isReason ? {} : { confirm: event.text }),
  };
  const outcome = await approveGate(core, given);
  if (outcome.kind === "told") {
    await forgetDraft(core, given);
    await closeQuestions(core, given, outcome.body);
    return await request.respond(outcome.body);
  }
  await keepReason(core, draft, found, reason);
  await ask(core, given, outcome.what);
  // The first time the text is asked for, nothing was wrong yet.
  if (isReason && outcome.what === "confirm") return await request.acknowledge();
  await request.respond(outcome.body);
}

async function keepReason(
  core: Core,
  draft: ApprovalDraft,
  { gate }: FoundGate,
  reason: string | undefined,
): Promise<void> {
  const kept = reason === undefined || reason.trim() === "" ? draft : { ...draft, reason: reason.trim() };
  await core.records.change(gate.runId, (record) => withDraft(record, kept));
}

function composeForm(core: Core, { actor, found, reference }: PressedApproval, draft: ApprovalDraft): Form {
  const { decisions } = core.voice.words;
  const { reason, confirm } = found.gate.policy;
  const payload = encodeButton("approveform", reference, markPerson(actor.person.id));
  const given = draft.reason === undefined ? {} : { value: draft.reason };
  const isRequired = reason === "required";
  const field = { id: "reason", label: decisions.reasonField(), required: isRequired, multiline: true, ...given };
  const why = reason === "none" ? [] : [field];
  const text =
    confirm === undefined
      ? []
      : [{ id: "confirm", label: labelConfirm(core, confirm), required: true, multiline: false }];
  return {
    title: decisions.approveTitle(),
    payload,
    // What has to be filled in comes first, and the text that means yes last of that.
    fields: isRequired ? [...why, ...text] : [...text, ...why],
  };
}

/** Characters of a label that every platform with forms shows whole. */
const MAX_LABEL_CHARS = 45;

/** The text itself where there is room for it; the card has it in any case. */
function labelConfirm(core: Core, confirm: string): string {
  const { decisions } = core.voice.words;
  const label = decisions.confirmFieldWith(confirm);
  return core.visible.line(label).length > MAX_LABEL_CHARS ? decisions.confirmField() : label;
}

/** In a further message each time: a reply that was not taken has used the one before up. */
async function ask(
  core: Core,
  { actor, found }: Pick<Approval, "actor" | "found">,
  what: "reason" | "confirm",
): Promise<void> {
  const { decisions } = core.voice.words;
  const { gate } = found;
  const { name } = actor.person;
  const [body, placeholder] =
    what === "reason"
      ? [plain(decisions.askApproveReason(name)), decisions.approveReasonPlaceholder()]
      : [[line(...decisions.askConfirm(name, gate.policy.confirm ?? ""))], decisions.confirmPlaceholder()];
  await core.messages.showAgain(gate.runId, purposeOf(what, actor.person.id, gate.key), actor.conversation, {
    message: { body, expectReply: { placeholder, from: [actor.account] } },
    complete: true,
    pace: "now",
    replyTo: encodePurpose({ kind: "gate", gateKey: gate.key }),
  });
}

/** Ends the wait for replies, and says how it came out. */
async function closeQuestions(core: Core, { actor, found }: Approval, body: RichText): Promise<void> {
  const { key, runId } = found.gate;
  for (const what of ["reason", "confirm"] as const) {
    const purpose = purposeOf(what, actor.person.id, key);
    if ((await core.messages.find(purpose, actor.conversation)) === undefined) continue;
    await core.messages.show(runId, purpose, actor.conversation, { message: { body }, complete: true, pace: "now" });
  }
}

async function forgetDraft(core: Core, { actor, found }: Pick<Approval, "actor" | "found">): Promise<void> {
  const { key, runId } = found.gate;
  await core.records.change(runId, (record) => withoutDraft(record, key, actor.person.id));
}

function purposeOf(what: "reason" | "confirm", person: string, gateKey: GateKey): ApprovalPurpose {
  return { kind: what === "reason" ? "approval_reason" : "approval_confirm", gateKey, person };
}

import { admit, findPerson } from "./people/admit.ts";
import { conversationKey, type InboundEvent } from "./adapter.ts";
import type { AskedPurpose } from "./asking/desk.ts";
import { decodeButton, type ButtonPress, type Subject } from "./buttons.ts";
import { handleCancelPress } from "./commands/cancel.ts";
import { findCommand, findNearestCommand } from "./commands/all-commands.ts";
import { handleWorkflowPress } from "./commands/workflow-press.ts";
import { speakTo } from "./voice/speak-to.ts";
import type { Core, SharedCore } from "./core.ts";
import { takeApprovalReply, type ApprovalPurpose } from "./gates/ask-approval.ts";
import { handleGateForm, handleGatePress, handleReasonReply } from "./gates/gate-presses.ts";
import { createInOrder } from "./platform/in-order.ts";
import { describeThrown } from "./log.ts";
import { decodePurpose, type Purpose } from "./purposes.ts";
import { handleRecoveryPress } from "./recovery/recovery-presses.ts";
import type { Answering, Request } from "./request.ts";
import { line, plain } from "./text/rich-text.ts";
import type { SeenEvents } from "./seen-events.ts";
import type { VisibleText } from "./text/visible-text.ts";

/** What the router needs beside the core. */
export interface RouterParts {
  readonly core: SharedCore;
  readonly seen: SeenEvents;
  readonly visible: VisibleText;
}

type EventOf<Kind extends InboundEvent["kind"]> = Extract<InboundEvent, { readonly kind: Kind }>;

/**
 * Takes what comes in, recognises repeats, admits people, and hands it to whoever handles it. Never rejects: what fails is
 * logged and the person is told, so that one bad event never stops those behind it.
 */
export function createRouter(parts: RouterParts): (event: InboundEvent) => Promise<void> {
  const inOrder = createInOrder();
  return (event) => inOrder(`${event.conversation.platform}:${event.eventId}`, () => handle(parts, event));
}

async function handle(parts: RouterParts, event: InboundEvent): Promise<void> {
  const { core, seen } = parts;
  const answering = answerThrough(parts, event);
  try {
    if (isChatter(event)) return await dispatchHome(core, event, answering);
    const before = await seen.begin(event);
    if (before === "done") return await answering.acknowledge();
    if ((before === "begun" || event.repeated === true) && !canBeRepeated(event)) {
      const { words } = core.voices.toSender(event.sender, event.conversation);
      await answering.respond(plain(words.access.halfDone()));
    } else if (event.late === true && !canBeRepeated(event)) {
      const { words } = core.voices.toSender(event.sender, event.conversation);
      await answering.respond(plain(words.access.tooLate()));
    } else {
      await dispatchHome(core, event, answering);
    }
    await seen.finish(event);
  } catch (thrown) {
    core.log.error("event_failed", { ...describeThrown(thrown), kind: event.kind, eventId: event.eventId });
    await tellFailure(core, event, answering);
  }
}

/** From here on whoever acted is spoken to in their own language. */
async function dispatchHome(shared: SharedCore, event: InboundEvent, answering: Answering): Promise<void> {
  const home = await bringHome(shared, event);
  return await dispatch(await speakTo(shared, home.sender, home.conversation), home, answering);
}

/** What people write to each other: nothing can come of it, so nothing is kept of it. */
function isChatter(event: InboundEvent): boolean {
  return event.kind === "text" && event.replyTo === undefined && event.addressed !== true;
}

/**
 * Decisions come out the same however often they are handled. What starts a run, or may be the last answer that starts
 * one, would do it twice: when it is delivered again, and when somebody repeats what they were told had failed.
 */
function canBeRepeated(event: InboundEvent): boolean {
  switch (event.kind) {
    case "command":
      return event.name !== "run" && event.name !== "answer";
    case "press":
    case "choice":
    case "form":
      return !/^(?:start|q.*)$/.test(decodeButton(event.payload)?.action ?? "");
    case "text":
      return false;
  }
}

/** A conversation whose id changed goes by the id that the configuration and the runs know. */
async function bringHome(core: SharedCore, event: InboundEvent): Promise<InboundEvent> {
  const conversation = await core.outbox.moved.inbound(event.conversation);
  return conversation === event.conversation ? event : { ...event, conversation };
}

function dispatch(core: Core, event: InboundEvent, answering: Answering): Promise<void> {
  switch (event.kind) {
    case "command":
      return takeCommand(core, event, answering);
    case "press":
    case "choice":
      return takePress(core, event, answering);
    case "text":
      return takeText(core, event, answering);
    case "form":
      return takeForm(core, event, answering);
  }
}

async function takeCommand(core: Core, event: EventOf<"command">, answering: Answering): Promise<void> {
  const command = findCommand(event.name);
  if (command?.kind === "open_command") {
    const person = findPerson(core, event.sender, event.conversation);
    return await command.handle(core, { ...answering, event, person });
  }
  const admission = admit(core, event);
  if (admission.kind === "not_here") return await answering.acknowledge();
  if (admission.kind === "refused") return await answering.respond(admission.body);
  if (command !== undefined) return await command.handle(core, { ...answering, event, actor: admission.actor });
  const { commands } = core.voice.words;
  await answering.respond([line(...commands.unknownCommand(event.name, findNearestCommand(event.name)))]);
}

async function takePress(core: Core, event: EventOf<"press" | "choice">, answering: Answering): Promise<void> {
  const press = decodeButton(event.payload);
  if (press === undefined) return await answering.respond(plain(core.voice.words.decisions.noLongerValid()));
  const admission = admit(core, event);
  if (admission.kind !== "admitted") return await answering.respond(admission.body);
  const subject = await core.buttons.find(press.reference);
  if (subject === undefined) return await answering.respond(plain(core.voice.words.decisions.noLongerValid()));
  const acting = { ...answering, actor: admission.actor };
  if (event.kind === "press") await handlePress(core, { ...acting, event }, press, subject);
  else await handleChoice(core, { ...acting, event }, press, subject);
}

function handlePress(core: Core, request: Request<"press">, press: ButtonPress, subject: Subject): Promise<void> {
  switch (subject.kind) {
    case "gate":
      return press.action.startsWith("q")
        ? core.questions.press(request, press, subject)
        : handleGatePress(core, request, press, subject);
    case "run":
      return handleCancelPress(core, request, press, subject);
    case "interruption":
      return handleRecoveryPress(core, request, press, subject);
    case "workflow":
      return handleWorkflowPress(core, request, press, subject);
    case "arguments":
      return core.questions.press(request, press, subject);
  }
}

/** Only questions have something to choose from. */
function handleChoice(core: Core, request: Request<"choice">, press: ButtonPress, subject: Subject): Promise<void> {
  switch (subject.kind) {
    case "gate":
    case "arguments":
      return core.questions.choose(request, press, subject);
    case "run":
    case "interruption":
    case "workflow":
      return request.respond(plain(core.voice.words.decisions.noLongerValid()));
  }
}

async function takeForm(core: Core, event: EventOf<"form">, answering: Answering): Promise<void> {
  const press = decodeButton(event.payload);
  const subject = press === undefined ? undefined : await core.buttons.find(press.reference);
  if (press === undefined || subject === undefined) {
    return await answering.respond(plain(core.voice.words.decisions.noLongerValid()));
  }
  const admission = admit(core, event);
  if (admission.kind !== "admitted") return await answering.respond(admission.body);
  const request = { ...answering, event, actor: admission.actor };
  await handleForm(core, request, press, subject);
}

function handleForm(core: Core, request: Request<"form">, press: ButtonPress, subject: Subject): Promise<void> {
  switch (subject.kind) {
    case "gate":
      return press.action.startsWith("q")
        ? core.questions.form(request, press, subject)
        : handleGateForm(core, request, press, subject);
    case "arguments":
      return core.questions.form(request, press, subject);
    case "run":
    case "interruption":
    case "workflow":
      return request.respond(plain(core.voice.words.decisions.noLongerValid()));
  }
}

/** Text counts only as a reply to a message that asks for one; what else people write to each other is none of our business. */
async function takeText(core: Core, event: EventOf<"text">, answering: Answering): Promise<void> {
  const purpose = await findPurpose(core, event);
  const asked = purpose !== undefined && isAskedFor(purpose) ? purpose : undefined;
  if (asked === undefined && event.addressed !== true) return;
  const admission = admit(core, event);
  if (admission.kind === "not_here") return;
  if (admission.kind === "refused") return await answering.respond(admission.body);
  const request = { ...answering, event, actor: admission.actor };
  if (asked === undefined) return await answering.respond([line(...core.voice.words.commands.plainText())]);
  await handleReply(core, request, asked);
}

type RepliedTo = AskedPurpose | ApprovalPurpose | Extract<Purpose, { readonly kind: "reason" }>;

const ASKED_FOR: ReadonlySet<Purpose["kind"]> = new Set<RepliedTo["kind"]>([
  "reason",
  "approval_reason",
  "approval_confirm",
  "question",
  "prompt",
  "arguments",
  "argument",
]);

function isAskedFor(purpose: Purpose): purpose is RepliedTo {
  return ASKED_FOR.has(purpose.kind);
}

function handleReply(core: Core, request: Request<"text">, asked: RepliedTo): Promise<void> {
  switch (asked.kind) {
    case "reason":
      return handleReasonReply(core, request, asked);
    case "approval_reason":
    case "approval_confirm":
      return takeApprovalReply(core, request, asked);
    case "question":
    case "prompt":
    case "arguments":
    case "argument":
      return core.questions.reply(request, asked);
  }
}

async function findPurpose(core: Core, { replyTo, conversation }: EventOf<"text">): Promise<Purpose | undefined> {
  const slot = replyTo === undefined ? undefined : await core.outbox.findByMessage(replyTo);
  // A reply counts in the conversation of the message it replies to, and in no other.
  if (slot === undefined || slot.conversation !== conversationKey(conversation)) return undefined;
  return decodePurpose(slot.purpose);
}

function answerThrough({ visible }: RouterParts, event: InboundEvent): Answering {
  return {
    respond: async (body) => {
      await event.respond(visible.body(body));
    },
    present: (body, files) => event.respond(visible.body(body), files.map(visible.file)),
    acknowledge: () => event.acknowledge(),
    ...(event.openForm === undefined
      ? {}
      : { openForm: async (form) => (await event.openForm?.(visible.form(form))) ?? false }),
  };
}

async function tellFailure(core: SharedCore, event: InboundEvent, answering: Answering): Promise<void> {
  const { words } = core.voices.toSender(event.sender, event.conversation);
  try {
    await answering.respond(plain(words.access.brokenHere()));
  } catch (thrown) {
    core.log.warn("failure_not_told", describeThrown(thrown));
  }
}

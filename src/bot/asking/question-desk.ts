import type { Conversation, LostFile } from "../adapter.ts";
import type { Core, SharedCore } from "../core.ts";
import type { Person } from "../people/people.ts";
import { findGateIn, sayNotHere } from "../gates/find-gate.ts";
import { limitsOf } from "../platform/limits-of.ts";
import { openForm } from "../open-form.ts";
import {
  applyAction,
  applyChoice,
  applyFields,
  applyFile,
  applyText,
  currentStep,
  type FormContext,
  type FormOutcome,
} from "../questions/index.ts";
import type { Actor, Answering } from "../request.ts";
import { line, plain } from "../text/rich-text.ts";
import type { RunView } from "../cards/run-view.ts";
import { showTime } from "../cards/state-line.ts";
import type { OpenShelf } from "../storage/shelf.ts";
import type { IdSource } from "../../runtime/ports.ts";
import type { GateDocument, GateKey } from "../../runtime/run/documents.ts";
import { findAnswerers } from "./answerers.ts";
import { closeDraft, createArgumentInquiry, createDraft, draftKey, openDrafts } from "./argument-drafts.ts";
import type { AskedPurpose, AskedSubject, QuestionDesk } from "./desk.ts";
import { drawQuestion } from "./draw-question.ts";
import { createGateInquiry } from "./gate-inquiry.ts";
import { createHalfFilledForms, type HalfFilled } from "./half-filled.ts";
import type { Inquiry } from "./inquiry.ts";
import { findQuestion } from "./question-id.ts";
import { CHOOSE, composePage, drawInquiry, encodePage, formContext, type ShowParts } from "./show-inquiry.ts";
import { takeStep } from "./take-answer.ts";

/** Creates the desk. `core` is read when something happens, because the desk is one of its parts. */
export function createQuestionDesk(
  core: () => SharedCore,
  openShelf: OpenShelf,
  ids: Pick<IdSource, "hex">,
): QuestionDesk {
  const forms = createHalfFilledForms(openShelf);
  const drafts = openDrafts(openShelf);
  /** Everything here is said to one person: who was asked, or who wants to answer. */
  const speak = (person: Person | undefined, conversation: Conversation): ShowParts => ({
    core: { ...core(), voice: core().voices.toPerson(person, conversation) },
    forms,
  });
  const speakTo = ({ person, conversation }: Actor): ShowParts => speak(person, conversation);
  /** One person in their own language; of several, everybody who reads it. */
  const speakToAsked = ({ run }: RunView, gate: GateDocument, conversation: Conversation): ShowParts => {
    const [only, ...others] = findAnswerers(core().people, { gate, run });
    if (only !== undefined && others.length === 0) return speak(only, conversation);
    return { core: { ...core(), voice: core().voices.toAll(conversation, run.startedBy) }, forms };
  };

  /** The inquiry a button or reply is about, for the person it was put to; otherwise they are answered why not. */
  const find = async (
    about: AskedSubject | AskedPurpose,
    actor: Actor,
    answering: Answering,
  ): Promise<Inquiry | undefined> => {
    const inquiry =
      "gateKey" in about
        ? await findGateInquiry(speakTo(actor).core, about.gateKey, actor.conversation, answering)
        : await findArgumentInquiry(about, actor, answering);
    if (inquiry === undefined || inquiry.answerers.some(({ id }) => id === actor.person.id)) return inquiry;
    await answering.respond(plain(speakTo(actor).core.voice.words.questions.notYours(inquiry.answerersNamed)));
    return undefined;
  };

  const findArgumentInquiry = async (
    about: { readonly person: string; readonly draft: string },
    actor: Actor,
    answering: Answering,
  ): Promise<Inquiry | undefined> => {
    const parts = speakTo(actor);
    const { words, nameOf } = parts.core.voice;
    const { questions } = words;
    if (about.person !== actor.person.id) {
      await answering.respond(plain(questions.notYours([words.gates.person(nameOf(about.person))])));
      return undefined;
    }
    const draft = await drafts.get(draftKey(actor));
    if (draft !== undefined && draft.id !== about.draft) {
      await answering.respond(plain(questions.noLongerValid()));
      return undefined;
    }
    const inquiry = draft === undefined ? undefined : await createArgumentInquiry({ ...parts, drafts }, actor, draft);
    if (inquiry === undefined) await answering.respond(plain(questions.notOpen()));
    return inquiry;
  };

  const take = async (
    inquiry: Inquiry | undefined,
    actor: Actor,
    answering: Answering,
    apply: (form: HalfFilled, inquiry: Inquiry, context: FormContext) => FormOutcome,
  ): Promise<void> => {
    if (inquiry === undefined) return;
    const parts = speakTo(actor);
    const outcome = apply(await forms.get(inquiry), inquiry, formContext(parts.core));
    await takeStep(parts, { inquiry, actor, answering, outcome });
  };

  /** Opens the form for the written fields that come next, where there are any. */
  const openPage = async (
    { core: speaking }: ShowParts,
    inquiry: Inquiry,
    { conversation }: Actor,
    answering: Answering,
  ): Promise<"opened" | "not_written" | "too_late"> => {
    const form = await forms.get(inquiry);
    const page = composePage(speaking, inquiry, form, limitsOf(speaking.adapters, conversation));
    if (page === undefined || answering.openForm === undefined) return "not_written";
    const step = currentStep(inquiry.plan, form.state, speaking.voice.words.form);
    return (await openForm(answering, encodePage(inquiry, page, step.id))) ? "opened" : "too_late";
  };

  return {
    draw: (view, gate, conversation) =>
      drawQuestion(speakToAsked(view, gate, conversation), view, gate, { conversation, again: false }),
    drawAgain: (view, gate, conversation) =>
      drawQuestion(speakToAsked(view, gate, conversation), view, gate, { conversation, again: true }),
    askArguments: async (answering, actor, missing) => {
      const parts = speakTo(actor);
      const draft = createDraft(ids.hex(8), missing);
      const old = await drafts.get(draftKey(actor));
      await drafts.set(draftKey(actor), draft);
      if (old !== undefined) await closeDraft(parts.core, actor, old, draft);
      const inquiry = await createArgumentInquiry({ ...parts, drafts }, actor, draft);
      if (inquiry === undefined) return await answering.respond(plain(parts.core.voice.words.questions.notOpen()));
      if ((await openPage(parts, inquiry, actor, answering)) === "opened") return;
      await drawInquiry(parts, inquiry, actor.conversation);
      await answering.acknowledge();
    },

    press: async (request, press, subject) => {
      const { actor } = request;
      const inquiry = await find(subject, actor, request);
      if (inquiry === undefined) return;
      if (press.action !== "qopen") {
        return await take(inquiry, actor, request, ({ state }, { plan }, context) =>
          applyAction(plan, state, press.detail, context),
        );
      }
      const parts = speakTo(actor);
      const { questions, decisions } = parts.core.voice.words;
      switch (await openPage(parts, inquiry, actor, request)) {
        case "opened":
          return;
        case "not_written":
          return await request.respond(plain(questions.askedBelow()));
        case "too_late":
          return await request.respond(plain(decisions.formTooLate()));
      }
    },

    choose: async (request, press, subject) => {
      const { actor, event } = request;
      // A button's payload with a choice, or that of a form: no select carries it.
      if (press.action !== CHOOSE) {
        return await request.respond(plain(speakTo(actor).core.voice.words.decisions.noLongerValid()));
      }
      await take(await find(subject, actor, request), actor, request, ({ state }, { plan }, context) =>
        applyChoice(plan, state, event.values, context, press.detail),
      );
    },

    form: async (request, press, subject) =>
      await take(await find(subject, request.actor, request), request.actor, request, ({ state }, { plan }, context) =>
        applyFields(plan, state, request.event.values, context, press.detail),
      ),

    reply: async (request, purpose) => {
      const { actor, event } = request;
      if (event.lostFile !== undefined)
        return await request.respond(plain(sayLost(speakTo(actor).core, event.lostFile)));
      const file = event.files?.[0];
      const step = "step" in purpose ? purpose.step : undefined;
      await take(await find(purpose, actor, request), actor, request, ({ state }, { plan }, context) =>
        file === undefined
          ? applyText(plan, state, event.text, context, step)
          : applyFile(plan, state, file.text, context),
      );
    },

    answerTyped: async (request) => {
      const { actor, event } = request;
      const { core: speaking } = speakTo(actor);
      const { questions } = speaking.voice.words;
      if (event.lostFile !== undefined)
        return await request.respond(plain(sayLost(speakTo(actor).core, event.lostFile)));
      const [, typed, text = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(event.rest) ?? [];
      const file = event.files?.[0];
      if (typed === undefined || (text === "" && file === undefined)) {
        return await request.respond([line(...questions.usage())]);
      }
      const named = await findQuestion(speaking, typed, actor.conversation);
      if (named.kind === "none") return await request.respond([line(...questions.noQuestion(typed))]);
      if (named.kind === "ambiguous") return await request.respond([line(...questions.nameQuestion(named.id))]);
      const inquiry = await find({ kind: "question", gateKey: named.gateKey }, actor, request);
      await take(inquiry, actor, request, ({ state }, { plan }, context) =>
        file === undefined && !looksLikeWhole(plan.root.kind, text)
          ? applyText(plan, state, text, context)
          : applyFile(plan, state, file?.text ?? text, context),
      );
    },
  };
}

/** Why a file was not taken; whatever stood beside it is not taken for the answer. */
function sayLost(core: Core, lost: LostFile): string {
  return core.voice.words.questions.fileLost[lost];
}

async function findGateInquiry(
  core: Core,
  gateKey: GateKey,
  conversation: Conversation,
  answering: Answering,
): Promise<Inquiry | undefined> {
  const found = await findGateIn(core, gateKey, conversation);
  const { words, nameOf } = core.voice;
  if (found.kind !== "found") {
    await answering.respond(plain(sayNotHere(core, found)));
    return undefined;
  }
  const { decision } = found.gate;
  const inquiry = decision === undefined ? await createGateInquiry(core, found.view, found.gate) : undefined;
  if (inquiry !== undefined) return inquiry;
  if (decision === undefined) {
    // An approval, whatever the payload made of it.
    await answering.respond(plain(words.decisions.noLongerValid()));
    return undefined;
  }
  const name = decision.by === undefined ? undefined : nameOf(decision.by);
  const told = words.decisions.alreadyDecided(decision.kind, name, showTime(decision.at, words), false);
  await answering.respond([line(...told)]);
  return undefined;
}

/** JSON typed for a question of several fields is the whole answer. */
function looksLikeWhole(kind: string, text: string): boolean {
  return (kind === "object" || kind === "list") && /^\s*[[{]/.test(text);
}

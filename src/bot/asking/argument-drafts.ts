import { isJsonObject, ownMember, type JsonObject } from "../../runtime/json.ts";
import { sha256Hex, stableStringify } from "../../runtime/stable-json.ts";
import type { ArgDefinition } from "../../runtime/workflow/definition.ts";
import { conversationKey, type Conversation } from "../adapter.ts";
import type { Core } from "../core.ts";
import { slotIn } from "../delivery/outbox.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { planQuestion } from "../questions/index.ts";
import type { Actor } from "../request.ts";
import { line, plain } from "../text/rich-text.ts";
import { findReady, launchRun } from "../runs/start-run.ts";
import { expectText, type OpenShelf, type Shelf } from "../storage/shelf.ts";
import type { MissingArguments } from "./desk.ts";
import { drawInquiry, type ShowParts } from "./show-inquiry.ts";
import type { Inquiry } from "./inquiry.ts";

/** A run that somebody wants to start and that lacks arguments: one per person and conversation, the newest. */
export interface ArgumentDraft {
  /** Random. Its form, its buttons and its prompts carry it: what is said to another draft never counts for this one. */
  readonly id: string;
  readonly workflow: string;
  /** The arguments given already. */
  readonly args: JsonObject;
  /** Names of those to ask for, in order. */
  readonly missing: readonly string[];
  /** Digest of what is asked. A choice is a position among the options as they were: it counts for no others. */
  readonly asked: string;
}

/** Opens the shelf of drafts. */
export function openDrafts(openShelf: OpenShelf): Shelf<ArgumentDraft> {
  return openShelf("drafts", (value) => {
    const args = ownMember(value, "args");
    const missing = ownMember(value, "missing");
    return {
      id: expectText(value, "id"),
      workflow: expectText(value, "workflow"),
      args: isJsonObject(args) ? args : {},
      missing: Array.isArray(missing) ? missing.map(String) : [],
      // Absent from drafts of an earlier version: what they asked is not known.
      asked: ownMember(value, "asked") === undefined ? "" : expectText(value, "asked"),
    };
  });
}

/** Where the draft of this person in this conversation is kept. */
export function draftKey({ person, conversation }: Pick<Actor, "person" | "conversation">): string {
  return `${person.id} ${conversationKey(conversation)}`;
}

/** The draft of what is missing. `id` is random. */
export function createDraft(id: string, { workflow, args }: MissingArguments): ArgumentDraft {
  const asked = workflow.args.filter(
    (arg) => arg.required && arg.default === undefined && !Object.hasOwn(args, arg.name),
  );
  const missing = asked.map(({ name }) => name);
  return { id, workflow: workflow.name, args, missing, asked: digestOf(asked) };
}

function digestOf(asked: readonly ArgDefinition[]): string {
  return sha256Hex(stableStringify(describeArguments(asked)));
}

/** Takes the buttons off the form of a draft that another one took the place of. Nothing on it counts any more. */
export async function closeDraft(core: Core, actor: Actor, old: ArgumentDraft, next: ArgumentDraft): Promise<void> {
  const words = core.voice.words.commands.startReplaced(old.workflow, next.workflow);
  await closeForm(core, argumentsPurpose(actor, old), actor.conversation, words);
}

/** A form that was only ever open over the chat left no message that would have to say anything. */
async function closeForm(core: Core, purpose: Purpose, conversation: Conversation, words: string): Promise<void> {
  const slot = slotIn(encodePurpose(purpose), conversation);
  if (!(await core.outbox.isUsed(slot))) return;
  core.outbox.show(slot, { message: { body: plain(words) }, complete: true, pace: "now" });
}

function argumentsPurpose({ person }: Pick<Actor, "person">, { id }: Pick<ArgumentDraft, "id">): Purpose {
  return { kind: "arguments", person: person.id, draft: id };
}

/** The form for the missing arguments; undefined when the workflow may no longer be started, or asks something else by now. */
export async function createArgumentInquiry(
  parts: ShowParts & { readonly drafts: Shelf<ArgumentDraft> },
  actor: Actor,
  draft: ArgumentDraft,
): Promise<Inquiry | undefined> {
  const { core } = parts;
  const found = await findReady(core, { actor, workflow: draft.workflow });
  if (found.kind !== "ready") return undefined;
  const asked = found.args.filter(({ name }) => draft.missing.includes(name));
  if (digestOf(asked) !== draft.asked) return undefined;
  const { person, conversation } = actor;
  const key = draftKey(actor);
  const inquiry: Inquiry = {
    key: `arguments ${key} ${draft.id}`,
    plan: planQuestion(describeArguments(asked)),
    reference: await core.buttons.keep({
      kind: "arguments",
      person: person.id,
      conversation: conversationKey(conversation),
      draft: draft.id,
    }),
    answerers: [person],
    answerersNamed: [core.voice.words.gates.person(person.name)],
    title: draft.workflow,
    heads: () => [
      () => ({ body: [line(...core.voice.words.questions.argumentsFor(person.name, draft.workflow))], files: [] }),
    ],
    purpose: argumentsPurpose(actor, draft),
    promptFor: (step): Purpose => ({ kind: "argument", person: person.id, draft: draft.id, step }),
    show: (purpose, where, content, again) => {
      const slot = slotIn(encodePurpose(purpose), where);
      if (again) core.outbox.showAgain(slot, content);
      else core.outbox.show(slot, content);
      return Promise.resolve();
    },
    redraw: (where) => drawInquiry(parts, inquiry, where),
    close: (where) => closeForm(core, inquiry.purpose, where, core.voice.words.commands.startChosen(draft.workflow)),
    submit: async (_actor, answer) => {
      const args = { ...draft.args, ...(isJsonObject(answer) ? answer : {}) };
      const outcome = await launchRun(core, actor, found, args);
      if (outcome.kind === "refused") return { isTaken: false, body: outcome.body };
      await parts.drafts.remove(key);
      return { isTaken: true, body: undefined };
    },
  };
  return inquiry;
}

/** The JSON Schema of arguments: what the file declares, so that answers are checked the way `name=value` is. */
function describeArguments(args: readonly ArgDefinition[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(args.map((arg) => [arg.name, describeArgument(arg)])),
    required: args.map(({ name }) => name),
    additionalProperties: false,
  };
}

function describeArgument({ type, name, description, enum: values, pattern }: ArgDefinition): JsonObject {
  return {
    type,
    title: name,
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { enum: values }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

import type { GateDocument } from "../../runtime/run/documents.ts";
import { parseConversationKey, type Button, type Conversation } from "../adapter.ts";
import { checkRecover } from "../people/access.ts";
import { encodeButton, type Subject } from "../buttons.ts";
import { mayAnswerIn } from "../asking/answerers.ts";
import { summarizeGate } from "../cards/policy/gate-summary.ts";
import { findOpenGate, type RunView } from "../cards/run-view.ts";
import { isNeeded } from "../cards/policy/standing.ts";
import type { Core } from "../core.ts";
import { placeOf } from "../delivery/delivery.ts";
import { slotIn } from "../delivery/outbox.ts";
import { limitsOf } from "../platform/limits-of.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { nameStep } from "../recovery/describe-interruption.ts";
import type { Person } from "../people/people.ts";
import { plain, type Span } from "../text/rich-text.ts";
import type { Command } from "./command.ts";
import { listActiveRuns } from "./find-run.ts";
import { layOutPage, readPage, type ListEntry } from "./pages.ts";

/** What waits for a person in a conversation: a gate, or a run that was interrupted. */
interface Pending {
  readonly view: RunView;
  /** What it asks, in a line. */
  readonly prompt: string;
  readonly since: string;
  /** How far it is. */
  readonly summary: readonly (readonly Span[])[];
  readonly approvalId?: string | undefined;
  readonly isOwn: boolean;
  readonly card: Purpose;
  /** What the buttons of its card are about. */
  readonly subject: Subject;
  readonly link: string | undefined;
}

/** `/pending`: gates and interrupted runs that wait here, first those the person can act on; each leads to its card. */
export const pendingCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "pending",
    description: commands.describe.pending,
    parameters: [{ name: "page", description: commands.parameter.page, kind: "text", required: false }],
  }),
  handle: async (core, request) => {
    const { words } = core.voice;
    const { person, conversation } = request.actor;
    const pending = await listPending(core, person, conversation);
    if (pending.length === 0) return await request.respond(plain(words.commands.nothingPending()));
    const limits = limitsOf(core.adapters, conversation);
    const entries = pending.map((item) => describe(core, item));
    // A card may have been deleted, and only a person sees that a link leads nowhere: each has a button of its own as well.
    const perPage = Math.max(1, limits.buttonRows);
    const { body, from, to } = layOutPage(entries, readPage(request.event.rest), { limits, words, perPage });
    const slot = slotIn(encodePurpose({ kind: "pending", person: person.id }), conversation);
    // A new list for every request: the old one may be far up.
    await core.outbox.forget(slot);
    const buttons = await Promise.all(pending.slice(from, to).map(async (item) => [await drawShow(core, item)]));
    core.outbox.show(slot, { message: { body, buttons }, complete: true, pace: "now" });
    await request.acknowledge();
  },
};

async function listPending(core: Core, person: Person, conversation: Conversation): Promise<readonly Pending[]> {
  const pending: Pending[] = [];
  for (const view of await listActiveRuns(core, conversation)) {
    const gate = findOpenGate(view);
    const found = gate === undefined ? describeInterrupted(core, view, person) : describeGate(core, view, gate, person);
    if (found === undefined) continue;
    pending.push({ ...found, link: await findLink(core, found.card, conversation) });
  }
  return [...pending.filter(({ isOwn }) => isOwn), ...pending.filter(({ isOwn }) => !isOwn)];
}

function describeGate(core: Core, view: RunView, gate: GateDocument, person: Person): Omit<Pending, "link"> {
  const { key: gateKey, digest, approvalId } = gate;
  return {
    view,
    prompt: gate.request.prompt.split("\n")[0] ?? "",
    since: gate.createdAt,
    summary: summarizeGate(gate, core.voice),
    approvalId,
    isOwn: canActOn(core, view, gate, person),
    card: { kind: gate.request.type === "approval_request" ? "gate" : "question", gateKey },
    subject: { kind: "gate", runId: view.run.id, gateKey, digest },
  };
}

function describeInterrupted(core: Core, view: RunView, person: Person): Omit<Pending, "link"> | undefined {
  const { id: runId, name: workflow, status, interruption } = view.run;
  if (status !== "interrupted" || interruption === undefined) return undefined;
  const { recovery } = core.voice.words;
  const { lost } = interruption;
  const about = { kind: "interruption", runId, interruption: interruption.id } as const;
  return {
    view,
    prompt: lost === undefined ? recovery.somewhere() : recovery.inStep(nameStep(lost)),
    since: interruption.at,
    summary: [],
    isOwn: checkRecover(core.config, { person, workflow }).kind === "allowed",
    card: about,
    subject: about,
  };
}

/** Whose approve would bring it further; while it is on hold, who could take theirs back. */
function canActOn({ voice }: Core, { run }: RunView, gate: GateDocument, person: Person): boolean {
  if (gate.request.type === "input_request") return mayAnswerIn({ gate, run }, person);
  return gate.holdUntil === null ? isNeeded(gate, person, voice) : gate.votes.some(({ by }) => by === person.id);
}

async function findLink(core: Core, purpose: Purpose, conversation: Conversation): Promise<string | undefined> {
  const card = await core.messages.find(purpose, conversation);
  const id = card?.messages.at(-1);
  const place = card === undefined ? undefined : parseConversationKey(placeOf(card));
  if (id === undefined || place === undefined) return undefined;
  return core.adapters.get(conversation.platform)?.link?.({ conversation: place, id });
}

function describe(core: Core, { view, prompt, since, summary, approvalId, isOwn, link }: Pending): ListEntry {
  const { commands } = core.voice.words;
  const waits = commands.since(core.clock.now() - Date.parse(since));
  const spans: readonly Span[] = [
    ...commands.pendingLine(view.run.name, view.run.id, prompt, waits),
    ...summary.flatMap((part): readonly Span[] => [" · ", ...part]),
    ...(approvalId === undefined ? [] : [" · ", { kind: "code", text: approvalId } as const]),
    ...(link === undefined ? [] : [" · ", commands.cardLink(link)]),
  ];
  return { heading: isOwn ? commands.pendingForYou() : commands.pendingForOthers(), spans };
}

async function drawShow(core: Core, { view, subject }: Pending): Promise<Button> {
  const reference = await core.buttons.keep(subject);
  return {
    label: core.voice.words.cards.showCard(view.run.id),
    payload: encodeButton("show", reference),
    style: "plain",
  };
}

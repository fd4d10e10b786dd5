import type { GateDocument } from "../../runtime/run/documents.ts";
import { conversationKey } from "../adapter.ts";
import { showFailedSteps } from "../cards/failed-steps.ts";
import { listApprovers, showDeadline } from "../cards/policy/gate-summary.ts";
import { capNames } from "../cards/policy/names.ts";
import { drawRunCard } from "../cards/run-card.ts";
import { findOpenGate, type RunView } from "../cards/run-view.ts";
import { sayRunState, showTime } from "../cards/state-line.ts";
import { showSteps } from "../cards/step-list.ts";
import { showVotes } from "../cards/policy/vote-blocks.ts";
import type { Core } from "../core.ts";
import { limitsOf } from "../platform/limits-of.ts";
import type { Request } from "../request.ts";
import { line, plain, type RichText, type Span } from "../text/rich-text.ts";
import { readRunView } from "../runs/read-view.ts";
import type { Command } from "./command.ts";
import { findRunIn, listActiveRuns } from "./find-run.ts";
import { layOutPage, type ListEntry } from "./pages.ts";

/** Ended runs that `/status` lists beside those that are going on. */
const ENDED_SHOWN = 5;

/** `/status [run]`: how a run is going; without an id, the runs of the conversation. */
export const statusCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "status",
    description: commands.describe.status,
    parameters: [{ name: "run", description: commands.parameter.run, kind: "run", required: false }],
  }),
  handle: async (core, request) => {
    const wanted = request.event.rest.trim();
    return wanted === "" ? await listRuns(core, request) : await showRun(core, request, wanted);
  },
};

async function showRun(core: Core, request: Request<"command">, wanted: string): Promise<void> {
  const { voice } = core;
  const { commands, cards } = voice.words;
  const view = await findRunIn(core, wanted, request.actor.conversation);
  if (view === undefined) return await request.respond([line(...commands.unknownRun(wanted))]);
  const { run } = view;
  const limits = limitsOf(core.adapters, request.actor.conversation);
  const head = drawRunCard({ ...view, gates: [] }, { voice, limits }).message.body.slice(0, 2);
  const approvers = listApprovers(run.decisions).map(voice.nameOf);
  const open = findOpenGate(view);
  const end = run.outcome === undefined ? core.clock.now() : Date.parse(run.outcome.at);
  const body: RichText = [
    line({ kind: "bold", text: sayRunState(view, voice) }),
    ...head.slice(1),
    ...showSteps(view, voice),
    ...(run.outcome === undefined ? [] : showFailedSteps(view, voice)),
    ...(approvers.length === 0 ? [] : [line(cards.approvedBy(capNames(approvers, voice.words)))]),
    ...(open === undefined ? [] : showOpen(core, open)),
    line(commands.elapsed(end - Date.parse(run.startedAt), run.executedMs, run.outcome !== undefined)),
  ];
  await request.respond(body);
}

/** What the gate waits for, and until when. */
function showOpen({ voice, clock }: Core, gate: GateDocument): RichText {
  const { cards } = voice.words;
  const isApproval = gate.request.type === "approval_request";
  const isTimed = gate.expiresAt !== null && gate.holdUntil === null;
  return [
    ...(isApproval ? showVotes(gate, voice, { now: clock.now() }) : []),
    ...(isTimed ? [line(...cards.expires(showTime(gate.expiresAt, voice.words)))] : []),
    ...(gate.approvalId === undefined ? [] : [line(...cards.approvalId(gate.approvalId))]),
  ];
}

async function listRuns(core: Core, request: Request<"command">): Promise<void> {
  const { words } = core.voice;
  const { conversation } = request.actor;
  const active = await listActiveRuns(core, conversation);
  const ended = await listEnded(core, request);
  const entries = [...active, ...ended].map((view): ListEntry => ({
    heading: words.commands.statusTitle(),
    spans: [
      ...words.commands.statusLine(view.run.name, view.run.id, sayRunState(view, core.voice)),
      ...summarizeOpen(core, view),
    ],
  }));
  if (entries.length === 0) return await request.respond(plain(words.commands.noRuns()));
  const limits = limitsOf(core.adapters, conversation);
  await request.respond(layOutPage(entries, 1, { limits, words }).body);
}

/** The state tells the votes already. */
function summarizeOpen({ voice }: Core, view: RunView): readonly Span[] {
  const gate = findOpenGate(view);
  return gate === undefined ? [] : showDeadline(gate, voice).flatMap((part): readonly Span[] => [" · ", ...part]);
}

async function listEnded(core: Core, { actor }: Request<"command">): Promise<readonly RunView[]> {
  const { ended } = await core.directory.list(conversationKey(actor.conversation));
  const views = await Promise.all(ended.slice(0, ENDED_SHOWN).map((id) => readRunView(core.runtime, id, undefined)));
  return views.filter((view) => view !== undefined);
}

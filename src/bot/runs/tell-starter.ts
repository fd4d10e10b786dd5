import type { ChatAdapter, Conversation, Platform } from "../adapter.ts";
import { parseConversationKey } from "../adapter.ts";
import { showFailedSteps } from "../cards/failed-steps.ts";
import { findLastGate, type RunView, type Voice } from "../cards/run-view.ts";
import { findStarter } from "../people/find-starter.ts";
import { describeThrown, type Log } from "../log.ts";
import type { People } from "../people/people.ts";
import { encodePurpose } from "../purposes.ts";
import { line, type RichText } from "../text/rich-text.ts";
import type { VisibleText } from "../text/visible-text.ts";
import type { Voices } from "../voice/voices.ts";
import type { RunMessages } from "./run-messages.ts";
import type { RunRecords } from "./run-records.ts";

/** A run this short, decided by nobody else, has just told its outcome on the card the starter looks at, ms. */
const SHORT_RUN_MS = 60_000;

/** What telling the starter takes. */
export interface TellParts {
  readonly adapters: ReadonlyMap<Platform, ChatAdapter>;
  readonly people: People;
  readonly messages: RunMessages;
  readonly records: RunRecords;
  readonly voices: Voices;
  readonly visible: VisibleText;
  readonly log: Log;
  /** Tell by direct message, too. */
  readonly directly: boolean;
}

/**
 * Tells the starter how the run ended, in the conversation where it began: an edited card notifies nobody. Once, also
 * over restarts; and by direct message where that is configured and the platform takes one.
 */
export async function tellStarter(parts: TellParts, view: RunView): Promise<void> {
  const { run } = view;
  const { origin, told } = await parts.records.get(run.id);
  const conversation = origin === undefined ? undefined : parseConversationKey(origin);
  if (conversation === undefined || run.outcome === undefined || run.startedBy === undefined) return;
  if (!isNews(view)) return;
  const starter = findStarter(parts.people, run);
  const name = starter?.name ?? run.startedBy;
  const body = composeNotice(parts.voices.toPerson(starter, conversation), view, name);
  await parts.messages.show(run.id, { kind: "outcome", runId: run.id }, conversation, {
    message: { body },
    complete: true,
    pace: "now",
    replyTo: encodePurpose(findCard(view)),
  });
  if (parts.directly && !told) await notifyDirectly(parts, view, conversation, body);
}

function isNews(view: RunView): boolean {
  const { run } = view;
  const last = run.decisions.at(-1);
  if (last !== undefined && last.by !== run.startedBy) return true;
  return Date.parse(run.outcome?.at ?? run.startedAt) - Date.parse(run.startedAt) > SHORT_RUN_MS;
}

function composeNotice(voice: Voice, view: RunView, name: string): RichText {
  const { words } = voice;
  const { run } = view;
  const outcome = words.runs.outcomes[run.outcome?.kind ?? "finished"];
  const notice = line(...words.runs.outcomeForStarter(name, run.name, run.id, outcome));
  return [notice, ...showFailedSteps(view, voice)];
}

function findCard(view: RunView): Parameters<typeof encodePurpose>[0] {
  const gate = findLastGate(view);
  return gate?.request.type === "approval_request"
    ? { kind: "gate", gateKey: gate.key }
    : { kind: "run", runId: view.run.id };
}

/** Noted before it is tried: a direct message is not worth a second one. */
async function notifyDirectly(parts: TellParts, { run }: RunView, origin: Conversation, body: RichText): Promise<void> {
  const account = findStarter(parts.people, run)?.accounts.find(({ platform }) => platform === origin.platform)?.id;
  await parts.records.change(run.id, (record) => ({ ...record, told: true }));
  if (account === undefined) return;
  try {
    const message = parts.visible.message({ body });
    const outcome = await parts.adapters.get(origin.platform)?.notify(account, message, { except: origin });
    if (outcome !== undefined && outcome.kind !== "sent")
      parts.log.info("starter_not_told", { runId: run.id, why: outcome.kind });
  } catch (thrown) {
    parts.log.warn("starter_not_told", { ...describeThrown(thrown), runId: run.id });
  }
}

import type { RunId } from "../../runtime/run/documents.ts";
import { conversationKey, type Conversation } from "../adapter.ts";
import type { RunView } from "../cards/run-view.ts";
import type { SharedCore } from "../core.ts";
import { readRunView } from "../runs/read-view.ts";

/** Reads a run id as people type it: any letter case, `O` for 0, `I` and `L` for 1; undefined for anything else. */
export function readRunId(text: string): RunId | undefined {
  const id = text.trim().replace(/^#/, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(id) ? (id as RunId) : undefined;
}

/** The run with this id, if it is told in this conversation or began here; elsewhere nobody learns of it. */
export async function findRunIn(
  core: SharedCore,
  text: string,
  conversation: Conversation,
): Promise<RunView | undefined> {
  const runId = readRunId(text);
  if (runId === undefined) return undefined;
  const view = await readRunView(core.runtime, runId, core.queue.positionOf(runId));
  if (view === undefined) return undefined;
  const key = conversationKey(conversation);
  if (view.run.announce.includes(key)) return view;
  return (await core.records.get(runId)).origin === key ? view : undefined;
}

/** The runs of a conversation that are not over, oldest first. */
export async function listActiveRuns(core: SharedCore, conversation: Conversation): Promise<readonly RunView[]> {
  const { active } = await core.directory.list(conversationKey(conversation));
  const views = await Promise.all(
    active.map((runId) => readRunView(core.runtime, runId, core.queue.positionOf(runId))),
  );
  return views
    .filter((view) => view !== undefined && view.run.status !== "over")
    .filter(isThere)
    .toReversed();
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

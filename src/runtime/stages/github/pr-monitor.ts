import { ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { throwIfAborted } from "../../pipeline/abort.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import { requireState, stageStateKey } from "../../pipeline/stage-state.ts";
import { diffAgainstLast } from "../../pipeline/value-diff.ts";
import { textOf } from "../../pipeline/item-text.ts";
import { decodePullRequest, viewPullRequest, type PullRequest } from "./gh.ts";
import { buildPrChangeSummary, pickSnapshot, type PrChangeSummary } from "./pr-change.ts";

/** `github.pr.monitor`: tells what changed in a pull request since the last time (stages-and-cli §18.3). */
export function prepareMonitor(args: JsonObject): (context: StageContext) => Promise<JsonObject> {
  const kind = "github.pr.monitor";
  const target = readTarget(kind, args);
  const [changesOnly, summaryOnly] = [readSwitch(kind, args, "changesOnly"), readSwitch(kind, args, "summaryOnly")];
  return async (context) => {
    const { changed, summary, snapshot } = await observe(target, context);
    const common = { kind, repo: target.repo, prNumber: target.number, key: target.key };
    if (!changed && changesOnly) return { ...common, changed: false, suppressed: true };
    const shown = summaryOnly ? { pr: pickSnapshot(snapshot, COMPACT_FIELDS) } : { prSnapshot: snapshot };
    return { ...common, changed, summary, ...shown };
  };
}

/** `github.pr.monitor.notify`: a message about what changed, or nothing to tell (§18.4). */
export function prepareNotify(args: JsonObject): (context: StageContext) => Promise<JsonObject> {
  const kind = "github.pr.monitor.notify";
  const target = readTarget(kind, args);
  const { repo, number } = target;
  return async (context) => {
    const { changed, summary, snapshot } = await observe(target, context);
    // A change of the author alone shows in no field: nothing to tell (the peer's fault F40).
    if (!changed || summary.changedFields.length === 0) return { kind, suppressed: true };
    const pr = pickSnapshot(snapshot, COMPACT_FIELDS);
    const fields = summary.changedFields.join(", ");
    const message = `PR updated: ${repo}#${number}: ${textOf(pr["title"])} (${fields}). ${textOf(pr["url"])}`;
    return { kind, changed: true, repo, prNumber: number, message: message.replace(/\s+/g, " ").trim(), pr, summary };
  };
}

const COMPACT_FIELDS = ["number", "title", "url", "state", "updatedAt"] as const;

/** A pull request, and the key under which its last state is remembered. */
interface Target extends PullRequest {
  readonly key: string;
}

function readTarget(kind: string, args: JsonObject): Target {
  const [repoArg, prArg] = [ownMember(args, "repo"), ownMember(args, "pr")];
  if (!repoArg || !prArg) throw usageError(`${kind} requires args.repo and args.pr`);
  const { repo, number } = decodePullRequest(kind, repoArg, prArg);
  const key = textOf(ownMember(args, "key")).trim() || `github.pr:${repo}#${number}`;
  stageStateKey(key);
  return { repo, number, key };
}

interface Observation {
  readonly changed: boolean;
  readonly summary: PrChangeSummary;
  readonly snapshot: JsonValue;
}

/** Reads the pull request and moves the remembered snapshot on; a run cancelled before that leaves it alone. */
async function observe(target: Target, context: StageContext): Promise<Observation> {
  const snapshot = await viewPullRequest(target, context);
  throwIfAborted(context.signal);
  const { changed, before } = await diffAgainstLast(requireState(context), target.key, snapshot);
  return { changed, summary: buildPrChangeSummary(before, snapshot), snapshot };
}

function readSwitch(kind: string, args: JsonObject, name: string): boolean {
  const value = ownMember(args, name) ?? false;
  if (typeof value !== "boolean") throw usageError(`${kind} needs ${name} as true or false`);
  return value;
}

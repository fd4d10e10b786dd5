import { ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { throwIfAborted } from "../../pipeline/abort.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import { requireState } from "../../pipeline/stage-state.ts";
import { diffAgainstLast } from "../../pipeline/value-diff.ts";
import { textOf } from "../../pipeline/item-text.ts";
import { decodePullRequest, viewPullRequest } from "./gh.ts";
import { buildPrChangeSummary, pickSnapshot, type PrChangeSummary } from "./pr-change.ts";

/** `github.pr.monitor`: tells what changed in a pull request since the last time (stages-and-cli §18.3). */
export async function monitorPullRequest(args: JsonObject, context: StageContext): Promise<JsonObject> {
  const kind = "github.pr.monitor";
  const { repo, number, key, changed, summary, snapshot } = await observe(kind, args, context);
  const common = { kind, repo, prNumber: number, key };
  if (!changed && readSwitch(kind, args, "changesOnly")) return { ...common, changed: false, suppressed: true };
  const shown = readSwitch(kind, args, "summaryOnly")
    ? { pr: pickSnapshot(snapshot, COMPACT_FIELDS) }
    : { prSnapshot: snapshot };
  return { ...common, changed, summary, ...shown };
}

/** `github.pr.monitor.notify`: a message about what changed, or nothing to tell (§18.4). */
export async function notifyPullRequest(args: JsonObject, context: StageContext): Promise<JsonObject> {
  const kind = "github.pr.monitor.notify";
  const { repo, number, changed, summary, snapshot } = await observe(kind, args, context);
  if (!changed || summary.changedFields.length === 0) return { kind, suppressed: true };
  const pr = pickSnapshot(snapshot, COMPACT_FIELDS);
  const fields = summary.changedFields.join(", ");
  const message = `PR updated: ${repo}#${number}: ${textOf(pr["title"])} (${fields}). ${textOf(pr["url"])}`;
  return { kind, changed: true, repo, prNumber: number, message: message.replace(/\s+/g, " ").trim(), pr, summary };
}

const COMPACT_FIELDS = ["number", "title", "url", "state", "updatedAt"] as const;

interface Observation {
  readonly repo: string;
  readonly number: number;
  readonly key: string;
  readonly changed: boolean;
  readonly summary: PrChangeSummary;
  readonly snapshot: JsonValue;
}

/** Reads the pull request and moves the remembered snapshot on; a run cancelled before that leaves it alone. */
async function observe(kind: string, args: JsonObject, context: StageContext): Promise<Observation> {
  const [repoArg, prArg] = [ownMember(args, "repo"), ownMember(args, "pr")];
  if (!repoArg || !prArg) throw usageError(`${kind} requires args.repo and args.pr`);
  const { repo, number } = decodePullRequest(kind, repoArg, prArg);
  const snapshot = await viewPullRequest({ repo, number }, context);
  throwIfAborted(context.signal);
  const key = textOf(ownMember(args, "key")).trim() || `github.pr:${repo}#${number}`;
  const { changed, before } = await diffAgainstLast(requireState(context), key, snapshot);
  return { repo, number, key, changed, summary: buildPrChangeSummary(before, snapshot), snapshot };
}

function readSwitch(kind: string, args: JsonObject, name: string): boolean {
  const value = ownMember(args, name) ?? false;
  if (typeof value !== "boolean") throw usageError(`${kind} needs ${name} as true or false`);
  return value;
}

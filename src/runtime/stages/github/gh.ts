import type { JsonValue } from "../../json.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { stageFailure, usageError } from "../../pipeline/stage-error.ts";
import { tryParseJson } from "../../stable-json.ts";
import { runTool, saidByTool } from "../tool-process.ts";

/** A pull request, checked: neither part can be taken for an option of `gh` (the peer's fault F28). */
export interface PullRequest {
  readonly repo: string;
  readonly number: number;
}

/** Checks `owner/name` and a positive whole number. Throws usage errors that start with `label`. */
export function decodePullRequest(label: string, repo: JsonValue, pr: JsonValue): PullRequest {
  if (typeof repo !== "string" || !REPOSITORY.test(repo.trim())) {
    throw usageError(`${label} needs repo as owner/name`);
  }
  const number = typeof pr === "string" && /^\d+$/.test(pr.trim()) ? Number(pr) : pr;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number <= 0) {
    throw usageError(`${label} needs pr as the number of a pull request`);
  }
  return { repo: repo.trim(), number };
}

/** `owner/name`, as GitHub allows them; a host may come first, as `gh` allows. */
const REPOSITORY = /^(?:[A-Za-z0-9][A-Za-z0-9.-]*\/)?[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;

/** What is read of a pull request. */
export const PULL_REQUEST_FIELDS = [
  "number",
  "title",
  "url",
  "state",
  "isDraft",
  "mergeable",
  "reviewDecision",
  "author",
  "baseRefName",
  "headRefName",
  "updatedAt",
] as const;

/** Reads a pull request with GitHub's command line (stages-and-cli §18.3). */
export async function viewPullRequest(
  { repo, number }: PullRequest,
  context: StageContext,
  fields: readonly string[] = PULL_REQUEST_FIELDS,
): Promise<JsonValue> {
  const args = ["pr", "view", String(number), "--repo", repo, "--json", fields.join(",")];
  const result = await runTool({ file: "gh", args, missing: "gh not found on PATH (install GitHub CLI)" }, context);
  if (result.code !== 0) {
    throw stageFailure(`gh failed (${String(result.code)}): ${saidByTool(result, "no message")}`, {
      facts: { exitCode: result.code },
    });
  }
  const parsed = tryParseJson(result.stdout.trim());
  if (parsed === undefined) throw stageFailure("gh returned non-JSON output");
  return parsed.value;
}

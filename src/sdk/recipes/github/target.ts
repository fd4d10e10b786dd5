import { usageError } from "../../../runtime/pipeline/stage-error.ts";
import { decodePullRequest, type PullRequest } from "../../../runtime/stages/github/gh.ts";

/** The pull request a recipe is about. */
export interface PullRequestTarget {
  /** `owner/name`. */
  readonly repo: string;
  readonly pr: number;
}

/**
 * Checks the target before anything runs, so that neither part can be taken for an option of `gh` (fault F28). Throws
 * `<name> requires repo`, `<name> requires pr`, or says which of them is malformed.
 */
export function assertTarget(name: string, { repo, pr }: PullRequestTarget): PullRequest {
  if (!repo) throw usageError(`${name} requires repo`);
  if (!pr) throw usageError(`${name} requires pr`);
  return decodePullRequest(name, repo, pr);
}

import { openDirectContext } from "../../../embed/commands/direct-context.ts";
import { viewPullRequest } from "../../../runtime/stages/github/gh.ts";
import { toPlainNumbers } from "../../../runtime/stable-json.ts";
import type { StageObject } from "../../stage.ts";
import { assertTarget, type PullRequestTarget } from "./target.ts";

/** Which pull request, and what of it. */
export interface PrViewOptions extends PullRequestTarget {
  /** Fields of `gh pr view --json`; default those that the monitors compare. */
  readonly fields?: readonly string[];
}

/** A stage as it can be looked at. */
export interface PrViewStage extends StageObject {
  readonly type: "github.pr.view";
  readonly repo: string;
  readonly pr: number;
}

/** A stage that reads a pull request with GitHub's command line and passes it on as one item (stages-and-cli §20). */
export function ghPrView(options: PrViewOptions): PrViewStage {
  const target = assertTarget("ghPrView", options);
  return {
    type: "github.pr.view",
    repo: target.repo,
    pr: target.number,
    run: async ({ input, ctx }) => {
      for await (const _ of input);
      return { output: [toPlainNumbers(await viewPullRequest(target, openDirectContext(ctx), options.fields))] };
    },
  };
}

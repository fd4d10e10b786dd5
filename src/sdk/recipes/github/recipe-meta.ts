/** What a recipe says about itself: its name, what has to be installed, its arguments. */
export interface RecipeMeta {
  readonly name: string;
  readonly description: string;
  readonly requires: readonly string[];
  readonly args: Readonly<Record<string, RecipeArgument>>;
}

/** One argument of a recipe. */
export interface RecipeArgument {
  readonly type: "string" | "number" | "boolean";
  readonly required?: true;
  readonly default?: boolean;
  readonly description: string;
}

const TARGET: RecipeMeta["args"] = {
  repo: { type: "string", required: true, description: "The repository, as owner/name" },
  pr: { type: "number", required: true, description: "Number of the pull request" },
  key: { type: "string", description: "The name under which its last state is remembered" },
};

/** Of `prMonitor`. */
export const MONITOR_META: RecipeMeta = {
  name: "github.pr.monitor",
  description: "Tell what changed in a pull request since the last time",
  requires: ["gh"],
  args: {
    ...TARGET,
    changesOnly: { type: "boolean", default: false, description: "Tell nothing where nothing has changed" },
    summaryOnly: { type: "boolean", default: false, description: "Give a few fields instead of the whole snapshot" },
  },
};

/** Of `prMonitorNotify`. */
export const NOTIFIER_META: RecipeMeta = {
  name: "github.pr.monitor.notify",
  description: "Compose a message when a pull request has changed",
  requires: ["gh"],
  args: TARGET,
};

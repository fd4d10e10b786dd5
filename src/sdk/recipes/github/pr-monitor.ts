import { openDirectContext } from "../../../embed/commands/direct-context.ts";
import type { JsonObject } from "../../../runtime/json.ts";
import type { StageContext } from "../../../runtime/pipeline/stage-context.ts";
import { prepareMonitor, prepareNotify } from "../../../runtime/stages/github/pr-monitor.ts";
import { pickSnapshot } from "../../../runtime/stages/github/pr-change.ts";
import { toPlainNumbers } from "../../../runtime/stable-json.ts";
import { Lobster } from "../../lobster.ts";
import { MONITOR_META, NOTIFIER_META } from "./recipe-meta.ts";
import { assertTarget, type PullRequestTarget } from "./target.ts";

/** Which pull request is watched. */
export interface PrNotifyOptions extends PullRequestTarget {
  /** Under which name its last state is remembered; default `github.pr:<repo>#<pr>`, shared with `workflows.run`. */
  readonly key?: string;
  /** Ends `gh` and leaves the remembered state alone. */
  readonly signal?: AbortSignal;
}

/** The same, and how much is told. */
export interface PrMonitorOptions extends PrNotifyOptions {
  /** True tells nothing where nothing has changed. */
  readonly changesOnly?: boolean;
  /** True gives five fields instead of the whole snapshot. */
  readonly summaryOnly?: boolean;
}

/** A workflow that tells what changed in a pull request since the last time (stages-and-cli §20). */
export function prMonitor(options: PrMonitorOptions): Lobster {
  const { changesOnly = false, summaryOnly = false } = options;
  const args = { ...targetArguments("prMonitor", options), changesOnly, summaryOnly };
  const tell = prepareMonitor(args);
  return createRecipe(options, MONITOR_META, async (context) => renameFields(await tell(context)));
}

/** A workflow that composes a message about what changed, or tells that there is nothing to tell. */
export function prMonitorNotify(options: PrNotifyOptions): Lobster {
  const tell = prepareNotify(targetArguments("prMonitorNotify", options));
  return createRecipe(options, NOTIFIER_META, async (context) => {
    const { prInfo, ...told } = renameFields(await tell(context));
    return prInfo === undefined ? told : { ...told, prInfo: pickSnapshot(prInfo, NOTIFIED_FIELDS) };
  });
}

const NOTIFIED_FIELDS = ["number", "title", "url", "state"];

prMonitor.meta = MONITOR_META;
prMonitorNotify.meta = NOTIFIER_META;

function targetArguments(name: string, options: PrNotifyOptions): JsonObject {
  const { repo, number } = assertTarget(name, options);
  return { repo, pr: number, ...(options.key !== undefined && { key: options.key }) };
}

function createRecipe(
  { signal }: PrNotifyOptions,
  meta: object,
  tell: (context: StageContext) => Promise<JsonObject>,
): Lobster {
  return new Lobster({ signal }).meta(meta).pipe({
    run: async ({ ctx }) => ({ output: [toPlainNumbers(await tell(openDirectContext(ctx)))] }),
  });
}

/** Recipes say `pr` for the number and `prInfo` for the short snapshot; built-in workflows `prNumber` and `pr`. */
function renameFields(told: JsonObject): JsonObject {
  const names: ReadonlyMap<string, string> = new Map([
    ["prNumber", "pr"],
    ["pr", "prInfo"],
  ]);
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [names.get(name) ?? name, value]));
}

export { prMonitor, prMonitorNotify } from "./pr-monitor.ts";
export type { PrMonitorOptions, PrNotifyOptions } from "./pr-monitor.ts";
export { ghPrView } from "./pr-view.ts";
export type { PrViewOptions } from "./pr-view.ts";
export type { RecipeArgument, RecipeMeta } from "./recipe-meta.ts";
export type { PullRequestTarget } from "./target.ts";

import { stringifyJson } from "../stable-json.ts";
import type { PipelineStage } from "./grammar.ts";
import { getStage, type StageRegistry } from "./registry.ts";
import { showText } from "./show-text.ts";

/**
 * What a dry run of a pipeline prints (stages-and-cli §2.4). Nothing runs. Throws `Unknown command: <name>`.
 */
export async function describeDryRun(stages: readonly PipelineStage[], registry: StageRegistry): Promise<string> {
  for (const { name } of stages) await getStage(registry, name);
  const count = `${stages.length} stage${stages.length === 1 ? "" : "s"}`;
  const lines = stages.map((stage, index) => `  ${index + 1}. ${describeStage(stage)}\n`);
  return `[DRY RUN] Pipeline (${count}):\n${lines.join("")}`;
}

function describeStage({ name, args }: PipelineStage): string {
  const options = Object.entries(args)
    .filter(([option]) => option !== "_")
    .map(([option, value]) => `${option}=${typeof value === "string" ? value : stringifyJson(value)}`);
  const list = [...args._, ...options].join(", ");
  return showText(list === "" ? name : `${name}  args: ${list}`);
}

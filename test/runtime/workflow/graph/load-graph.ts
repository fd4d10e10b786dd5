import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { layArguments } from "../../../../src/runtime/workflow/arguments.ts";
import { describeGraph } from "../../../../src/runtime/workflow/graph/describe-graph.ts";
import type { WorkflowGraph } from "../../../../src/runtime/workflow/graph/graph.ts";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { loadWorkflow } from "../../../../src/runtime/workflow/load.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";

/** The graph of a workflow text. */
export async function loadGraph(text: string, args: Readonly<Record<string, JsonValue>> = {}): Promise<WorkflowGraph> {
  const path = join(makeFolder(), "w.lobster");
  writeFileSync(path, text);
  const { definition } = await loadWorkflow(path, { environment: {}, purpose: "plan" });
  return describeGraph(definition, layArguments(definition, new Map(Object.entries(args))));
}

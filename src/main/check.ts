import { createCatalog } from "../bot/catalog.ts";
import { createCheckReport } from "../bot/check/check-report.ts";
import { loadConfig } from "../config/load-config.ts";
import { loadWorkflow } from "../runtime/workflow/load.ts";
import type { World } from "./world.ts";

/** `lobster-chat check`: prints the report on configuration, workflows and gates. Exit code 0 when all is well, else 1. */
export async function runCheck(world: World): Promise<number> {
  const report = await createCheckReport(await loadConfig(), ({ workflowsDirectory, environment }) =>
    createCatalog({ directory: workflowsDirectory, load: (filePath) => loadWorkflow(filePath, { environment }) }),
  );
  world.stdout.write(report.text);
  return report.ok ? 0 : 1;
}

import type { Problem } from "../runtime/errors.ts";
import type { LoadedWorkflow } from "../runtime/workflow/definition.ts";

/**
 * A warning of the loader with its place apart from its words. The loader's texts end in their line, and begin with the
 * calling step where they are about a sub-workflow.
 */
export function placeWarning(warning: string, workflow: LoadedWorkflow): Problem {
  for (const [stepId, child] of workflow.children) {
    const prefix = `Workflow step ${stepId}: `;
    if (warning.startsWith(prefix)) {
      return { filePath: child.filePath, ...placeWarning(warning.slice(prefix.length), child) };
    }
  }
  const [, message = warning, line] = /^(.*) \(line (\d+)\)$/s.exec(warning) ?? [];
  return line === undefined ? { message } : { message, line: Number(line) };
}

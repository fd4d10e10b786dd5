import { resolve } from "node:path";
import { LobsterError, type Problem } from "../runtime/errors.ts";
import type { LoadedWorkflow } from "../runtime/workflow/definition.ts";
import type { LoadOptions } from "../runtime/workflow/load.ts";
import type { CliWorld } from "./world.ts";

/** A workflow file as the commands find it that only look at it. */
export type LookedAtFile =
  | { readonly kind: "loaded"; readonly loaded: LoadedWorkflow }
  /** At least one. */
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/**
 * Loads a workflow file without starting anything: arguments are still open. `plan` looks at the file alone and leaves
 * sub-workflows unopened; `run` checks everything a run would, the names of pipeline stages included.
 */
export async function lookAtFile(
  file: string,
  world: CliWorld,
  purpose: NonNullable<LoadOptions["purpose"]>,
): Promise<LookedAtFile> {
  const { loadWorkflow } = await import("../runtime/workflow/load.ts");
  try {
    const options: LoadOptions = { environment: world.environment, purpose, ...(await stagesFor(purpose)) };
    return { kind: "loaded", loaded: await loadWorkflow(resolve(world.cwd, file), options) };
  } catch (thrown) {
    if (!(thrown instanceof LobsterError)) throw thrown;
    const { problems, message } = thrown;
    return { kind: "problems", problems: problems.length > 0 ? problems : [{ message }] };
  }
}

async function stagesFor(purpose: LoadOptions["purpose"]): Promise<Pick<LoadOptions, "stages">> {
  if (purpose === "plan") return {};
  const { defaultRegistry } = await import("../runtime/engine/stage-host.ts");
  return { stages: defaultRegistry() };
}

import { LobsterError } from "../errors.ts";
import { parsePipeline } from "../pipeline/grammar.ts";
import { readApprovePolicy } from "../stages/approve-policy.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";

/**
 * The gates that `approve` stages of a pipeline open, in their order, as far as the text says: one whose options are
 * filled in only when it runs, or cannot be read, is left out, and so is text that is no pipeline.
 */
export function listStageGates(text: string): readonly ApprovalDefinition[] {
  const stages = attempt(() => parsePipeline(text)) ?? [];
  return stages
    .filter(({ name }) => name === "approve")
    .map(({ args }) => attempt(() => readApprovePolicy(args) ?? {}))
    .filter((policy) => policy !== undefined);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof LobsterError) return undefined;
    throw thrown;
  }
}

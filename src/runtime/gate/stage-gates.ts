import { decodeFlags } from "../pipeline/flags/decode.ts";
import { spellingsOf } from "../pipeline/flags/flag.ts";
import { parsePipeline, type PipelineStage, type StageArguments } from "../pipeline/grammar.ts";
import { LobsterError } from "../errors.ts";
import { POLICY_FLAGS, readPolicyFlags } from "../stages/approve-policy.ts";
import type { ApprovalDefinition } from "../workflow/definition.ts";

/**
 * The gates that `approve` stages of a pipeline open, in their order, as far as the text says: one whose options are
 * filled in only when it runs, or cannot be read, is left out, and so is text that is no pipeline.
 */
export function listStageGates(text: string): readonly ApprovalDefinition[] {
  const stages = attempt(() => parsePipeline(text)) ?? [];
  return stages
    .filter(({ name }) => name === "approve")
    .map((stage) => attempt(() => readPolicy(stage)))
    .filter((policy) => policy !== undefined);
}

function readPolicy({ name, args }: PipelineStage): ApprovalDefinition {
  return readPolicyFlags(decodeFlags(name, POLICY_FLAGS, pickPolicy(args))) ?? {};
}

/** What else the stage is told, such as its prompt, says nothing about who opens it. */
function pickPolicy(args: StageArguments): StageArguments {
  const names = new Set(Object.entries(POLICY_FLAGS).flatMap(([name, flag]) => spellingsOf(name, flag)));
  const picked = Object.entries(args).filter(([option]) => names.has(option));
  return { ...Object.fromEntries(picked), _: [] };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof LobsterError) return undefined;
    throw thrown;
  }
}

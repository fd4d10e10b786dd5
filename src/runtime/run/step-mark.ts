import { createHash } from "node:crypto";
import type { Environment } from "../ports.ts";
import type { InFlight } from "./documents.ts";

/**
 * Stands in the environment of everything a step starts and names that step: what outlives its process is recognised by it.
 * A `lobster` that a step calls adds the marks of its own steps behind, so that the value is a list, apart by spaces.
 */
export const EXECUTION_VARIABLE = "LOBSTER_EXECUTION";

/**
 * Names a step of one execution, the same for all of its attempts, items and branches: `<execution>.<16 hex digits>`. What a
 * failed attempt has left is in the way of the next one as much as what this one has.
 */
export function composeStepMark(execution: string, { path, stepId }: Pick<InFlight, "path" | "stepId">): string {
  const step = createHash("sha256").update(JSON.stringify([...path, stepId]));
  return `${execution}.${step.digest("hex").slice(0, 16)}`;
}

/** The environment of what a step starts. The mark is the runtime's: no `env` of a workflow file takes its place. */
export function markEnvironment(environment: Environment, host: Environment, stepMark: string): Environment {
  const inherited = host[EXECUTION_VARIABLE] ?? "";
  return { ...environment, [EXECUTION_VARIABLE]: inherited === "" ? stepMark : `${inherited} ${stepMark}` };
}

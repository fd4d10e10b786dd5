import type { WorkflowDefinition } from "../definition.ts";
import type { ArgumentView } from "./check-scope.ts";

/** Variables that the runtime sets for every step, beside those of the arguments. */
const RUNTIME_VARIABLES = ["LOBSTER_ARGS_JSON", "LOBSTER_APPROVAL_APPROVED_BY", "LOBSTER_APPROVAL_INITIATED_BY"];

/**
 * The variable an argument is handed to steps as: `user-id` → `LOBSTER_ARG_USER_ID` (workflows-and-checkpoints §2.6).
 * Undefined for a name without letters and digits of ASCII.
 */
export function argumentVariable(name: string): string | undefined {
  const suffix = name
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return suffix === "" ? undefined : `LOBSTER_ARG_${suffix}`;
}

/** True for the variables that carry arguments: a sub-workflow gets its own instead of its caller's (decision W23). */
export function isArgumentVariable(variable: string): boolean {
  return /^LOBSTER_ARGS?_/.test(variable);
}

/** The variables that the file or the runtime sets for every step of a file. */
export function listFileVariables(
  definition: Pick<WorkflowDefinition, "args" | "env">,
  args: ArgumentView,
): ReadonlySet<string> {
  const names = new Set([...definition.args.keys(), ...args.values.keys(), ...args.pending, ...args.open]);
  const ofArguments = [...names].map(argumentVariable).filter((variable) => variable !== undefined);
  return new Set([...RUNTIME_VARIABLES, ...ofArguments, ...definition.env.keys()]);
}

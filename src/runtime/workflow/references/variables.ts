import type { WorkflowDefinition } from "../definition.ts";
import type { ArgumentView } from "./check-scope.ts";

/** Variables that the runtime sets for every step, beside those of the arguments. */
const RUNTIME_VARIABLES: ReadonlySet<string> = new Set([
  "LOBSTER_ARGS_JSON",
  "LOBSTER_APPROVAL_APPROVED_BY",
  "LOBSTER_APPROVAL_INITIATED_BY",
]);

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

/** Is this variable set for every step of a file, by the file or by the runtime? */
export function isExplained(
  variable: string,
  definition: Pick<WorkflowDefinition, "args" | "env">,
  args: ArgumentView,
): boolean {
  if (RUNTIME_VARIABLES.has(variable) || definition.env.has(variable)) return true;
  if (!isArgumentVariable(variable)) return false;
  const names = [...definition.args.keys(), ...args.values.keys(), ...args.pending, ...args.open];
  return names.some((name) => argumentVariable(name) === variable);
}

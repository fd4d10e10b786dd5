import { LobsterError } from "../../errors.ts";
import { argumentVariable } from "../references/variables.ts";
import type { Placeholder } from "../shell/placeholder.ts";

/** What a value would have become a part of. */
export type UnsafePlace = "command" | "template" | "expression" | "JSON";

/**
 * The refusal of a value that would take part in what surrounds it (workflows-and-checkpoints §21), worded for the place.
 * The value is not in it.
 */
export function unsafeValue({ written, argument }: Placeholder, stepId: string, place: UnsafePlace): LobsterError {
  const what = argument === undefined ? `the value of '${written}'` : `argument '${argument}'`;
  return new LobsterError(
    "unsafe_substitution",
    `Workflow step ${stepId}: ${what} would change the ${place} here; ${advise(place, argument)}`,
    { facts: { stepId, placeholder: written } },
  );
}

function advise(place: UnsafePlace, argument: string | undefined): string {
  const variable = argument === undefined ? undefined : argumentVariable(argument);
  switch (place) {
    case "command":
      return variable === undefined ? "pass it through stdin or env" : `use "$${variable}"`;
    case "template":
      return "pass it through stdin and name it between braces";
    case "expression":
      return "only a field's name or the value to compare with can come from elsewhere";
    case "JSON":
      return "write it between double quotes, or use a value that is a number, true, false or null";
  }
}

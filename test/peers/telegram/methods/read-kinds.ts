import type { Parameters } from "../api/parameters.ts";
import { UPDATE_KINDS } from "../api/table.ts";

/** The kinds of updates a call asks for; undefined when it does not say. Kinds nobody knows are passed over. */
export function readKinds(parameters: Parameters): readonly string[] | undefined {
  const kinds = parameters
    .list("allowed_updates")
    ?.flatMap((kind) => (typeof kind === "string" ? [kind.toLowerCase()] : []));
  for (const kind of kinds ?? []) {
    if (!UPDATE_KINDS.includes(kind)) parameters.note(`there are no updates of kind "${kind}"`);
  }
  return kinds;
}

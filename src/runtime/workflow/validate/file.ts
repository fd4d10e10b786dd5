import { isJsonObject, ownMember, type JsonValue } from "../../json.ts";
import { filledList, type Finding } from "./finding.ts";
import { isNonNegative } from "./number-ranges.ts";

/** Checks a whole file before its steps, as the first table of workflows-and-checkpoints §1.3 says. */
export function checkFile(value: JsonValue): Finding | undefined {
  if (typeof value !== "object" || value === null) {
    return { message: "Workflow file must be a JSON/YAML object", path: [] };
  }
  if (!isJsonObject(value) || filledList(ownMember(value, "steps")) === undefined) {
    return { message: "Workflow file requires a non-empty steps array", path: ["steps"] };
  }
  return checkCostLimit(ownMember(value, "cost_limit"));
}

/** The amount has to be a number: what only converts to one is refused (fault W28). */
function checkCostLimit(limit: JsonValue | undefined): Finding | undefined {
  if (limit === undefined) return undefined;
  if (!isJsonObject(limit)) return { message: "Workflow cost_limit must be an object", path: ["cost_limit"] };
  if (!isNonNegative(ownMember(limit, "max_usd"))) {
    const message = "Workflow cost_limit.max_usd must be a non-negative number";
    return { message, path: ["cost_limit", "max_usd"] };
  }
  const action = ownMember(limit, "action");
  if (action !== undefined && action !== "warn" && action !== "stop") {
    return { message: 'Workflow cost_limit.action must be "warn" or "stop"', path: ["cost_limit", "action"] };
  }
  return undefined;
}

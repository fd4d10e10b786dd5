import { isGroupName, type Voter } from "../../approvers/principal.ts";
import { LobsterError } from "../../errors.ts";
import type { RuntimeHost } from "../../host.ts";
import type { DecisionRequest } from "../../runtime.ts";

/**
 * Who decides: the person the front end names, with the groups it names, else the environment's. The two are never mixed:
 * groups of the environment do not belong to a person of the front end. Undefined for nobody, and for decisions that nobody
 * makes.
 */
export function findDecider(host: Pick<RuntimeHost, "environment">, request: DecisionRequest): Voter | undefined {
  const { kind } = request.decision;
  if (kind === "expire" || kind === "settle") return undefined;
  const { by } = request;
  const person = (by === undefined ? (host.environment[PERSON] ?? "") : by.person).trim();
  if (person === "") return undefined;
  const groups = by === undefined ? splitGroups(host.environment[GROUPS]) : (by.groups ?? []);
  return { by: person, groups: [...new Set(groups)] };
}

const PERSON = "LOBSTER_APPROVAL_APPROVED_BY";
const GROUPS = "LOBSTER_APPROVAL_APPROVER_GROUPS";

function splitGroups(text: string | undefined): readonly string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}

/** Refuses group names that are none, such as `group:release` or two in one: what was meant is not guessed. */
export function assertGroupNames(label: string, voter: Voter | undefined): void {
  const wrong = voter?.groups.find((group) => !isGroupName(group));
  if (wrong === undefined) return;
  throw new LobsterError(
    "refused",
    `${label} needs bare group names of letters, digits and . _ @ -, separated by commas, got '${wrong.slice(0, 100)}'; set ${GROUPS}`,
  );
}

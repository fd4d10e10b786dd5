import { isPersonId, STARTER } from "../../approvers/principal.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { isApprovalGate, isFilledText, stepFinding, type Finding, type RawStep } from "./finding.ts";
import { findPolicyDoubts, findPolicyMistakes } from "./policy-fields.ts";

/**
 * Checks an `approval:` beyond the types of its identity fields: a gate that is written must be a gate (W7), its policy
 * must be enforceable as it stands (W6, policy.md), and a failure must not get around it (W8).
 */
export function findApprovalMistakes(step: RawStep): Finding[] {
  const approval = ownMember(step.fields, "approval");
  if (approval === undefined) return [];
  if (!isApprovalGate(approval)) return [stepFinding(step, describeNoGate(approval), "approval")];
  return [...(isJsonObject(approval) ? checkFields(step, approval) : []), ...checkFailure(step)];
}

/** What a sound gate asks for and does not get. */
export function findApprovalDoubts(step: RawStep): Finding[] {
  const approval = ownMember(step.fields, "approval");
  return isJsonObject(approval) ? findPolicyDoubts(step, approval) : [];
}

function describeNoGate(approval: JsonValue): string {
  const kinds = "true, a prompt, or an object";
  if (approval === false) return `approval must be ${kinds}; remove it for no gate`;
  return typeof approval === "string" ? `approval is blank; write ${kinds}` : `approval must be ${kinds}`;
}

function checkFields(step: RawStep, approval: JsonObject): Finding[] {
  return [
    ...checkShown(step, approval),
    ...IDENTITIES.flatMap((spellings) => checkIdentity(step, approval, spellings)),
    ...checkSpellings(step, approval, ["require_different_approver", "requireDifferentApprover"]),
    ...findPolicyMistakes(step, approval),
  ];
}

/** What the card shows: prompt and preview are text, items a list. */
function checkShown(step: RawStep, approval: JsonObject): Finding[] {
  const check = (key: string, isGood: (value: JsonValue) => boolean, type: string): Finding[] => {
    const value = ownMember(approval, key);
    return value === undefined || isGood(value)
      ? []
      : [stepFinding(step, `approval.${key} must be ${type}`, "approval", key)];
  };
  return [
    ...check("prompt", (value) => typeof value === "string", "a string"),
    ...check("items", Array.isArray, "a list"),
    ...check("preview", (value) => typeof value === "string", "a string"),
  ];
}

type Spellings = readonly [string, string];

const IDENTITIES: readonly Spellings[] = [
  ["initiated_by", "initiatedBy"],
  ["required_approver", "requiredApprover"],
];

const TEMPLATE = /\$\{|\$[A-Za-z0-9_-]+\./;

function checkIdentity(step: RawStep, approval: JsonObject, spellings: Spellings): Finding[] {
  const wrong = spellings.flatMap((key) => {
    const value = ownMember(approval, key);
    const problem = typeof value === "string" ? findIdentityProblem(value) : undefined;
    return problem === undefined ? [] : [stepFinding(step, `approval.${key} ${problem}`, "approval", key)];
  });
  return [...wrong, ...checkSpellings(step, approval, spellings)];
}

function findIdentityProblem(value: string): string | undefined {
  if (!isFilledText(value)) return "is blank; name a person or remove it";
  if (TEMPLATE.test(value)) return "cannot be a template: who may decide is fixed by the file";
  const id = value.trim();
  if (id === STARTER) return `cannot be '${STARTER}'; name a person`;
  return isPersonId(id) ? undefined : "must be a person's id (letters, digits and . _ @ - only)";
}

/** Both spellings of one field are fine as long as they agree. */
function checkSpellings(step: RawStep, approval: JsonObject, [snake, camel]: Spellings): Finding[] {
  const first = ownMember(approval, snake);
  const second = ownMember(approval, camel);
  if (first === undefined || second === undefined || first === second) return [];
  return [stepFinding(step, `approval.${snake} and approval.${camel} differ; keep one`, "approval", camel)];
}

/** A gated step that fails would let later steps run without anyone being asked. */
function checkFailure(step: RawStep): Finding[] {
  const onError = ownMember(step.fields, "on_error");
  if (onError !== "continue" && onError !== "skip_rest") return [];
  const text = `on_error cannot be "${onError}" on a step with an approval: its failure would go around the gate`;
  return [stepFinding(step, text, "on_error")];
}

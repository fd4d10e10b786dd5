import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { isApprovalGate, isFilledText, stepFinding, type Finding, type RawStep } from "./finding.ts";

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
    ...findUnsupported(step, "approval", approval, UNSUPPORTED_APPROVAL_FIELDS),
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

/** A person's id. `starter` means whoever began the run, so nobody can be called that. */
const PERSON_ID = /^[A-Za-z0-9._@-]+$/;
const RESERVED_ID = "starter";

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
  if (id === RESERVED_ID) return `cannot be '${RESERVED_ID}'; name a person`;
  return PERSON_ID.test(id) ? undefined : "must be a person's id (letters, digits and . _ @ - only)";
}

/** Both spellings of one field are fine as long as they agree. */
function checkSpellings(step: RawStep, approval: JsonObject, [snake, camel]: Spellings): Finding[] {
  const first = ownMember(approval, snake);
  const second = ownMember(approval, camel);
  if (first === undefined || second === undefined || first === second) return [];
  return [stepFinding(step, `approval.${snake} and approval.${camel} differ; keep one`, "approval", camel)];
}

/** Fields of policy.md that nothing enforces yet: accepting them would promise what does not happen. */
export const UNSUPPORTED_APPROVAL_FIELDS: readonly string[] = [
  "approvers",
  "require",
  "quorum",
  "expires_in",
  "reason",
  "confirm",
  "remind_before",
  "hold",
];

/** The same for `input:`. */
export const UNSUPPORTED_INPUT_FIELDS: readonly string[] = ["answer_by", "expires_in"];

/** Refuses the fields of a gate that are not enforced yet. */
export function findUnsupported(
  step: RawStep,
  gate: "approval" | "input",
  fields: JsonObject,
  unsupported: readonly string[],
): Finding[] {
  return unsupported
    .filter((key) => Object.hasOwn(fields, key))
    .map((key) => ({ ...stepFinding(step, `${gate}.${key} is not supported yet; remove it`, gate, key), of: "key" }));
}

/** A gated step that fails would let later steps run without anyone being asked. */
function checkFailure(step: RawStep): Finding[] {
  const onError = ownMember(step.fields, "on_error");
  if (onError !== "continue" && onError !== "skip_rest") return [];
  const text = `on_error cannot be "${onError}" on a step with an approval: its failure would go around the gate`;
  return [stepFinding(step, text, "on_error")];
}

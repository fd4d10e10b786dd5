import { ANSWER_FIELDS } from "../approvers/answer-fields.ts";
import { POLICY_FIELDS } from "../approvers/policy-fields.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json.ts";
import { nearestName } from "../pipeline/nearest-name.ts";
import type { Path } from "./parse-document.ts";
import { filledList, type Finding } from "./validate/finding.ts";

/** Keys that may stand anywhere and mean nothing; so do those that start with `x-`. */
const FREE_KEYS = ["name", "description"];

const WORK_KEYS = ["id", "run", "command", "pipeline", "stdin", "env", "cwd"];
const CALL_KEYS = ["workflow", "workflow_args", "parallel", "for_each"];
const LOOP_KEYS = ["steps", "item_var", "index_var", "batch_size", "pause_ms"];
const CONDITION_KEYS = ["when", "condition"];
const FAILURE_KEYS = ["timeout_ms", "retry", "on_error"];

const SHOWN_KEYS = ["prompt", "items", "preview"];
const IDENTITY_KEYS = ["initiated_by", "initiatedBy", "required_approver", "requiredApprover"];
const FOUR_EYES_KEYS = ["require_different_approver", "requireDifferentApprover"];

/** The keys of each kind of object in a workflow file (workflows-and-checkpoints §1.2 and §21, policy.md). */
export const KNOWN_KEYS = {
  file: ["args", "env", "cwd", "cost_limit", "steps"],
  argument: ["default", "type", "required", "enum", "pattern", "raw"],
  costLimit: ["max_usd", "action"],
  step: [...WORK_KEYS, ...CALL_KEYS, ...LOOP_KEYS, "approval", "input", ...CONDITION_KEYS, ...FAILURE_KEYS],
  parallel: ["wait", "timeout_ms", "branches"],
  branch: WORK_KEYS,
  subStep: [...WORK_KEYS, ...CONDITION_KEYS],
  approval: [...SHOWN_KEYS, ...IDENTITY_KEYS, ...FOUR_EYES_KEYS, ...POLICY_FIELDS],
  input: ["prompt", "responseSchema", "defaults", ...ANSWER_FIELDS],
  retry: ["max", "backoff", "delay_ms", "max_delay_ms", "jitter"],
} as const;

/** A kind of object in a workflow file. */
export type ObjectKind = keyof typeof KNOWN_KEYS;

/** Finds the keys of a file that nothing reads, outside its steps (closed schema, W7). */
export function findUnknownFileKeys(file: JsonObject): Finding[] {
  const args = ownMember(file, "args");
  return [
    ...findUnknownKeys(file, { kind: "file", label: "Workflow file", path: [] }),
    ...inspect(ownMember(file, "cost_limit"), {
      kind: "costLimit",
      label: "Workflow cost_limit",
      path: ["cost_limit"],
    }),
    ...(isJsonObject(args) ? Object.entries(args) : []).flatMap(([name, definition]) =>
      inspect(definition, { kind: "argument", label: `Workflow argument ${name}`, path: ["args", name] }),
    ),
  ];
}

/** Finds the keys of a step, and of everything in it, that nothing reads. */
export function findUnknownStepKeys(step: JsonObject, id: string, path: Path): Finding[] {
  const label = `Workflow step ${id}`;
  const block = ownMember(step, "parallel");
  const nested = (key: "parallel" | "approval" | "input" | "retry"): Finding[] =>
    inspect(ownMember(step, key), { kind: key, label: `${label} ${key}`, path: [...path, key] });
  return [
    ...findUnknownKeys(step, { kind: "step", label, path }),
    ...nested("parallel"),
    ...inspectList(isJsonObject(block) ? ownMember(block, "branches") : undefined, {
      kind: "branch",
      label: `${label} parallel branch`,
      path: [...path, "parallel", "branches"],
    }),
    ...inspectList(ownMember(step, "steps"), {
      kind: "subStep",
      label: `${label} for_each sub-step`,
      path: [...path, "steps"],
    }),
    ...nested("approval"),
    ...nested("input"),
    ...nested("retry"),
  ];
}

/** What an object is and where it stands. */
interface Subject {
  readonly kind: ObjectKind;
  readonly label: string;
  readonly path: Path;
}

function inspect(value: JsonValue | undefined, subject: Subject): Finding[] {
  return isJsonObject(value) ? findUnknownKeys(value, subject) : [];
}

function inspectList(value: JsonValue | undefined, subject: Subject): Finding[] {
  return (filledList(value) ?? []).flatMap((element, index) => {
    const id = isJsonObject(element) ? ownMember(element, "id") : undefined;
    const label = `${subject.label} ${typeof id === "string" ? id : index + 1}`;
    return inspect(element, { kind: subject.kind, label, path: [...subject.path, index] });
  });
}

function findUnknownKeys(object: JsonObject, subject: Subject): Finding[] {
  const known: readonly string[] = KNOWN_KEYS[subject.kind];
  return Object.keys(object)
    .filter((key) => !known.includes(key) && !FREE_KEYS.includes(key) && !key.startsWith("x-"))
    .slice(0, MAX_NAMED)
    .map((key) => ({
      message: `${subject.label} ${describeUnknown(key, subject.kind, known)}`,
      path: [...subject.path, key],
      of: "key",
    }));
}

/** A key that means something on a step is not misspelled but misplaced. */
function describeUnknown(key: string, kind: ObjectKind, known: readonly string[]): string {
  if ((kind === "branch" || kind === "subStep") && KNOWN_KEYS.step.includes(key)) {
    return `cannot define '${key}'; only a step of its own can`;
  }
  const nearest = nearestKey(key, known);
  const advice = nearest === undefined ? `known keys: ${known.join(", ")}` : `did you mean '${nearest}'?`;
  return `has an unknown key '${key.slice(0, MAX_SHOWN)}'; ${advice}`;
}

/** Letters of a key that a message shows. */
const MAX_SHOWN = 60;

/** Unknown keys that are named in one object. */
const MAX_NAMED = 20;

/** Also finds keys in another spelling (`timeoutMs` for `timeout_ms`) and with letters in another order. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const plain = plainSpelling(key);
  return (
    known.find((candidate) => plainSpelling(candidate) === plain) ??
    known.find((candidate) => sortLetters(candidate) === sortLetters(key)) ??
    nearestName(key, known)
  );
}

function plainSpelling(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, "");
}

function sortLetters(key: string): string {
  return key.length > MAX_SHOWN ? key : Array.from(plainSpelling(key)).toSorted().join("");
}

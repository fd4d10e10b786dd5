import type { JsonValue } from "../../runtime/json.ts";
import { describeElapsed } from "./describe-elapsed.ts";
import type { FoundGates, OpenGate } from "./find-gates.ts";
import { describePolicy, describeState } from "../policy-words.ts";
import { measureVotes } from "../../runtime/gate/rules.ts";

/** The open gates for programs: everything a gate shows, uncut, and what is needed to decide it. */
export function describeGatesAsJson({ open }: Pick<FoundGates, "open">): readonly JsonValue[] {
  const gates = open.map(({ gate, run }) => ({
    gate: gate.key,
    token: gate.token,
    ...(gate.approvalId === undefined ? {} : { approvalId: gate.approvalId }),
    runId: gate.runId,
    workflow: run.name,
    ...(run.filePath === undefined ? {} : { filePath: run.filePath }),
    ...(run.startedBy === undefined ? {} : { startedBy: run.startedBy }),
    step: stepPath(gate),
    position: gate.position,
    request: gate.request,
    policy: gate.policy,
    votes: gate.votes,
    ...(gate.request.type === "approval_request" ? { remaining: measureVotes(gate.policy, gate.votes).remaining } : {}),
    ...(gate.removedVotes === undefined ? {} : { removedVotes: gate.removedVotes }),
    holdUntil: gate.holdUntil,
    digest: gate.digest,
    createdAt: gate.createdAt,
    expiresAt: gate.expiresAt,
    decideVia: run.decideVia,
  }));
  return gates as unknown as readonly JsonValue[];
}

/** An open gate for people, with the command that decides it. `now` is the time in ms. */
export function describeGate({ gate, run }: OpenGate, now: number): string {
  const { request, createdAt, expiresAt } = gate;
  const isApproval = request.type === "approval_request";
  const waits = describeElapsed(now - Date.parse(createdAt));
  return [
    `${gate.approvalId ?? "question"}  ${run.name} > ${stepPath(gate).join(" > ")}  run ${gate.runId}, step ${gate.position.step} of ${gate.position.of}`,
    ...request.prompt.split("\n").map((line) => `  ${line}`),
    `  waiting ${waits}, since ${createdAt}${expiresAt === null ? "" : `, until ${expiresAt}`}`,
    ...(isApproval ? [`  ${describePolicy(gate.policy)}`] : []),
    ...describeState(gate).map((line) => `  ${line}`),
    ...(run.decideVia === "chat" ? ["  to be decided in chat"] : []),
    `  lobster resume ${howToDecide(gate)}`,
  ].join("\n");
}

function howToDecide({ approvalId, token, request, policy, holdUntil }: OpenGate["gate"]): string {
  if (request.type === "input_request") return `--token ${token} --response-json JSON`;
  const reference = approvalId === undefined ? `--token ${token}` : `--id ${approvalId}`;
  if (holdUntil !== null) return `${reference} --withdraw`;
  const terms = [
    ...(policy.reason === "required" ? [" --reason TEXT"] : []),
    ...(policy.confirm === undefined ? [] : [" --confirm TEXT"]),
  ];
  return `${reference} --approve yes|no${terms.join("")}`;
}

/** Ids of enclosing `workflow:` steps, then the gate's. */
function stepPath(gate: OpenGate["gate"]): readonly string[] {
  const path = gate.frames.map(({ stepId }) => stepId);
  return path.length === 0 ? [gate.stepId] : path;
}

import { nearestName } from "../../runtime/pipeline/nearest-name.ts";
import { tryParseJson } from "../../runtime/stable-json.ts";
import type { Decision, GateReference } from "../../runtime/runtime.ts";
import type { CallLimits, ResumeCall, RunCall, StatusCall, ToolCall } from "./call.ts";
import { decodeFlowResume, decodeFlowStart } from "./flows/flow-params.ts";
import { readAmount, readFlag, readText, type Params } from "./param-values.ts";
import { PARAMETERS } from "./parameters.ts";
import { callError } from "./tool-error.ts";

/** Understands the parameters of a call. Throws `parse_error`s that name the parameter; nothing has happened then. */
export function decodeCall(given: unknown): ToolCall {
  const params = decodeParams(given);
  const action = readText(params, "action");
  if (action === "run") return decodeRun(params);
  if (action === "resume") return decodeResume(params);
  if (action === "status") return decodeStatus(params);
  throw callError(
    `action must be run, resume or status${action === undefined ? "" : `, got '${action.slice(0, 60)}'`}`,
  );
}

function decodeParams(given: unknown): Params {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw callError("the parameters must be an object");
  }
  const params = new Map<string, unknown>(Object.entries(given));
  const known = Object.keys(PARAMETERS.properties);
  const unknown = [...params.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return Object.fromEntries(params);
  const nearest = nearestName(unknown, known);
  throw callError(
    `unknown parameter ${unknown.slice(0, 60)}${nearest === undefined ? "" : `; did you mean ${nearest}?`}`,
  );
}

function decodeRun(params: Params): RunCall {
  const flow = decodeFlowStart(params);
  const pipeline = readText(params, "pipeline");
  if (pipeline === undefined) throw callError("run requires pipeline: a pipeline, or the path of a workflow file");
  return {
    kind: "run",
    pipeline,
    argsJson: readText(params, "argsJson"),
    cwd: readText(params, "cwd"),
    limits: decodeLimits(params),
    flow,
  };
}

function decodeResume(params: Params): ResumeCall {
  const flow = decodeFlowResume(params);
  const gate = decodeGate(params);
  if (gate === undefined && flow === undefined) throw callError("resume requires token or approvalId");
  return {
    kind: "resume",
    gate,
    decision: decodeDecision(params),
    terms: decodeTerms(params),
    cwd: readText(params, "cwd"),
    limits: decodeLimits(params),
    flow,
  };
}

function decodeStatus(params: Params): StatusCall {
  const limits = decodeLimits(params);
  const gate = decodeGate(params);
  const flowId = readText(params, "flowId");
  if (gate !== undefined && flowId !== undefined)
    throw callError("status accepts only one of token, approvalId, or flowId");
  if (gate !== undefined) return { kind: "status", about: { gate }, limits };
  if (flowId !== undefined) return { kind: "status", about: { flowId }, limits };
  return { kind: "status", about: { waitingFlows: true, after: readText(params, "flowAfter") }, limits };
}

function decodeGate(params: Params): GateReference | undefined {
  const [token, approvalId] = [readText(params, "token"), readText(params, "approvalId")];
  if (token !== undefined && approvalId !== undefined) {
    throw callError("resume and status accept only one of token or approvalId");
  }
  if (token !== undefined) return { token };
  return approvalId === undefined ? undefined : { approvalId };
}

function decodeDecision(params: Params): Decision {
  const approve = readFlag(params, "approve");
  const response = readText(params, "responseJson");
  const cancel = readFlag(params, "cancel") === true;
  const withdraw = readFlag(params, "withdraw") === true;
  const given = [approve !== undefined, response !== undefined, cancel].filter(Boolean).length;
  if (withdraw && given > 0) throw callError("withdraw: true takes back your approve; give no other decision with it");
  if (withdraw) return { kind: "withdraw" };
  if (given > 1) throw callError("resume accepts only one of approve, responseJson, or cancel");
  if (cancel) return { kind: "cancel" };
  if (approve !== undefined) return { kind: approve ? "approve" : "deny" };
  if (response === undefined) throw callError("resume requires approve, responseJson, or cancel: true");
  return { kind: "answer", response: decodeResponse(response) };
}

function decodeTerms(params: Params): ResumeCall["terms"] {
  const [reason, confirm, digest] = [
    readText(params, "reason"),
    readText(params, "confirm"),
    readText(params, "digest"),
  ];
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** An answer is what a person typed, not a file. */
const MAX_RESPONSE_BYTES = 64 * 1024;

function decodeResponse(text: string): Extract<Decision, { kind: "answer" }>["response"] {
  if (Buffer.byteLength(text) > MAX_RESPONSE_BYTES)
    throw callError(`responseJson must be at most ${MAX_RESPONSE_BYTES} bytes`);
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw callError("responseJson must be valid JSON");
  return parsed.value;
}

function decodeLimits(params: Params): CallLimits {
  return {
    timeoutMs: readAmount(params, "timeoutMs", { standard: 20_000, floor: 200, highest: 2 ** 31 - 1 }),
    maxBytes: readAmount(params, "maxStdoutBytes", { standard: 512_000, floor: 1024, highest: 16 * 1024 * 1024 }),
  };
}

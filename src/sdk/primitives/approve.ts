import { toJson } from "../../embed/plain-json.ts";
import { findContradictions } from "../../runtime/approvers/contradictions.ts";
import { encodePolicyFields } from "../../runtime/approvers/encode-fields.ts";
import { readPolicyFields } from "../../runtime/approvers/policy-fields.ts";
import { LobsterError } from "../../runtime/errors.ts";
import type { JsonObject, JsonValue } from "../../runtime/json.ts";
import { listItems } from "../items.ts";
import type { StageObject } from "../stage.ts";

/** What an approval shows. */
export interface ApproveOptions {
  /** Default `Approve?`. */
  readonly prompt?: string;
  /** False keeps the items out of the request; they go on after the approval all the same (fault F9). */
  readonly preview?: boolean;
  /** Any of these may approve: person ids and `group:<name>`. */
  readonly approvers?: readonly string[];
  /** All of these must approve, each by a different person. */
  readonly require?: readonly string[];
  /** How many different people must approve. */
  readonly quorum?: number;
  /** How long it can be decided: `30m`, `24h`, `7d` or `never`. */
  readonly expiresIn?: string;
  /** Whether an approve carries a reason. */
  readonly reason?: "required" | "optional" | "none";
  /** What an approver must type. */
  readonly confirm?: string;
  /** How long after the last vote it can still be withdrawn. */
  readonly hold?: string;
}

/** A stage as it can be looked at. */
export interface ApproveStage extends StageObject {
  readonly type: "approve";
  readonly prompt: string;
}

/**
 * A stage that stops until somebody approves, then passes its items on. Throws `invalid_request` for a policy that nobody
 * could keep.
 */
export function approve(options: ApproveOptions = {}): ApproveStage {
  const { prompt = "Approve?", preview = true } = options;
  const policy = readPolicy(options);
  return {
    type: "approve",
    prompt,
    meta: { resumeSafeBeforeInput: true },
    run: async ({ input }) => {
      const items = await listItems(input);
      const request = {
        type: "approval_request",
        prompt,
        items: preview ? items : [],
        itemCount: items.length,
        ...policy,
      };
      return { halt: true, output: [request], continueWith: items };
    },
  };
}

/** The policy as a request writes it, checked when the workflow is put together. */
function readPolicy({ approvers, require, quorum, expiresIn, reason, confirm, hold }: ApproveOptions): JsonObject {
  const given = { approvers, require, quorum, expires_in: expiresIn, reason, confirm, hold };
  const written = Object.entries(given).filter(([, value]) => value !== undefined);
  const source = written.map(([name, value]): [string, JsonValue] => [name, toJson(value, `approve's ${name}`)]);
  const { fields, problems } = readPolicyFields(Object.fromEntries(source));
  const [problem] = problems.length > 0 ? problems : findContradictions(fields);
  if (problem === undefined) return encodePolicyFields(fields);
  throw new LobsterError("invalid_request", `approve's ${problem.key} ${problem.text}`);
}

import type { PolicyFields } from "../approvers/policy-fields.ts";
import type { JsonObject, JsonValue } from "../json.ts";

/** One declared argument of a workflow (`args:`). Without `default` an argument contributes nothing until it is given. */
export interface ArgDefinition {
  readonly name: string;
  readonly description?: string;
  /** Present when the file has a `default` key, null included. */
  readonly default?: { readonly value: JsonValue };
  readonly type: ArgType;
  /** True when the file names the type; only then are given values checked against it. */
  readonly typed: boolean;
  readonly required: boolean;
  readonly enum?: readonly JsonValue[];
  readonly pattern?: string;
  /** Keeps textual substitution in commands; cards and `explain` say so. */
  readonly raw: boolean;
}

/** The types an argument may declare; `string` unless the file says otherwise. */
export type ArgType = "string" | "number" | "integer" | "boolean" | "array" | "object";

/** A `when` or `condition` as written: absent means "run". Text is checked and compiled when the file loads. */
export type ConditionSource = boolean | string | undefined;

/** `approval:` in any of its forms, brought to one shape. Policy text is trimmed and, but for `confirm`, never a template. */
export interface ApprovalDefinition extends PolicyFields {
  /** Absent when the file has none: then a step's output may give it, else `Approve <id>?` is used. */
  readonly prompt?: string;
  readonly items?: readonly JsonValue[];
  readonly preview?: string;
  readonly initiatedBy?: string;
  readonly requiredApprover?: string;
  readonly requireDifferentApprover?: boolean;
}

/** `input:` of a step: the question, the JSON Schema of its answer, suggested values, and who may answer until when. */
export interface InputDefinition extends Pick<PolicyFields, "expiresInMs"> {
  readonly prompt: string;
  readonly responseSchema: JsonObject;
  readonly defaults?: { readonly value: JsonValue };
  /** Person ids, `group:<name>` and `starter`; absent: anyone. */
  readonly answerBy?: readonly string[];
}

/** `retry:` with its defaults filled in. `max` counts all attempts. */
export interface RetryDefinition {
  readonly max: number;
  readonly backoff: "fixed" | "exponential";
  readonly delayMs: number;
  readonly maxDelayMs: number;
  readonly jitter: boolean;
}

/** What happens to the run when a step has failed for good. */
export type OnError = "stop" | "continue" | "skip_rest";

/** Text that a shell or a pipeline runs. Blank text does nothing and passes `stdin` on. */
export type Work =
  | { readonly kind: "shell"; readonly text: string }
  | { readonly kind: "pipeline"; readonly text: string }
  | { readonly kind: "pass" };

/** A branch of `parallel:`. */
export interface BranchDefinition {
  readonly id: string;
  readonly work: Work;
  readonly stdin?: { readonly value: JsonValue };
  readonly env: ReadonlyMap<string, string>;
  readonly cwd?: string;
}

/** A sub-step of `for_each:`. */
export interface LoopStepDefinition extends BranchDefinition {
  readonly when: ConditionSource;
}

/** What a step does, by kind. An input step asks and runs nothing. */
export type StepWork =
  | Work
  | { readonly kind: "workflow"; readonly path: string; readonly args: ReadonlyMap<string, JsonValue> }
  | {
      readonly kind: "parallel";
      readonly wait: "all" | "any";
      readonly timeoutMs?: number;
      readonly branches: readonly BranchDefinition[];
    }
  | {
      readonly kind: "for_each";
      readonly source: string;
      readonly itemVar: string;
      readonly indexVar: string;
      readonly batchSize: number;
      readonly pauseMs: number;
      readonly steps: readonly LoopStepDefinition[];
    }
  | { readonly kind: "input"; readonly input: InputDefinition };

/** One step of a workflow. */
export interface StepDefinition {
  readonly id: string;
  readonly work: StepWork;
  readonly when: ConditionSource;
  /** Present when the file has the key, null included (an input gate tells "null" from "absent"). */
  readonly stdin?: { readonly value: JsonValue };
  readonly env: ReadonlyMap<string, string>;
  readonly cwd?: string;
  readonly approval?: ApprovalDefinition;
  readonly timeoutMs?: number;
  readonly retry?: RetryDefinition;
  readonly onError: OnError;
}

/** A workflow file after validation: everything the engine needs, nothing it must check again. */
export interface WorkflowDefinition {
  readonly name?: string;
  readonly description?: string;
  readonly args: ReadonlyMap<string, ArgDefinition>;
  readonly env: ReadonlyMap<string, string>;
  readonly cwd?: string;
  readonly costLimit?: { readonly maxUsd: number; readonly action: "warn" | "stop" };
  readonly steps: readonly StepDefinition[];
}

/**
 * What is pinned when a run starts and executed to its end, whatever happens to the file on disk (promise 2).
 * `document` is the file as parsed, `filePath` (absolute) is where relative paths start, `children` are the
 * sub-workflows by step id. `digest` covers all three.
 */
export interface LoadedWorkflow {
  readonly filePath: string;
  readonly document: JsonObject;
  readonly definition: WorkflowDefinition;
  readonly children: ReadonlyMap<string, LoadedWorkflow>;
  readonly digest: string;
  readonly warnings: readonly string[];
}

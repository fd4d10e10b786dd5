import type { GateDocument, GatePolicy, RunDocument } from "../../run/documents.ts";
import type { JsonValue } from "../../json.ts";
import type { StepResult } from "../../workflow/step-result.ts";

/** How a checkpoint is taken over. */
export interface AdoptionOptions {
  /** Where the rest runs, for the checkpoint does not say (absolute); default the workflow file's folder. */
  readonly cwd?: string;
  readonly approvalId?: string;
  /** True when nothing will run: then a workflow file that is gone or invalid does not matter. */
  readonly isEnding?: boolean;
}

/** A definition to be pinned. */
export interface AdoptedDefinition {
  readonly key: string;
  readonly value: JsonValue;
}

/** What the two kinds of checkpoint contribute; the rest of the documents is alike. */
export interface AdoptedContent {
  readonly run: Pick<RunDocument, "kind" | "name" | "definitionDigest" | "args" | "cwd" | "warnings"> &
    Partial<Pick<RunDocument, "filePath" | "cost" | "startedBy">>;
  readonly gate: Pick<GateDocument, "stepId" | "position" | "request" | "policy"> &
    Partial<Pick<GateDocument, "result" | "continuation">>;
  readonly hostPolicy: Pick<GatePolicy, "requiredApprover" | "requireDifferentApprover">;
  /** Results in the order in which steps finished, without the gate's own. */
  readonly results: readonly StepResult[];
  readonly definitions: readonly AdoptedDefinition[];
  readonly createdAt: string | undefined;
}

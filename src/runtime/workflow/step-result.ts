import type { JsonValue } from "../json.ts";

/**
 * What a step leaves behind (workflows-and-checkpoints §4.6). Absent fields are absent: templates render them empty, or
 * `false` for `approved` and `skipped`. `json` may hold `bigint`s where the step printed integers beyond 2^53.
 */
export interface StepResult {
  readonly id: string;
  readonly stdout?: string;
  readonly json?: JsonValue;
  readonly skipped?: true;
  readonly error?: true;
  readonly errorMessage?: string;
  readonly approved?: true;
  readonly approvedBy?: string;
  readonly initiatedBy?: string;
  readonly approvals?: readonly JsonValue[];
  readonly reason?: string;
  readonly subject?: JsonValue;
  readonly response?: JsonValue;
}

/** What a template, a reference or a condition can see while a step is prepared. */
export interface Scope {
  /** Resolved arguments by name. */
  readonly args: ReadonlyMap<string, JsonValue>;
  /** The result of a finished step (or loop variable), or undefined for a step that is not known yet. */
  result(stepId: string): StepResult | undefined;
}

import type { JsonValue } from "../../runtime/json.ts";
import type { WorkflowNote } from "../workflow-notes.ts";

/** A person as explanations name them. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** What is to be known of a gate before the run. */
export interface ExplainedGate {
  readonly kind: "approval" | "input";
  /** As the file has it, with its templates; a default where the file leaves the prompt to the step's output. */
  readonly prompt: string;
  /** What people are shown with the prompt, or asked for, in words. */
  readonly content: string;
  /** The file's policy in words, such as `needs 'release-manager' other than the starter`. */
  readonly policy: string;
  /** Its terms, one line each, such as `expires after 24h`; empty for a gate without any. */
  readonly terms: readonly string[];
  /** Who can open it, for at least one possible starter. Absent where nobody is known. */
  readonly openers?: readonly NamedPerson[];
  /** Those who can start a run in which nobody can open it. */
  readonly stuckFor?: readonly NamedPerson[];
  /** Why nobody can ever open it. */
  readonly stuck?: string;
  /** True when whoever started the run can never open it. */
  readonly fourEyes: boolean;
}

/** A step in words. `details` are lines such as `only when: $gate.approved`. */
export interface ExplainedStep {
  /** `2`, or `2.1` for the first step of the sub-workflow that step 2 calls. */
  readonly number: string;
  readonly id: string;
  readonly details: readonly string[];
  readonly gate?: ExplainedGate;
}

/** One argument, as declared. */
export interface ExplainedArgument {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly pattern?: string;
  readonly raw: boolean;
  readonly description?: string;
}

/** Everything `lobster explain` says of a workflow, for people and for programs. */
export interface Explanation {
  readonly file: string;
  readonly name: string;
  readonly description?: string;
  readonly arguments: readonly ExplainedArgument[];
  /** What holds for every step, one line each. */
  readonly settings: readonly string[];
  readonly steps: readonly ExplainedStep[];
  /** The files a run pins, each with the SHA-256 of what it says, its sub-workflows included. */
  readonly pinned: readonly { readonly file: string; readonly digest: string }[];
  readonly notes: readonly WorkflowNote[];
  readonly warnings: readonly string[];
}

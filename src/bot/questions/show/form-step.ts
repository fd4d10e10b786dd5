import type { RichText } from "../../text/rich-text.ts";
import type { Field } from "../question-plan.ts";

/** What a question shows now, before any platform's limits. All labels are whole. */
export interface FormStep {
  /** Which step this is; a reply written to it is handed back with it. */
  readonly id: string;
  readonly kind: Field["kind"] | "summary" | "whole";
  /** JSON pointer of the field; empty for the summary and the whole answer. */
  readonly pointer: string;
  /** What the field is called. */
  readonly name: string;
  readonly body: RichText;
  /** What can be picked: options, or the fields of a summary to edit. Shown in pages where they do not fit. */
  readonly options: readonly StepOption[];
  /** The first option of the page that was turned to. */
  readonly from: number;
  /** Everything else that can be pressed, most important first. */
  readonly controls: readonly StepControl[];
  /** Set where the options can be chosen from a list, on platforms that have one. */
  readonly select?: StepSelect;
  /** Set where a written reply is expected. */
  readonly reply?: { readonly placeholder: string };
}

/** One thing that can be picked. */
export interface StepOption {
  readonly label: string;
  /** At most 24 bytes of `[a-z0-9.+@]`. */
  readonly action: string;
  readonly marked?: boolean;
  /** Shown in the message, not on the button. */
  readonly description?: string;
}

/** A step as it is where its options are chosen from a list. An option's value is its position among all of them. */
export interface StepSelect {
  /** The body in place of the step's own. */
  readonly body: RichText;
  readonly placeholder: string;
  /** So many options have to be chosen, and may be. */
  readonly min: number;
  readonly max: number;
  /** The marks so far are enough: they can be handed in as they are. */
  readonly canBeDone: boolean;
}

/** What a control does. */
export type ControlKind =
  | "done"
  | "submit"
  | "fill"
  | "add"
  | "default"
  | "all_defaults"
  | "skip"
  | "none"
  | "keep"
  | "remove_last"
  | "remove_entry"
  | "back"
  | "as_json"
  | "as_form";

/** A button that is no option. */
export interface StepControl {
  readonly kind: ControlKind;
  readonly label: string;
  /** For where the label is too long; the message says the rest. */
  readonly short?: string;
  readonly action: string;
}

/** So many options are shown at once; more of them are shown in pages. */
export const COMFORTABLE_OPTIONS = 8;

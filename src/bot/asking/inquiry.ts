import type { JsonValue } from "../../runtime/json.ts";
import type { AdapterLimits, Conversation, OutboundFile } from "../adapter.ts";
import type { Content } from "../delivery/delivery.ts";
import type { Person } from "../people/people.ts";
import type { Purpose } from "../purposes.ts";
import type { QuestionPlan } from "../questions/index.ts";
import type { Actor } from "../request.ts";
import type { RichText } from "../text/rich-text.ts";

/** What stands above the form, from the fullest to the barest; what is left out is in `files`. */
export interface InquiryHead {
  readonly body: RichText;
  readonly files: readonly OutboundFile[];
}

/**
 * Something that is asked with a form: an input gate, or the missing arguments of a run. The form itself follows from the
 * plan and what was answered so far. Of several people who may answer, each goes on where another stopped.
 */
export interface Inquiry {
  /** Where its half-filled form is kept. */
  readonly key: string;
  readonly plan: QuestionPlan;
  /** The reference its buttons carry. */
  readonly reference: string;
  /** Who may answer; nobody when that is not known. */
  readonly answerers: readonly Person[];
  /** The same in words: names, and groups by their name. */
  readonly answerersNamed: readonly string[];
  readonly title: string;
  heads(limits: AdapterLimits): readonly (() => InquiryHead)[];
  /** The message of the form. */
  readonly purpose: Purpose;
  /** The message in which one step is answered in writing. */
  promptFor(step: string): Purpose;
  /** The purpose the form replies to. */
  readonly replyTo?: Purpose;
  show(purpose: Purpose, conversation: Conversation, content: Content, again: boolean): Promise<void>;
  /** Draws the form anew wherever it stands. */
  redraw(conversation: Conversation): Promise<void>;
  /** Shows that it was answered; nothing on it can be pressed any more. */
  close(conversation: Conversation): Promise<void>;
  /** Takes the whole answer, which fits the schema. `taken` is false when it did not count after all. */
  submit(actor: Actor, answer: JsonValue): Promise<{ readonly isTaken: boolean; readonly body: RichText | undefined }>;
}

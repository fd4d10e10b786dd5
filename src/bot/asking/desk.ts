import type { GateDocument } from "../../runtime/run/documents.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { Conversation } from "../adapter.ts";
import type { ButtonPress, Subject } from "../buttons.ts";
import type { CatalogEntry } from "../catalog.ts";
import type { RunView } from "../cards/run-view.ts";
import type { Purpose } from "../purposes.ts";
import type { Actor, Answering, Request } from "../request.ts";

/** What a button of a form is about. */
export type AskedSubject = Extract<Subject, { readonly kind: "gate" | "arguments" }>;

/** What a typed reply to a form is about. */
export type AskedPurpose = Extract<Purpose, { readonly kind: "question" | "prompt" | "arguments" | "argument" }>;

/** A run that waits for arguments before it can start; `args` are those given already. */
export interface MissingArguments {
  readonly workflow: Extract<CatalogEntry, { readonly kind: "ready" }>;
  readonly args: Readonly<Record<string, JsonValue>>;
}

/** Asks questions and takes the answers: those of input gates, and the missing arguments of a run. */
export interface QuestionDesk {
  /** Shows an input gate in a conversation: its form while it is open, how it ended afterwards. */
  draw(view: RunView, gate: GateDocument, conversation: Conversation): Promise<void>;
  /** Shows the same in a further message: the first one has scrolled out of sight. */
  drawAgain(view: RunView, gate: GateDocument, conversation: Conversation): Promise<void>;
  askArguments(answering: Answering, actor: Actor, missing: MissingArguments): Promise<void>;
  press(request: Request<"press">, press: ButtonPress, subject: AskedSubject): Promise<void>;
  choose(request: Request<"choice">, press: ButtonPress, subject: AskedSubject): Promise<void>;
  form(request: Request<"form">, press: ButtonPress, subject: AskedSubject): Promise<void>;
  reply(request: Request<"text">, purpose: AskedPurpose): Promise<void>;
  /** `/answer <question> …`. */
  answerTyped(request: Request<"command">): Promise<void>;
}

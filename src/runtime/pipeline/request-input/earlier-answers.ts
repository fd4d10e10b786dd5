import type { JsonValue } from "../../json.ts";
import { stableStringify } from "../../stable-json.ts";
import type { StageQuestion } from "../stage-context.ts";
import { assertAnswerFits } from "./answer.ts";
import type { AnsweredQuestion, CommandInput, PendingQuestion } from "./command-input.ts";
import { misuse, type QuestionMetadata } from "./question.ts";

/** The answer a stage is run again for, and what was stored when it stopped. */
export interface GivenAnswer {
  readonly commandInput: CommandInput;
  readonly response: JsonValue;
}

/** What a stage that is run again has been told: the answers of earlier runs in their order, then the new one. */
export class EarlierAnswers {
  readonly #history: AnsweredQuestion[];
  readonly #response: JsonValue | undefined;
  #pending: PendingQuestion | undefined;
  #nextIndex = 0;

  constructor(given: GivenAnswer | undefined) {
    this.#history = [...(given?.commandInput.history ?? [])];
    this.#pending = given?.commandInput.pending;
    this.#response = given?.response;
  }

  /** True until the stage has taken the new answer. */
  get isWaiting(): boolean {
    return this.#pending !== undefined;
  }

  /** True while the next question is one that was asked before. */
  get hasNext(): boolean {
    return this.#nextIndex < this.#history.length || this.isWaiting;
  }

  /** The state stored with the question that is expected next. */
  expectedState(): JsonValue | undefined {
    return (this.#history[this.#nextIndex] ?? this.#pending)?.suspendedState;
  }

  /**
   * The answer to a question that was asked before. The new answer is checked again, and `onAnswer` comes before the stage
   * gets it. Throws when it is not the same question.
   */
  async take(question: StageQuestion, found: QuestionMetadata, onAnswer: () => Promise<void>): Promise<JsonValue> {
    const answered = this.#history[this.#nextIndex];
    assertSameQuestion((answered ?? this.#pending)?.metadata, found);
    this.#nextIndex += 1;
    if (answered !== undefined) return answered.response;
    return this.#takeNew(question, onAnswer);
  }

  /** What is stored when the stage stops at a question that is new. */
  suspendAt({ suspendedState }: StageQuestion, metadata: QuestionMetadata): CommandInput {
    if (this.#history.length >= MAX_HISTORY) throw misuse("requestInput replay history limit exceeded");
    const state = suspendedState === undefined ? {} : { suspendedState };
    return { pending: { requestIndex: this.#nextIndex, metadata, ...state }, history: [...this.#history] };
  }

  async #takeNew(question: StageQuestion, onAnswer: () => Promise<void>): Promise<JsonValue> {
    const [pending, response] = [this.#pending, this.#response];
    if (pending === undefined || response === undefined) throw misuse("requestInput has no answer to give");
    if (textOf(pending.suspendedState) !== textOf(question.suspendedState)) {
      throw misuse("requestInput resume state does not match suspended request");
    }
    assertAnswerFits(question.responseSchema, response, "requestInput response");
    await onAnswer();
    this.#history.push({ ...pending, response });
    this.#pending = undefined;
    return response;
  }
}

const MAX_HISTORY = 100;

function assertSameQuestion(expected: QuestionMetadata | undefined, found: QuestionMetadata): void {
  if (expected?.prompt === found.prompt && expected.signature === found.signature) return;
  throw misuse("requestInput resume request does not match suspended request");
}

function textOf(state: JsonValue | undefined): string | undefined {
  return state === undefined ? undefined : stableStringify(state);
}

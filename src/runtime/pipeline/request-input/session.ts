import type { JsonValue } from "../../json.ts";
import { stringifyJson } from "../../stable-json.ts";
import type { RequestInput, StageQuestion } from "../stage-context.ts";
import type { CommandInput } from "./command-input.ts";
import { EarlierAnswers, type GivenAnswer } from "./earlier-answers.ts";
import { decodeQuestion, describeQuestion, misuse } from "./question.ts";

/** What the run loop tells a session about its stage. */
export interface SessionOptions {
  /** False where a pipeline cannot stop, such as in loops and branches of a workflow. */
  readonly canSuspend: boolean;
  /** True when the stage is the last one: only then may it ask while its output is read. */
  readonly isLast: boolean;
  /** The stage's input as a list, or undefined while it is a stream. */
  readonly inputList: readonly JsonValue[] | undefined;
  /** Present when the stage is run again with an answer. */
  readonly resumed?: GivenAnswer;
  /** Asks a person at the terminal at once; absent where there is none. */
  readonly askNow?: (question: StageQuestion) => Promise<JsonValue>;
  /** Called before the stage gets the answer it was stopped for. */
  readonly onAnswer: () => Promise<void>;
}

/** A stopped stage: the question, what is needed to run it again, and the items it is then given. */
export interface Suspension {
  readonly question: StageQuestion;
  readonly commandInput: CommandInput;
  readonly replayItems: readonly JsonValue[];
}

/** Thrown into a stage to unwind it when the pipeline stops at its question. The run loop never reports it. */
class StageSuspended extends Error {
  constructor() {
    super("The pipeline stopped at a question of this stage");
    this.name = "StageSuspended";
  }
}

/** The questions of one run of one stage (stages-and-cli §10.4). */
export class InputSession {
  readonly #options: SessionOptions;
  readonly #answers: EarlierAnswers;
  #phase: "running" | "output" | "over" = "running";
  #itemCount = 0;
  #suspension: Suspension | undefined;
  #refusal: { readonly error: unknown } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#answers = new EarlierAnswers(options.resumed);
  }

  /** What the stage is given to ask with. */
  get requestInput(): RequestInput {
    const ask = (question: StageQuestion): Promise<JsonValue> => this.#ask(question);
    return Object.assign(ask, { getSuspendedState: () => this.#answers.expectedState() });
  }

  /** Set once the stage has asked a question that nobody can answer now; its own outcome no longer matters. */
  get suspension(): Suspension | undefined {
    return this.#suspension;
  }

  /** `run` has returned; from now on only its output is read. */
  startOutput(): void {
    this.#phase = "output";
  }

  countItem(): void {
    this.#itemCount += 1;
  }

  /** The stage is done. Throws when it did not take the answer it was run again for, or was refused it. */
  complete(): void {
    this.#phase = "over";
    if (!this.#answers.isWaiting) return;
    if (this.#refusal !== undefined) throw this.#refusal.error;
    throw misuse("resume input response was not consumed by requestInput");
  }

  async #ask(given: StageQuestion): Promise<JsonValue> {
    try {
      return await this.#answer(decodeQuestion(given));
    } catch (error) {
      if (this.#answers.isWaiting) this.#refusal ??= { error };
      throw error;
    }
  }

  async #answer(question: StageQuestion): Promise<JsonValue> {
    if (this.#suspension !== undefined) throw new StageSuspended();
    if (this.#phase === "over") throw misuse("requestInput cannot run after the command has completed");
    const metadata = describeQuestion(question);
    if (this.#answers.hasNext) {
      if (this.#itemCount > 0) throw misuse("requestInput replay is no longer available after command output");
      return this.#answers.take(question, metadata, this.#options.onAnswer);
    }
    if (this.#options.askNow !== undefined) return this.#options.askNow(question);
    this.#assertMaySuspend();
    this.#suspension = {
      question,
      commandInput: this.#answers.suspendAt(question, metadata),
      replayItems: snapshotInput(this.#options.inputList, question.suspendedState),
    };
    throw new StageSuspended();
  }

  #assertMaySuspend(): void {
    if (!this.#options.canSuspend) throw misuse("requestInput is not supported in this pipeline context");
    if (this.#itemCount > 0) throw misuse("requestInput cannot suspend after this command has produced output");
    if (this.#phase === "output" && !this.#options.isLast) {
      throw misuse("requestInput cannot suspend from lazy output before downstream stages");
    }
  }
}

const MAX_REPLAY_ITEMS = 1000;
const MAX_REPLAY_BYTES = 1024 * 1024;

/** The input to run the stage again with. A stage that keeps its own state does without what is too large or a stream. */
function snapshotInput(
  list: readonly JsonValue[] | undefined,
  suspendedState: JsonValue | undefined,
): readonly JsonValue[] {
  const fits =
    list !== undefined && list.length <= MAX_REPLAY_ITEMS && Buffer.byteLength(stringifyJson(list)) <= MAX_REPLAY_BYTES;
  if (fits) return list;
  if (suspendedState !== undefined) return [];
  throw misuse(
    list === undefined
      ? "requestInput requires suspendedState when command input is streaming"
      : "requestInput replay limit exceeded",
  );
}

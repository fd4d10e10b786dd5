import type { JsonValue } from "../../json.ts";
import { stableStringify, stringifyJson } from "../../stable-json.ts";
import type { RequestInput, StageQuestion } from "../stage-context.ts";
import { assertAnswerFits } from "./answer.ts";
import type { AnsweredQuestion, CommandInput, PendingQuestion } from "./command-input.ts";
import { decodeQuestion, describeQuestion, misuse, type QuestionMetadata } from "./question.ts";

/** What the run loop tells a session about its stage. */
export interface SessionOptions {
  /** False where a pipeline cannot stop, such as in loops and branches of a workflow. */
  readonly canSuspend: boolean;
  /** True when the stage is the last one: only then may it ask while its output is read. */
  readonly isLast: boolean;
  /** The stage's input as a list, or undefined while it is a stream. */
  readonly inputList: readonly JsonValue[] | undefined;
  /** Present when the stage is run again with an answer. */
  readonly resumed?: { readonly commandInput: CommandInput; readonly response: JsonValue };
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

/** The questions of one run of one stage. */
export interface InputSession {
  readonly requestInput: RequestInput;
  /** Set once the stage has asked a question that nobody can answer now; its own outcome no longer matters. */
  suspension(): Suspension | undefined;
  /** `run` has returned; from now on only its output is read. */
  startOutput(): void;
  countItem(): void;
  /** The stage is done. Throws when it did not take the answer it was run again for, or was refused it. */
  complete(): void;
}

/** Thrown into a stage to unwind it when the pipeline stops at its question. The run loop never reports it. */
class StageSuspended extends Error {
  constructor() {
    super("The pipeline stopped at a question of this stage");
    this.name = "StageSuspended";
  }
}

/** Opens the session of one run of a stage (stages-and-cli §10.4). */
export function openInputSession(options: SessionOptions): InputSession {
  const pending = options.resumed?.commandInput.pending;
  const history: AnsweredQuestion[] = [...(options.resumed?.commandInput.history ?? [])];
  const replayed = history.length;
  let nextIndex = 0;
  let phase: "running" | "output" | "over" = "running";
  let itemCount = 0;
  let suspension: Suspension | undefined;
  let refusal: { readonly error: unknown } | undefined;

  const isWaiting = (): boolean => pending !== undefined && history.length === replayed;
  const ask = async (given: StageQuestion): Promise<JsonValue> => {
    try {
      return await decide(given);
    } catch (error) {
      if (isWaiting()) refusal ??= { error };
      throw error;
    }
  };

  const decide = async (given: StageQuestion): Promise<JsonValue> => {
    const question = decodeQuestion(given);
    if (suspension !== undefined) throw new StageSuspended();
    if (phase === "over") throw misuse("requestInput cannot run after the command has completed");
    const metadata = describeQuestion(question);
    const index = nextIndex;
    nextIndex += 1;
    if (index < replayed || (index === replayed && isWaiting())) {
      if (itemCount > 0) throw misuse("requestInput replay is no longer available after command output");
    }
    if (index < replayed) return replayAnswer(history[index], metadata);
    if (pending !== undefined && options.resumed !== undefined && index === replayed) {
      return takeAnswer(pending, options.resumed.response, question, metadata);
    }
    if (options.askNow !== undefined) return options.askNow(question);
    suspension = suspend(question, metadata, index);
    throw new StageSuspended();
  };

  const takeAnswer = async (
    expected: PendingQuestion,
    response: JsonValue,
    question: StageQuestion,
    metadata: QuestionMetadata,
  ): Promise<JsonValue> => {
    assertSameQuestion(expected.metadata, metadata);
    if (textOf(expected.suspendedState) !== textOf(question.suspendedState)) {
      throw misuse("requestInput resume state does not match suspended request");
    }
    assertAnswerFits(question.responseSchema, response, "requestInput response");
    await options.onAnswer();
    history.push({ ...expected, response });
    return response;
  };

  const suspend = (question: StageQuestion, metadata: QuestionMetadata, requestIndex: number): Suspension => {
    if (!options.canSuspend) throw misuse("requestInput is not supported in this pipeline context");
    if (itemCount > 0) throw misuse("requestInput cannot suspend after this command has produced output");
    if (phase === "output" && !options.isLast) {
      throw misuse("requestInput cannot suspend from lazy output before downstream stages");
    }
    if (history.length >= MAX_HISTORY) throw misuse("requestInput replay history limit exceeded");
    const { suspendedState } = question;
    const state = suspendedState === undefined ? {} : { suspendedState };
    return {
      question,
      commandInput: { pending: { requestIndex, metadata, ...state }, history: [...history] },
      replayItems: snapshotInput(options.inputList, suspendedState),
    };
  };

  return {
    requestInput: Object.assign(ask, {
      getSuspendedState: (): JsonValue | undefined => {
        if (nextIndex < replayed) return history[nextIndex]?.suspendedState;
        return nextIndex === replayed && isWaiting() ? pending?.suspendedState : undefined;
      },
    }),
    suspension: () => suspension,
    startOutput: () => {
      phase = "output";
    },
    countItem: () => {
      itemCount += 1;
    },
    complete: () => {
      phase = "over";
      if (!isWaiting()) return;
      throw refusal === undefined ? misuse("resume input response was not consumed by requestInput") : refusal.error;
    },
  };
}

const MAX_HISTORY = 100;
const MAX_REPLAY_ITEMS = 1000;
const MAX_REPLAY_BYTES = 1024 * 1024;

function replayAnswer(answered: AnsweredQuestion | undefined, metadata: QuestionMetadata): JsonValue {
  if (answered === undefined) throw misuse("requestInput resume request does not match suspended request");
  assertSameQuestion(answered.metadata, metadata);
  return answered.response;
}

function assertSameQuestion(expected: QuestionMetadata, found: QuestionMetadata): void {
  if (expected.prompt === found.prompt && expected.signature === found.signature) return;
  throw misuse("requestInput resume request does not match suspended request");
}

function textOf(state: JsonValue | undefined): string | undefined {
  return state === undefined ? undefined : stableStringify(state);
}

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

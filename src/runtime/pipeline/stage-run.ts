import type { JsonValue } from "../json.ts";
import type { Entry } from "./entry.ts";
import { collectItems, openStream, type ItemStream } from "./item-stream.ts";
import type { RenderedSink } from "./rendered-text.ts";
import { askAtTerminal } from "./request-input/answer.ts";
import { InputSession, type Suspension } from "./request-input/session.ts";
import type { StageContext, StageHost } from "./stage-context.ts";
import { answerTimeoutMs } from "./terminal.ts";
import type { Halt, PreparedStage, StageOutput } from "./stage.ts";

/** A pipeline while it runs. */
export interface Execution {
  readonly host: StageHost;
  readonly entry: Entry;
  readonly signal: AbortSignal;
  readonly canSuspend: boolean;
  /** Every stream opened so far: the input, then one a stage. The next stage reads the last. */
  readonly streams: ItemStream[];
  readonly rendered: RenderedSink;
  readonly announceEffect: () => Promise<void>;
}

/** A stop: at a stage that is done and halts, or at one that will be run again. */
export type StageHalt =
  { readonly kind: "halted"; readonly halt: Halt } | { readonly kind: "halted"; readonly suspension: Suspension };

/** What reading the output of the last stage came to. */
export type StageDrain = StageHalt | { readonly kind: "items"; readonly items: readonly JsonValue[] };

/** A stage has run. Its output may not have been read yet; `drain` reads it when no stage follows. */
export type StageEnd =
  StageHalt | { readonly kind: "passed"; readonly stops: boolean; readonly drain: () => Promise<StageDrain> };

/** Runs one stage on the last stream and opens its output as the next one. */
export async function runStage(
  execution: Execution,
  prepared: PreparedStage,
  place: { readonly isFirst: boolean; readonly isLast: boolean },
): Promise<StageEnd> {
  const input = execution.streams.at(-1) ?? openStream([], execution.signal);
  const session = openSession(execution, prepared, input, place);
  const result = await settle(session, async () => {
    if (!prepared.stage.resumeSafeBeforeInput) await execution.announceEffect();
    return prepared.run(input, createContext(execution, session));
  });
  if (result.kind === "halted") return result;
  const { output = [], halt, rendered, stop } = result.value;
  if (rendered !== undefined) await execution.rendered.add(rendered);
  if (halt !== undefined) {
    session.complete();
    return { kind: "halted", halt };
  }
  const stream = openOutput(execution, session, output);
  execution.streams.push(stream);
  return {
    kind: "passed",
    stops: stop === true,
    drain: async () => {
      const drained = await settle(session, () => collectItems(stream));
      if (drained.kind === "halted") return drained;
      session.complete();
      return { kind: "items", items: drained.value };
    },
  };
}

function openOutput(execution: Execution, session: InputSession, output: StageOutput): ItemStream {
  session.startOutput();
  if (Array.isArray(output) || typeof output === "string") session.complete();
  return openStream(output, execution.signal, {
    onItem: () => session.countItem(),
    onEnd: () => session.complete(),
  });
}

/**
 * Waits for a part of a stage. A stage that has asked a question is over, however it unwinds; a stage that failed
 * without taking the answer it was run again for is told about that first.
 */
async function settle<T>(
  session: InputSession,
  work: () => Promise<T>,
): Promise<StageHalt | { readonly kind: "value"; readonly value: T }> {
  let value: T;
  try {
    value = await work();
  } catch (error) {
    const suspension = session.suspension;
    if (suspension !== undefined) return { kind: "halted", suspension };
    session.complete();
    throw error;
  }
  const suspension = session.suspension;
  return suspension === undefined ? { kind: "value", value } : { kind: "halted", suspension };
}

function openSession(
  { host, entry, signal, canSuspend, announceEffect }: Execution,
  { stage }: PreparedStage,
  input: ItemStream,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): InputSession {
  const { terminal } = host;
  const wait = { signal, timeoutMs: answerTimeoutMs(host.environment) };
  return new InputSession({
    canSuspend,
    isLast,
    inputList: input.list,
    ...(isFirst && entry.answered !== undefined && { resumed: entry.answered }),
    ...(host.mode === "human" &&
      terminal !== null && { askNow: (question) => askAtTerminal(question, terminal, wait) }),
    onAnswer: async () => {
      if (!stage.resumeSafeAfterInput) await announceEffect();
    },
  });
}

function createContext({ host, signal }: Execution, session: InputSession): StageContext {
  return { ...host, signal, requestInput: session.requestInput };
}

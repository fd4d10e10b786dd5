import { conversationKey, type AdapterHost, type InboundEvent } from "../../src/bot/adapter.ts";
import { createInOrder } from "../../src/bot/platform/in-order.ts";
import { describeThrown } from "../../src/bot/log.ts";
import { answerMessage, answerPress, dismissPress, type Answer, type AnswerParts } from "./outbound/answer.ts";
import { fetchFile } from "./inbound/attachments.ts";
import { isDoneWithin } from "../../src/bot/platform/clock.ts";
import { decodeEvent, type BotIdentity, type Decoded } from "./decode.ts";
import { createUnfinishedUpdates } from "./inbound/unfinished-updates.ts";

/** What turns updates into events. */
export interface ReceiveParts extends Omit<AnswerParts, "wordsFor"> {
  readonly bot: BotIdentity;
}

/** Takes updates, whichever way they came. */
export interface Receiver {
  /** Takes up what an earlier process confirmed and did not finish. */
  resume(): Promise<void>;
  /** Resolves when these updates may be confirmed to Telegram. False: they must come again. */
  take(updates: readonly unknown[]): Promise<boolean>;
  /** Hands nothing more over and lets handlers that run finish, for `limitMs` at most. */
  stop(limitMs: number): Promise<void>;
}

/**
 * An update whose handler takes longer than this is stored and confirmed, ms: otherwise one slow handler (a file that
 * waits for its turn) would keep the presses of every other conversation waiting at Telegram.
 */
const GRACE_MS = 250;

interface Open {
  readonly id: number;
  readonly update: unknown;
  readonly done: Promise<void>;
}

/**
 * Creates the receiver. Three promises hold at once: events of one conversation are handed over one after another and
 * different conversations do not wait for each other; an update may be confirmed only when its handler is done or the
 * update itself is stored; and an update that comes twice is handed over once while it is being handled (later repeats
 * are recognised by their event id).
 */
export function createReceiver(parts: ReceiveParts, host: AdapterHost): Receiver {
  const inOrder = createInOrder();
  const unfinished = createUnfinishedUpdates({ memory: host.memory, now: () => parts.clock.now(), log: parts.log });
  const open = new Map<number, Open>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  const untilStopped = new Promise<void>((resolve) => {
    stopped.signal.addEventListener("abort", () => resolve(), { once: true });
  });

  const begin = (update: unknown): Open | undefined => {
    const decoded = decodeEvent(update, parts.bot);
    if (decoded === undefined) return undefined;
    const known = open.get(decoded.updateId);
    if (known !== undefined) return known;
    const entry = { id: decoded.updateId, update, done: handOver(decoded) };
    open.set(entry.id, entry);
    void forgetOnceDone(entry);
    return entry;
  };

  const forgetOnceDone = async ({ id, done }: Open): Promise<void> => {
    await done;
    open.delete(id);
    unfinished.forget(id);
  };

  const handOver = (decoded: Decoded): Promise<void> => {
    const work = prepare(parts, host, decoded);
    const key = decoded.kind === "stray_press" ? decoded.queryId : conversationKey(decoded.conversation);
    return inOrder(key, async () => {
      // What has not begun is left for the next process: it is never done here.
      if (stopped.signal.aborted) return await new Promise<void>(() => undefined);
      const handling = guard(parts, decoded, work);
      running.add(handling);
      await handling;
      running.delete(handling);
    });
  };

  return {
    resume: async () => {
      for (const update of await unfinished.load()) begin(update);
    },
    take: async (updates) => {
      const taken = updates.map(begin).filter((entry) => entry !== undefined);
      const all = Promise.all(taken.map(({ done }) => done));
      if (await isDoneWithin(parts.clock, GRACE_MS, all)) return true;
      const left = taken.filter(({ id }) => open.has(id));
      if (await unfinished.keep(left.map(({ update }) => update))) return true;
      await Promise.race([all, untilStopped]);
      return left.every(({ id }) => !open.has(id));
    },
    stop: async (limitMs) => {
      stopped.abort();
      await isDoneWithin(parts.clock, limitMs, Promise.all(running));
    },
  };
}

/** The work of an update. An answer's time runs from here on, also while the update waits for its turn. */
function prepare(parts: ReceiveParts, host: AdapterHost, decoded: Decoded): () => Promise<void> {
  switch (decoded.kind) {
    case "moved":
      return () => host.moved(decoded.from, decoded.to);
    case "stray_press":
      return () => dismissPress(parts.client, decoded.queryId);
    case "press": {
      const answer = answerPress(
        { ...parts, wordsFor: (sender, conversation) => host.wordsFor(sender, conversation) },
        decoded,
      );
      return () => handle(host, answer, { ...baseOf(parts, decoded, answer), kind: "press", ...pressOf(decoded) });
    }
    case "command":
    case "text": {
      const answer = answerMessage(parts, decoded);
      return async () => {
        const file = await fetchFile(parts, decoded);
        await handle(host, answer, { ...baseOf(parts, decoded, answer), ...writtenOf(decoded), ...file });
      };
    }
  }
}

async function handle(host: AdapterHost, answer: Answer, event: InboundEvent): Promise<void> {
  try {
    await host.handle(event);
  } finally {
    await answer.finish();
  }
}

/** The handler's promise is what counts, however it settled: what failed has told so itself. */
async function guard({ log }: ReceiveParts, decoded: Decoded, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    log.error("update_failed", { ...describeThrown(thrown), kind: decoded.kind, updateId: decoded.updateId });
  }
}

/** Numbers of updates are each bot's own, so an event is known by both: the same state may serve another bot one day. */
function baseOf(
  { bot }: ReceiveParts,
  { updateId, sender, conversation }: Extract<Decoded, { readonly kind: "press" | "command" | "text" }>,
  { respond, acknowledge }: Answer,
): Pick<InboundEvent, "eventId" | "sender" | "conversation" | "respond" | "acknowledge"> {
  return { eventId: `${bot.id}:${updateId}`, sender, conversation, respond, acknowledge };
}

function pressOf({ payload, message }: Extract<Decoded, { readonly kind: "press" }>) {
  return { payload, message };
}

function writtenOf(decoded: Extract<Decoded, { readonly kind: "command" | "text" }>) {
  if (decoded.kind === "command") return { kind: "command", name: decoded.name, rest: decoded.rest } as const;
  return {
    kind: "text",
    text: decoded.text,
    ...(decoded.isAddressed ? { addressed: true as const } : {}),
    ...(decoded.replyTo === undefined ? {} : { replyTo: decoded.replyTo }),
  } as const;
}

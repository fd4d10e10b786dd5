import {
  conversationKey,
  type AdapterHost,
  type CommandDescription,
  type InboundEvent,
} from "../../src/bot/adapter.ts";
import { createInOrder } from "../../src/bot/platform/in-order.ts";
import { describeThrown } from "../../src/bot/log.ts";
import { isDoneWithin } from "../../src/bot/platform/clock.ts";
import { decodeEvent, type Decoded } from "./decode.ts";
import { createAges } from "./inbound/ages.ts";
import { fetchFile } from "./inbound/attachments.ts";
import { answerInteraction, type Answer, type AnswerParts } from "./outbound/answer.ts";
import type { Answered } from "./outbound/first-answer.ts";
import { suggestValues } from "./outbound/suggest.ts";

/** What turns interactions into events. */
export interface ReceiveParts extends Omit<AnswerParts, "ages" | "wordsFor"> {
  /** Told where something happened: links to messages name the server, too. */
  readonly onPlace: (place: Pick<Decoded, "channelId" | "guild">) => void;
}

/** Takes interactions as the gateway brings them. */
export interface Receiver {
  /** Settles when what came of it is done; never, when it was left for a later process. */
  take(event: unknown): Promise<void>;
  /** Hands nothing more over and lets handlers that run finish, for `limitMs` at most. */
  stop(limitMs: number): Promise<void>;
}

/**
 * Creates the receiver. Interactions of one conversation are handed over one after another and different conversations do
 * not wait for each other; each is acknowledged when it comes, whenever its turn is; and one that comes twice is handed
 * over once while it is being handled (later repeats are recognised by their event id).
 */
export function createReceiver(parts: ReceiveParts, host: AdapterHost): Receiver {
  const inOrder = createInOrder();
  const ages = createAges(() => parts.clock.now());
  const open = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();

  const handOver = async (decoded: Answered): Promise<void> => {
    const wordsFor: AdapterHost["wordsFor"] = (sender, conversation) => host.wordsFor(sender, conversation);
    const answer = answerInteraction({ ...parts, ages, wordsFor }, decoded, isFormPossible(decoded, host.commands));
    await inOrder(conversationKey(decoded.conversation), async () => {
      // What has not begun is left for the next process: it is never done here.
      if (stopped.signal.aborted) return await new Promise<void>(() => undefined);
      const handling = guard(parts, decoded, () => handle(parts, host, decoded, answer));
      running.add(handling);
      await handling;
      running.delete(handling);
    });
  };

  return {
    take: (event) => {
      if (stopped.signal.aborted) return new Promise<void>(() => undefined);
      const decoded = decodeEvent(event, parts.bot);
      if (decoded === undefined) return Promise.resolve();
      const known = open.get(decoded.eventId);
      if (known !== undefined) return known;
      parts.onPlace(decoded);
      const work = decoded.kind === "typing" ? suggestValues(parts, host, decoded) : handOver(decoded);
      open.set(decoded.eventId, work);
      void work.finally(() => open.delete(decoded.eventId));
      return work;
    },
    stop: async (limitMs) => {
      stopped.abort();
      await isDoneWithin(parts.clock, limitMs, Promise.all(running));
    },
  };
}

/** A form has to be the first answer: then nothing else may come before it. */
function isFormPossible(decoded: Answered, commands: readonly CommandDescription[]): boolean {
  switch (decoded.kind) {
    case "press":
      return decoded.opensForm;
    case "command":
      return commands.some(({ name, opensForm }) => name === decoded.name && opensForm === true);
    case "choice":
    case "form":
      return false;
  }
}

async function handle(parts: ReceiveParts, host: AdapterHost, decoded: Answered, answer: Answer): Promise<void> {
  const begun = await answer.begun;
  // Also what a second process with this token causes, which Discord does not keep away.
  if (begun === "repeated") parts.log.warn("answered_before", { eventId: decoded.eventId });
  try {
    await host.handle({
      ...baseOf(decoded, answer),
      ...(begun === "late" ? { late: true as const } : {}),
      ...(begun === "repeated" ? { repeated: true as const } : {}),
      ...(await contentOf(parts, host, decoded)),
    });
  } finally {
    await answer.finish();
  }
}

/** The handler's promise is what counts, however it settled: what failed has told so itself. */
async function guard({ log }: ReceiveParts, { kind, eventId }: Answered, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    log.error("event_failed", { ...describeThrown(thrown), kind, eventId });
  }
}

function baseOf({ eventId, sender, conversation }: Answered, { respond, acknowledge, openForm }: Answer) {
  return { eventId, sender, conversation, respond, acknowledge, ...(openForm === undefined ? {} : { openForm }) };
}

type Content<Event = InboundEvent> = Event extends InboundEvent
  ? Omit<Event, keyof ReturnType<typeof baseOf> | "late" | "repeated">
  : never;

async function contentOf(parts: ReceiveParts, host: AdapterHost, decoded: Answered): Promise<Content> {
  switch (decoded.kind) {
    case "command": {
      const command = host.commands.find(({ name }) => name === decoded.name);
      return {
        kind: "command",
        name: decoded.name,
        rest: composeRest(command, decoded.options),
        ...(await fetchFile(parts, decoded)),
      };
    }
    case "press": {
      const { payload, message } = decoded;
      return { kind: "press", payload, ...(message === undefined ? {} : { message }) };
    }
    case "choice": {
      const { payload, values, message } = decoded;
      return { kind: "choice", payload, values, ...(message === undefined ? {} : { message }) };
    }
    case "form":
      return { kind: "form", payload: decoded.payload, values: decoded.values };
  }
}

/** The values in the order in which they would be typed, whatever the order in which they were given. */
function composeRest(command: CommandDescription | undefined, options: Readonly<Record<string, string>>): string {
  return (command?.parameters ?? [])
    .flatMap(({ name }) => (Object.hasOwn(options, name) ? [options[name] ?? ""] : []))
    .join(" ");
}

import type {
  AdapterHost,
  AdapterLimits,
  ChatAdapter,
  Conversation,
  InboundEvent,
  LostFile,
  MessageRef,
  NobodyKind,
  OutboundFile,
  OutboundMessage,
  Platform,
  SendOutcome,
  UpdateOutcome,
} from "../../src/bot/adapter.ts";
import { encodeBody, PLAIN } from "../../adapters/terminal/encode.ts";

/** A message the fake platform holds. */
export interface FakeMessage {
  readonly ref: MessageRef;
  readonly nonce: string | undefined;
  readonly replyTo: string | undefined;
  /** As it was sent; what was edited since stands in `content`. */
  readonly sentAs: OutboundMessage;
  content: OutboundMessage;
  deleted: boolean;
  edits: number;
}

/** What the next call does instead of working. `act` says whether the platform did it all the same. */
export interface Fault<T> {
  readonly outcome: T | "throw";
  readonly act: boolean;
}

/** A platform in memory: holds messages, fails on demand, delivers what a test makes up. */
export interface FakePlatform {
  readonly adapter: ChatAdapter;
  readonly messages: FakeMessage[];
  readonly notified: { readonly account: string; readonly text: string }[];
  /** Taken by the next sends, in order. */
  readonly sendFaults: Fault<SendOutcome>[];
  readonly updateFaults: Fault<UpdateOutcome>[];
  /** The platform finds messages by nonce. */
  canFind: boolean;
  /** The platform could find messages, but does not answer. */
  cannotLook: boolean;
  /** Answers are said, but nobody knows whether they got through. */
  answersUnsure: boolean;
  /** A nonce that is known gets the message it was sent with. */
  knowsNonces: boolean;
  /** Called when the platform has a message, before the sender learns of it. */
  afterSend: (() => void) | undefined;
  /** Sends are done at once and answered when this settles. */
  replies: Promise<void> | undefined;
  readonly textOf: (message: FakeMessage) => string;
  /** Delivers an event and returns what was answered; `acknowledged` when it was without words. */
  deliver(event: FakeEvent): Promise<FakeAnswer>;
  host(): AdapterHost;
}

/** An event without what the fake fills in. */
export type FakeEvent = Partial<Pick<InboundEvent, "eventId" | "conversation" | "late" | "repeated" | "openForm">> & {
  readonly from: string | undefined;
  readonly nobody?: NobodyKind;
  readonly locale?: string;
} & (
    | { readonly kind: "command"; readonly name: string; readonly rest?: string }
    | { readonly kind: "press"; readonly payload: string; readonly message?: MessageRef }
    | {
        readonly kind: "choice";
        readonly payload: string;
        readonly values: readonly string[];
        readonly message?: MessageRef;
      }
    | {
        readonly kind: "text";
        readonly text: string;
        readonly replyTo?: MessageRef;
        readonly addressed?: true;
        readonly lostFile?: LostFile;
      }
    | { readonly kind: "form"; readonly payload: string; readonly values: Readonly<Record<string, string>> }
  );

/** What somebody was answered. */
export interface FakeAnswer {
  readonly text: string;
  readonly files: readonly OutboundFile[];
  readonly acknowledged: boolean;
}

/** How a fake platform differs from one without limits. */
export interface FakeOptions {
  readonly platform?: Platform;
  readonly limits?: Partial<AdapterLimits>;
}

/** Creates a platform in memory. */
export function createFakePlatform({ platform = "telegram", limits = {} }: FakeOptions = {}): FakePlatform {
  const messages: FakeMessage[] = [];
  const notified: { account: string; text: string }[] = [];
  const sendFaults: Fault<SendOutcome>[] = [];
  const updateFaults: Fault<UpdateOutcome>[] = [];
  let events = 0;
  let started: AdapterHost | undefined;
  const textOf = ({ content }: Pick<FakeMessage, "content">): string => encodeBody(content.body, PLAIN).join("\n");

  const put = (
    conversation: Conversation,
    content: OutboundMessage,
    replyTo?: MessageRef,
    nonce?: string,
  ): MessageRef => {
    const known = fake.knowsNonces ? messages.find((message) => message.nonce === nonce) : undefined;
    if (known !== undefined) return known.ref;
    const ref = { conversation, id: String(messages.length + 1) };
    messages.push({ ref, nonce, replyTo: replyTo?.id, sentAs: content, content, deleted: false, edits: 0 });
    return ref;
  };

  const fake: FakePlatform = {
    messages,
    notified,
    sendFaults,
    updateFaults,
    canFind: false,
    cannotLook: false,
    answersUnsure: false,
    knowsNonces: false,
    afterSend: undefined,
    replies: undefined,
    textOf,
    host: () => {
      if (started === undefined) throw new Error("The adapter was not started");
      return started;
    },
    deliver: async (event) => {
      events += 1;
      const said: string[] = [];
      const files: OutboundFile[] = [];
      let acknowledged = false;
      const { from, nobody, locale, ...rest } = event;
      await fake.host().handle({
        eventId: `event-${events}`,
        conversation: { platform, id: "100" },
        ...rest,
        ...(rest.kind === "command" ? { rest: rest.rest ?? "" } : {}),
        sender: {
          ...(from === undefined ? {} : { account: from }),
          ...(nobody === undefined ? {} : { nobody }),
          ...(locale === undefined ? {} : { locale }),
        },
        respond: (body, more) => {
          said.push(encodeBody(body, PLAIN).join("\n"));
          files.push(...(more ?? []));
          return Promise.resolve(!fake.answersUnsure);
        },
        acknowledge: () => {
          acknowledged = true;
          return Promise.resolve();
        },
      } as InboundEvent);
      return { text: said.join("\n"), files, acknowledged };
    },
    adapter: {
      platform,
      limits: { ...NO_LIMITS, ...limits },
      ended: new Promise(() => undefined),
      start: (host) => {
        started = host;
        return Promise.resolve();
      },
      stopReceiving: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      send: async (conversation, message, options) => {
        const fault = sendFaults.shift();
        const ref =
          fault === undefined || fault.act ? put(conversation, message, options?.replyTo, options?.nonce) : undefined;
        fake.afterSend?.();
        await fake.replies;
        if (fault?.outcome === "throw") throw new Error("the connection was cut");
        if (fault !== undefined) return fault.outcome;
        return ref === undefined ? { kind: "unknown", detail: "never" } : { kind: "sent", message: ref };
      },
      update: (ref, content) => {
        const fault = updateFaults.shift();
        const message = messages.find((known) => known.ref.id === ref.id && !known.deleted);
        if (message !== undefined && (fault === undefined || fault.act)) {
          message.content = content;
          message.edits += 1;
        }
        if (fault?.outcome === "throw") return Promise.reject(new Error("the connection was cut"));
        if (fault !== undefined) return Promise.resolve(fault.outcome);
        return Promise.resolve(message === undefined ? { kind: "gone", detail: "no such message" } : { kind: "done" });
      },
      notify: (account, message) => {
        notified.push({ account, text: encodeBody(message.body, PLAIN).join("\n") });
        return Promise.resolve({ kind: "sent", message: put({ platform, id: account }, message) });
      },
      find: (_conversation, nonce) =>
        fake.cannotLook
          ? Promise.reject(new Error("the history was not shown"))
          : Promise.resolve(fake.canFind ? messages.find((known) => known.nonce === nonce)?.ref : undefined),
    },
  };
  return fake;
}

const NO_LIMITS: AdapterLimits = {
  fits: () => true,
  buttonLabelChars: 64,
  buttonsPerRow: 8,
  buttonRows: 50,
  forms: false,
  formFields: 0,
  buttonsWithReply: false,
  privateResponses: false,
  messagesPerMinute: () => Infinity,
  nonceWindowMs: 0,
};

import type { Button, ChatAdapter, InboundEvent, OutboundMessage } from "../../src/bot/adapter.ts";
import { encodeBody, PLAIN } from "../../adapters/terminal/encode.ts";

/** A message as a platform shows it now, edits included. */
export interface ShownMessage {
  readonly id: string;
  readonly text: string;
  /** Labels of its buttons, in order. */
  readonly buttons: readonly string[];
  /** Names of files that went along. */
  readonly files: readonly string[];
}

/** An adapter with a memory of what it shows, and of the events that were handled. */
export interface RecordedAdapter {
  readonly adapter: ChatAdapter;
  /** Oldest first, as shown now. */
  messages(): readonly ShownMessage[];
  /** The number of a button in the terminal: they are counted in the order in which they were shown first. */
  numberOf(message: ShownMessage, label: string): number | undefined;
  /** What a button of a message carries, also of one that it no longer shows. */
  payloadOf(id: string, label: string): string | undefined;
  /** How many events were handled so far. */
  handled(): number;
  /** Hands over an event as if the platform had delivered it. */
  deliver(event: InboundEvent): Promise<void>;
}

/** Watches an adapter from outside; everything goes through unchanged. */
export function recordAdapter(adapter: ChatAdapter): RecordedAdapter {
  const shown = new Map<string, ShownMessage>();
  const numbers = new Map<string, number>();
  const payloads = new Map<string, readonly Button[]>();
  let handled = 0;
  let handle: ((event: InboundEvent) => Promise<void>) | undefined;
  const remember = (id: string, message: OutboundMessage, files: readonly string[]): void => {
    const buttons = (message.buttons ?? []).flat();
    for (const { payload } of buttons) {
      const key = `${id} ${payload}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    }
    payloads.set(id, [...(payloads.get(id) ?? []), ...buttons]);
    shown.set(id, {
      id,
      text: encodeBody(message.body, PLAIN).join("\n"),
      buttons: buttons.map(({ label }) => label),
      files,
    });
  };
  return {
    messages: () => [...shown.values()],
    numberOf: ({ id }, label) => {
      // Also of a button that the message no longer shows.
      const button = payloads.get(id)?.findLast((known) => known.label === label);
      return button === undefined ? undefined : numbers.get(`${id} ${button.payload}`);
    },
    payloadOf: (id, label) => payloads.get(id)?.findLast((known) => known.label === label)?.payload,
    handled: () => handled,
    deliver: async (event) => await handle?.(event),
    adapter: {
      ...adapter,
      start: (host) => {
        handle = async (event) => {
          await host.handle(event);
          handled += 1;
        };
        return adapter.start({ ...host, handle });
      },
      send: async (conversation, message, options) => {
        const outcome = await adapter.send(conversation, message, options);
        if (outcome.kind === "sent") {
          remember(
            outcome.message.id,
            message,
            (message.files ?? []).map(({ name }) => name),
          );
        }
        return outcome;
      },
      update: async (message, content) => {
        const outcome = await adapter.update(message, content);
        if (outcome.kind === "done") remember(message.id, content, shown.get(message.id)?.files ?? []);
        return outcome;
      },
    },
  };
}

import { encodeBody, PLAIN } from "../../adapters/terminal/encode.ts";
import type { ChatAdapter, InboundEvent, OutboundMessage } from "../../src/bot/adapter.ts";
import type { Seen } from "./human.ts";

/** What a session of the terminal shows, and a way to press what stands there. */
export interface Screen {
  readonly adapter: ChatAdapter;
  /** Oldest first, as shown now. */
  messages(): readonly Seen[];
  /** What a button of a message carries, also of one that it no longer shows. */
  payloadOf(id: string, label: string): string | undefined;
  /** Hands over an event as if the platform had delivered it. */
  deliver(event: InboundEvent): Promise<void>;
}

/** Watches an adapter from outside; everything goes through unchanged. */
export function watchScreen(adapter: ChatAdapter): Screen {
  const shown = new Map<string, Seen>();
  const payloads = new Map<string, string>();
  let handle: ((event: InboundEvent) => Promise<void>) | undefined;
  const remember = (id: string, { body, buttons = [] }: OutboundMessage): void => {
    const all = buttons.flat();
    for (const { label, payload } of all) payloads.set(`${id} ${label}`, payload);
    shown.set(id, { id, text: encodeBody(body, PLAIN).join("\n"), buttons: all.map(({ label }) => label) });
  };
  return {
    messages: () => [...shown.values()],
    payloadOf: (id, label) => payloads.get(`${id} ${label}`),
    deliver: async (event) => await handle?.(event),
    adapter: {
      ...adapter,
      start: (host) => {
        handle = (event) => host.handle(event);
        return adapter.start(host);
      },
      send: async (conversation, message, options) => {
        const outcome = await adapter.send(conversation, message, options);
        if (outcome.kind === "sent") remember(outcome.message.id, message);
        return outcome;
      },
      update: async (message, content) => {
        const outcome = await adapter.update(message, content);
        if (outcome.kind === "done") remember(message.id, content);
        return outcome;
      },
    },
  };
}

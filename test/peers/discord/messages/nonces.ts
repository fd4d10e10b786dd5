import type { Message } from "../world/message.ts";

/** Remembers for a while which message an author sent with which nonce. */
export interface NonceStore {
  /** The message sent with the nonce lately; undefined when there is none or it is too long ago. */
  find(nonce: string | number): Message | undefined;
  remember(nonce: string | number, message: Message): void;
}

/** Creates a store for one author. `windowMs` is how long a nonce is known. */
export function createNonceStore(now: () => number, windowMs: number): NonceStore {
  const known = new Map<string, { readonly message: Message; readonly at: number }>();
  const find = (nonce: string | number): Message | undefined => {
    const entry = known.get(String(nonce));
    return entry !== undefined && now() - entry.at <= windowMs ? entry.message : undefined;
  };
  return {
    find,
    remember: (nonce, message) => {
      if (find(nonce) === undefined) known.set(String(nonce), { message, at: now() });
    },
  };
}

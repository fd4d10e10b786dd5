import { tooManyRequests } from "../api/error.ts";
import type { ChatState } from "./chat.ts";
import { isGroup } from "./chat.ts";

/** Counts what a bot sends and edits, and refuses what comes too fast. */
export interface RateKeeper {
  /** Throws 429 with the seconds until the next message may go to the chat. */
  take(botId: number, chat: ChatState): void;
}

interface Window {
  readonly key: string;
  readonly count: number;
  readonly spanMs: number;
}

/** The platform's rates *(assumed, platform-facts.md)*: 1 a second, 20 a minute in groups, 30 a second of a bot. */
export function createRateKeeper(enforced: boolean, now: () => number): RateKeeper {
  const taken = new Map<string, readonly number[]>();
  return {
    take: (botId, chat) => {
      if (!enforced) return;
      const windows = windowsOf(botId, chat).map((window) => {
        const recent = (taken.get(window.key) ?? []).filter((at) => at > now() - window.spanMs);
        return { ...window, recent };
      });
      for (const { recent, count, spanMs } of windows) {
        const oldest = recent[recent.length - count];
        if (oldest !== undefined) throw tooManyRequests(Math.max(1, Math.ceil((oldest + spanMs - now()) / 1000)));
      }
      for (const { key, recent } of windows) taken.set(key, [...recent, now()]);
    },
  };
}

function windowsOf(botId: number, chat: ChatState): readonly Window[] {
  const place = isGroup(chat) ? { count: 20, spanMs: 60_000 } : { count: 1, spanMs: 1000 };
  return [
    { key: `${botId}`, count: 30, spanMs: 1000 },
    { key: `${botId}/${chat.key}`, ...place },
  ];
}

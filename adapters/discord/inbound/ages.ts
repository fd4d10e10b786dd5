import { timeOf } from "../wire/conversation.ts";

/**
 * How old interactions are. Their numbers say when they began, by Discord's clock; how far this machine's clock is from
 * it shows in those that were answered in time, which were less than three seconds old.
 */
export interface Ages {
  /** Ms since the interaction began, as far as that is known. */
  ageOf(eventId: string): number;
  /** An interaction that reached the bot at this time was answered in time. */
  learn(eventId: string, reachedMs: number): void;
}

/** So many of the last ones are looked at: clocks drift, and are set right. */
const REMEMBERED = 20;

/** Creates the measure; a clock is right until it shows otherwise. */
export function createAges(now: () => number): Ages {
  const offsets: number[] = [];
  return {
    ageOf: (eventId) => now() - timeOf(eventId) - (offsets.length === 0 ? 0 : Math.min(...offsets)),
    learn: (eventId, reachedMs) => {
      offsets.push(reachedMs - timeOf(eventId));
      if (offsets.length > REMEMBERED) offsets.shift();
    },
  };
}

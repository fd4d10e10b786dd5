/** The first millisecond of Discord's ids: 2015-01-01. */
const EPOCH_MS = 1_420_070_400_000;

/** Gives out ids that carry their time, as Discord's do, and grow with every call. */
export interface IdGiver {
  next(): string;
}

/** Creates a source of ids. `now` is in ms. */
export function createIdGiver(now: () => number): IdGiver {
  let last = 0n;
  return {
    next: () => {
      const fresh = BigInt(Math.max(0, now() - EPOCH_MS)) << 22n;
      last = fresh > last ? fresh : last + 1n;
      return String(last);
    },
  };
}

/** The time an id carries, ms. */
export function timeOfId(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH_MS;
}

/** Negative when `a` was given out before `b`. */
export function compareIds(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** True for text that can be an id. */
export function isId(text: string): boolean {
  return /^(0|[1-9]\d{0,19})$/.test(text);
}

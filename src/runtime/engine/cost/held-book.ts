import type { CostBook } from "./ledger.ts";

/** A book whose entries do not count until they are released. */
export interface HeldBook extends CostBook {
  /** Books everything, now and from now on. Without it nothing is ever booked. */
  release(): void;
}

/**
 * Holds back what the branches of `wait: any` book: only the winner's spend is the run's (stages-and-cli §13.3). When no
 * branch won, all of it is.
 */
export function holdBookings(book: CostBook): HeldBook {
  let held: (() => void)[] | undefined = [];
  const take = (booking: () => void): void => {
    if (held === undefined) booking();
    else held.push(booking);
  };
  return {
    report: (spender, usage) => take(() => book.report(spender, usage)),
    settle: (spender, result) => take(() => book.settle(spender, result)),
    release: () => {
      const bookings = held ?? [];
      held = undefined;
      for (const booking of bookings) booking();
    },
  };
}

/** Where this package answers a recorded case differently on purpose, and what it answers instead. */
export interface Difference {
  /** The decision it follows: a number of the peer's faults, or the word the specification lists it under. */
  readonly because: string;
  readonly why: string;
  readonly expect?: readonly unknown[];
  readonly exit?: readonly number[];
  readonly stderr?: readonly string[];
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

export const DIFFERENCES: Readonly<Record<string, Difference>> = {};

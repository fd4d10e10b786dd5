import { createInterface } from "node:readline";

/** What a process of `terminal-process.ts` is told to do, as a line of JSON on its input. */
export interface Orders {
  readonly folder: string;
  /** Mark of the run in which the process before it was killed. Whoever sees it interrupted abandons it when it ends in `a`. */
  readonly before?: string;
  /** Mark of the next run. */
  readonly mark?: string;
  /** The point of it at which the process is killed; 0 for none. */
  readonly point: number;
}

/** What such a process tells, a line of JSON each. */
export interface Told {
  /** The point at which it is killed. */
  readonly killed?: string;
  /** How many points a run had in which it was not killed. */
  readonly points?: number;
  /** The mark of a run that is over, or never was, and what became of it. */
  readonly judged?: string;
  readonly outcome?: string;
  readonly retried?: readonly string[];
  readonly wrongs?: readonly string[];
}

/** Waits for the orders; undefined when there will be none. */
export async function readOrders(): Promise<Orders | undefined> {
  for await (const line of createInterface({ input: process.stdin })) return JSON.parse(line) as Orders;
  return undefined;
}

/** Environment variables, as handed to the runtime by its host. The runtime itself never reads `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Time. Milliseconds since the epoch; `sleep` ends early, by rejecting with the signal's reason, when aborted. */
export interface Clock {
  now(): number;
  /**
   * Milliseconds on a count that nobody can set and that all processes of a boot share, for how long something took or is
   * to hold: `now` jumps when somebody sets the clock. Absent: `now` stands in for it.
   */
  uptime?(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The count for durations: see {@link Clock.uptime}. */
export function uptimeOf(clock: Pick<Clock, "now" | "uptime">): number {
  return clock.uptime?.() ?? clock.now();
}

/** New ids. Tests hand in a predictable source; the default is the system's cryptographic one. */
export interface IdSource {
  /** UUID v4. */
  uuid(): string;
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string;
  /** A run id: 8 characters of Crockford base32, upper case (no I, L, O, U). */
  runId(): string;
}

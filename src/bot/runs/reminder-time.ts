/** The longest time before expiry at which is reminded when nobody says anything, ms. */
const LONGEST_MS = 3_600_000;

/**
 * How long before expiry people are reminded, ms: as wanted, else a quarter of the time the gate is open, at most an hour. A
 * time that is longer than the gate is open would remind as it opens, and counts as none.
 */
export function chooseReminder(lifeMs: number, wantedMs: number | undefined): number {
  return wantedMs !== undefined && wantedMs < lifeMs ? wantedMs : Math.min(lifeMs / 4, LONGEST_MS);
}

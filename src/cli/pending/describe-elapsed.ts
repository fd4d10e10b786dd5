const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
] as const;

/** How long ago, in the largest unit that fits. */
export function describeElapsed(ms: number): string {
  const [unitMs, unit] = UNITS.find(([size]) => ms >= size) ?? [1000, "s"];
  return `${Math.max(0, Math.floor(ms / unitMs))} ${unit}`;
}

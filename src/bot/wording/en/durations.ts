/** A length of time in two units at most: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function sayDuration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.round(minutes / 60);
  return joinUnits(Math.floor(hours / 24), "d", hours % 24, "h");
}

/** A point in time where the platform cannot show it in the reader's zone: `2026-01-31 14:05 UTC`. */
export function sayTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** `a`, `a and b`, `a, b and c`. */
export function sayList(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

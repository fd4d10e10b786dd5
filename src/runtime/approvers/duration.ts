const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** A duration such as `30m`, `24h` or `7d` in ms; undefined for anything else. */
export function readDurationMs(text: string): number | undefined {
  const [, count, unit] = /^([1-9][0-9]{0,4})([smhd])$/.exec(text.trim()) ?? [];
  const unitMs = unit === undefined ? undefined : UNIT_MS.get(unit);
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** A duration as one writes it: the largest unit that says it in whole numbers. */
export function showDuration(ms: number): string {
  const fits = [...UNIT_MS].toReversed().find(([, unitMs]) => ms % unitMs === 0 && ms >= unitMs);
  return fits === undefined ? `${ms}ms` : `${ms / fits[1]}${fits[0]}`;
}

/** A moment (ms) as Discord writes it. */
export function encodeTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000+00:00");
}

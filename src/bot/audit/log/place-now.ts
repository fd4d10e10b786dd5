import type { Clock } from "../../../runtime/ports.ts";
import type { LogPosition } from "./head.ts";

/** The file and the time of what is written now. A clock that goes back does not: files are in the order of the chain. */
export function placeNow(
  { month }: Pick<LogPosition, "month">,
  clock: Clock,
): { readonly month: string; readonly recordedAt: string } {
  const recordedAt = new Date(clock.now()).toISOString();
  const now = recordedAt.slice(0, 7);
  return { month: month > now ? month : now, recordedAt };
}

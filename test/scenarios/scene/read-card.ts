import type { Seen } from "../venue/venue.ts";

/** The id that `/approve` takes, from a gate's card. */
export function readApprovalId({ text }: Seen): string {
  return /approval id ([0-9a-f]{8})/.exec(text)?.[1] ?? "";
}

/** The id of the run that a message tells of. */
export function readRunId({ text }: Seen): string {
  return /run ([0-9A-Z]{8})/.exec(text)?.[1] ?? "";
}

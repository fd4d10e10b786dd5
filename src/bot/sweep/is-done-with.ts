import type { RunDocument } from "../../runtime/run/documents.ts";
import type { SharedCore } from "../core.ts";
import { listSlots } from "../runs/run-messages.ts";

/**
 * True when nothing about a run that is over is to be done any more: its cards say how it ended, none of its messages is under way
 * or has to be put right, and the audit log has everything of it. Throws `invalid_state` for what cannot be read.
 */
export async function isDoneWith(
  { records, outbox, queue, buttons, audit }: Pick<SharedCore, "records" | "outbox" | "queue" | "buttons" | "audit">,
  run: RunDocument,
): Promise<boolean> {
  if (queue.holds(run.id)) return false;
  const record = await records.get(run.id);
  if (run.announce.length > 0 && !record.settled) return false;
  for (const slot of listSlots(record.slots)) {
    if (!(await outbox.isAtRest(slot))) return false;
  }
  // What cannot be read cannot be removed either.
  for (const reference of record.references) await buttons.find(reference);
  return audit === undefined || (await audit.isRecorded(run));
}

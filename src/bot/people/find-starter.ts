import type { RunDocument } from "../../runtime/run/documents.ts";
import type { People, Person } from "./people.ts";

/**
 * The human who began a run: whoever has the recorded id, and where nobody has it any more, whoever the account belongs to
 * that began it (an entry may get another id while a run waits). Undefined for somebody the bot does not know.
 */
export function findStarter(
  people: Pick<People, "all" | "findById" | "findWith">,
  { startedBy, startedFrom }: Pick<RunDocument, "startedBy" | "startedFrom">,
): Person | undefined {
  const account = startedFrom?.account;
  if (startedBy === undefined) return undefined;
  const known = people.findById(startedBy);
  if (known !== undefined || account === undefined) return known;
  return people.all.find(({ id }) => people.findWith(id, account) !== undefined);
}

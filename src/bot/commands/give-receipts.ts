import type { Core } from "../core.ts";
import { limitsOf } from "../platform/limits-of.ts";
import type { Request } from "../request.ts";
import { line, plain } from "../text/rich-text.ts";
import { findRunIn } from "./find-run.ts";

/**
 * Gives the receipts of what was decided in a run of this conversation: as text to be copied where it fits, else as a file.
 * A receipt in which redaction finds a secret is given by `lobster-chat audit receipt` alone: blacked out it would verify nowhere.
 */
export async function giveReceipts(core: Core, request: Request<"command">): Promise<void> {
  const { commands } = core.voice.words;
  const { event, actor } = request;
  const view = await findRunIn(core, event.rest, actor.conversation);
  if (view === undefined) return await request.respond([line(...commands.unknownRun(event.rest.trim()))]);
  if (core.audit === undefined) return await request.respond(plain(commands.receiptsNotKept()));
  const { run } = view;
  const receipts = (await core.audit.receipts(run)).filter((text) => core.visible.redact(text) === text);
  if (receipts.length === 0) return await request.respond(plain(commands.noReceipts()));
  const title = line(...commands.receiptsOf(run.name, run.id));
  const body = [title, ...receipts.map((text) => ({ kind: "code", text: text.trimEnd() }) as const)];
  if (limitsOf(core.adapters, actor.conversation).fits({ body })) return await request.respond(body);
  const file = { name: `receipts-${run.id}.txt`, text: receipts.join("\n") };
  const isGiven = await request.present([title, line(commands.receiptsInFile(file.name))], [file]);
  if (!isGiven) await request.respond(plain(commands.receiptsUnsure()));
}

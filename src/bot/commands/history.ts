import type { RunDocument } from "../../runtime/run/documents.ts";
import { conversationKey } from "../adapter.ts";
import { listApprovers } from "../cards/policy/gate-summary.ts";
import { capNames } from "../cards/policy/names.ts";
import type { Core } from "../core.ts";
import { limitsOf } from "../platform/limits-of.ts";
import { line, plain } from "../text/rich-text.ts";
import type { Command } from "./command.ts";
import { readRunId } from "./find-run.ts";
import { giveReceipts } from "./give-receipts.ts";
import { layOutPage, readPage, type ListEntry } from "./pages.ts";

/**
 * `/history [run]`: the last finished runs of the conversation with outcome, approvers and duration; of one run, the receipts
 * of what was decided in it.
 */
export const historyCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "history",
    description: commands.describe.history,
    parameters: [
      { name: "run", description: commands.parameter.run, kind: "run", required: false },
      { name: "page", description: commands.parameter.page, kind: "text", required: false },
    ],
  }),
  handle: async (core, request) => {
    const { words } = core.voice;
    if (readRunId(request.event.rest) !== undefined) return await giveReceipts(core, request);
    const { conversation } = request.actor;
    const { ended } = await core.directory.list(conversationKey(conversation));
    const runs = await Promise.all(ended.map((runId) => core.runtime.readRun(runId)));
    const entries = runs.filter((run) => run !== undefined).map((run) => describe(core, run));
    if (entries.length === 0) return await request.respond(plain(words.commands.noHistory()));
    const limits = limitsOf(core.adapters, conversation);
    const { body } = layOutPage(entries, readPage(request.event.rest), { limits, words });
    const withHint = [...body, line(...words.commands.receiptsHint())];
    await request.respond(core.audit !== undefined && limits.fits({ body: withHint }) ? withHint : body);
  },
};

function describe(core: Core, run: RunDocument): ListEntry {
  const { nameOf, words } = core.voice;
  const { commands } = words;
  const { outcome } = run;
  const by = outcome?.by === undefined ? undefined : nameOf(outcome.by);
  const approvers = listApprovers(run.decisions).map(nameOf);
  const parts = [
    commands.outcomeBy(commands.outcome[outcome?.kind ?? "interrupted"], by),
    ...(approvers.length === 0 ? [] : [commands.approvedBy(capNames(approvers, words))]),
    commands.took(Date.parse(outcome?.at ?? run.startedAt) - Date.parse(run.startedAt)),
  ];
  return { heading: commands.historyTitle(), spans: commands.historyLine(run.name, run.id, parts) };
}

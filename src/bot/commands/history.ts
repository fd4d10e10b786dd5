import type { RunDocument } from "../../runtime/run/documents.ts";
import { conversationKey } from "../adapter.ts";
import type { Core } from "../core.ts";
import { limitsOf } from "../limits-of.ts";
import { plain } from "../rich-text.ts";
import type { Command } from "./command.ts";
import { layOutPage, readPage, type ListEntry } from "./pages.ts";

/** `/history`: the last finished runs of the conversation with outcome, approvers and duration. */
export const historyCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({ name: "history", description: commands.describe.history, parameters: [] }),
  handle: async (core, request) => {
    const { words } = core.voice;
    const { conversation } = request.actor;
    const { ended } = await core.directory.list(conversationKey(conversation));
    const runs = await Promise.all(ended.map((runId) => core.runtime.readRun(runId)));
    const entries = runs.filter((run) => run !== undefined).map((run) => describe(core, run));
    if (entries.length === 0) return await request.respond(plain(words.commands.noHistory()));
    const limits = limitsOf(core.adapters, conversation);
    await request.respond(layOutPage(entries, readPage(request.event.rest), { limits, words }).body);
  },
};

function describe(core: Core, run: RunDocument): ListEntry {
  const { nameOf, words } = core.voice;
  const { commands } = words;
  const { outcome } = run;
  const by = outcome?.by === undefined ? undefined : nameOf(outcome.by);
  const approvers = run.decisions
    .filter(({ kind, by: who }) => kind === "approve" && who !== undefined)
    .map(({ by: who }) => nameOf(who ?? ""));
  const parts = [
    commands.outcomeBy(commands.outcome[outcome?.kind ?? "interrupted"], by),
    ...(approvers.length === 0 ? [] : [commands.approvedBy([...new Set(approvers)])]),
    commands.took(Date.parse(outcome?.at ?? run.startedAt) - Date.parse(run.startedAt)),
  ];
  return { heading: commands.historyTitle(), spans: commands.historyLine(run.name, run.id, parts) };
}

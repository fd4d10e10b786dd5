import { checkStart } from "../people/access.ts";
import { limitsOf } from "../platform/limits-of.ts";
import { plain, type Span } from "../text/rich-text.ts";
import type { CatalogEntry } from "../catalog.ts";
import type { Wording } from "../wording/wording.ts";
import type { Command } from "./command.ts";
import { layOutPage, readPage } from "./pages.ts";

/** `/workflows`: what the person may start here, with descriptions. */
export const workflowsCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "workflows",
    description: commands.describe.workflows,
    parameters: [{ name: "page", description: commands.parameter.page, kind: "text", required: false }],
  }),
  handle: async (core, request) => {
    const { words } = core.voice;
    const { person, conversation } = request.actor;
    const entries = (await core.catalog.list()).filter(
      ({ name }) => checkStart(core.config, { person, conversation, workflow: name }).kind === "allowed",
    );
    if (entries.length === 0) return await request.respond(plain(words.commands.noWorkflows()));
    const lines = entries.map((entry) => ({ heading: words.commands.workflowsTitle(), spans: describe(entry, words) }));
    const limits = limitsOf(core.adapters, conversation);
    await request.respond(layOutPage(lines, readPage(request.event.rest), { limits, words }).body);
  },
};

function describe(entry: CatalogEntry, { commands }: Wording): readonly Span[] {
  const name: Span = { kind: "code", text: entry.name };
  if (entry.kind === "broken") return [name, `: ${commands.workflowIsBroken()}`];
  const args = entry.args.map((arg) => (arg.required && arg.default === undefined ? arg.name : `[${arg.name}]`));
  return [
    name,
    ...(args.length === 0 ? [] : [` ${args.join(" ")}`]),
    ...(entry.description === undefined ? [] : [`: ${entry.description}`]),
  ];
}

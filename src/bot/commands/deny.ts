import { denyGate } from "../gates/deny-gate.ts";
import type { Command } from "./command.ts";
import { findTypedGate } from "./typed-decision.ts";

/** `/deny <id> [reason]`: typed in full, so it is not asked about again. */
export const denyCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "deny",
    description: commands.describe.deny,
    parameters: [
      { name: "id", description: commands.parameter.approval, kind: "approval", required: true },
      { name: "reason", description: commands.parameter.reason, kind: "text", required: false },
    ],
  }),
  handle: async (core, request) => {
    const typed = await findTypedGate(core, request, core.voice.words.decisions.denyUsage());
    if (!("found" in typed)) return await request.respond(typed);
    const { found, rest } = typed;
    await request.respond(await denyGate(core, { actor: request.actor, found, digest: found.gate.digest }, rest));
  },
};

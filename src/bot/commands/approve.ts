import { approveGate } from "../gates/approve-gate.ts";
import type { Command } from "./command.ts";
import { findTypedGate } from "./typed-decision.ts";

/** `/approve <id>`: the typed form of the button; it goes through the same checks and never waits behind the run. */
export const approveCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "approve",
    description: commands.describe.approve,
    parameters: [{ name: "id", description: commands.parameter.approval, kind: "approval", required: true }],
  }),
  handle: async (core, request) => {
    const typed = await findTypedGate(core, request, core.voice.words.decisions.approveUsage());
    if (!("found" in typed)) return await request.respond(typed);
    await request.respond(await approveGate(core, request.actor, typed.found, typed.found.gate.digest));
  },
};

import type { GateDocument } from "../../runtime/run/documents.ts";
import type { Core } from "../core.ts";
import { approveGate } from "../gates/approve-gate.ts";
import { line, type RichText } from "../text/rich-text.ts";
import type { Command } from "./command.ts";
import { findTypedGate } from "./typed-decision.ts";

/**
 * `/approve <id> [text to type] [reason]`: the typed form of the button; it goes through the same checks and never waits
 * behind the run. Where the gate wants a text typed, the text comes first, exactly.
 */
export const approveCommand: Command = {
  kind: "command",
  describe: ({ commands }) => ({
    name: "approve",
    description: commands.describe.approve,
    parameters: [
      { name: "id", description: commands.parameter.approval, kind: "approval", required: true },
      { name: "reason", description: commands.parameter.reason, kind: "text", required: false },
    ],
  }),
  handle: async (core, request) => {
    const typed = await findTypedGate(core, request, core.voice.words.decisions.approveUsage());
    if (!("found" in typed)) return await request.respond(typed);
    const { found, rest } = typed;
    const { gate } = found;
    const given = readTyped(rest, gate.policy.confirm);
    const outcome = await approveGate(core, { actor: request.actor, found, digest: gate.digest, ...given });
    await request.respond(outcome.kind === "lacks" ? sayWhatToWrite(core, gate) : outcome.body);
  },
};

/** What follows the id: the text to type where it begins with it, then the reason. */
function readTyped(rest: string, confirm: string | undefined): { readonly confirm?: string; readonly reason?: string } {
  const text = rest.normalize();
  const wanted = confirm?.trim().normalize();
  const behind = wanted !== undefined && text.startsWith(wanted) ? text.slice(wanted.length) : undefined;
  if (wanted === undefined || behind === undefined || /^\S/.test(behind)) return rest === "" ? {} : { reason: rest };
  const reason = behind.trim();
  return { confirm: wanted, ...(reason === "" ? {} : { reason }) };
}

function sayWhatToWrite({ voice }: Core, { approvalId = "", policy }: GateDocument): RichText {
  const { decisions } = voice.words;
  const parts = [
    "/approve",
    approvalId,
    ...(policy.confirm === undefined ? [] : [policy.confirm]),
    ...(policy.reason === "required" ? [decisions.writtenReason()] : []),
  ];
  return [line(...decisions.approveInWriting(parts.join(" ")))];
}

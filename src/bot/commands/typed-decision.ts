import type { Core } from "../core.ts";
import { findGateIn, sayNotHere, type FoundGate } from "../gates/find-gate.ts";
import type { Request } from "../request.ts";
import { line, plain, type RichText, type Span } from "../text/rich-text.ts";

/** An approval id and what follows it. */
export interface TypedDecision {
  readonly found: FoundGate;
  /** Everything after the id, trimmed. */
  readonly rest: string;
}

/** Reads `<id> …` and finds the gate it names, or answers why not. The id is taken in any letter case, with or without `#`. */
export async function findTypedGate(
  core: Core,
  { actor, event }: Request<"command">,
  usage: readonly Span[],
): Promise<TypedDecision | RichText> {
  const { decisions } = core.voice.words;
  const match = /^\s*#?(\S+)\s*([\s\S]*)$/.exec(event.rest);
  const typed = match?.[1];
  if (typed === undefined) return [line(...usage)];
  const approvalId = typed.toLowerCase().replace(/-/g, "");
  const gate = /^[0-9a-f]{8}$/.test(approvalId) ? await core.runtime.readGate({ approvalId }) : undefined;
  if (gate === undefined) return [line(...decisions.unknownApproval(typed))];
  const found = await findGateIn(core, gate.key, actor.conversation);
  // What exists elsewhere is nobody's business here: the same words as for an id that names nothing.
  if (found.kind === "not_posted_here") return [line(...decisions.unknownApproval(typed))];
  if (found.kind === "gone") return plain(sayNotHere(core, found));
  return { found, rest: (match?.[2] ?? "").trim() };
}

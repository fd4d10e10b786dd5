import { checkDeny } from "../people/access.ts";
import type { Button } from "../adapter.ts";
import { encodeButton } from "../buttons.ts";
import type { Core } from "../core.ts";
import { findStarter } from "../people/find-starter.ts";
import { askInWriting } from "../open-form.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import type { Actor, Request } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import { decideGate, tellDecision } from "./decide-gate.ts";
import type { FoundGate } from "./find-gate.ts";
import { markPerson } from "./person-mark.ts";

/** A gate somebody wants to deny, with the reference its buttons carry and the digest that was shown. */
export interface DenyRequest {
  readonly actor: Actor;
  readonly found: FoundGate;
  readonly reference: string;
  readonly digest: string;
}

/** Why this person may not deny, in words; undefined when they may, or when the gate is decided already. */
export function findDenyRefusal(
  core: Core,
  { actor, found }: Pick<DenyRequest, "actor" | "found">,
): RichText | undefined {
  const { gate, view } = found;
  if (gate.state !== "open") return undefined;
  const starter = findStarter(core.people, view.run);
  const policy = starter === undefined ? gate.policy : { ...gate.policy, startedBy: starter.id };
  const access = checkDeny(core.config, { person: actor.person, workflow: view.run.name, policy });
  const { decisions } = core.voice.words;
  return access.kind === "allowed" ? undefined : plain(decisions.refused([decisions.mayNotDeny()]));
}

/** Denies and answers. The reason is trimmed; an empty one counts as none. */
export async function denyGate(
  core: Core,
  request: Omit<DenyRequest, "reference">,
  reason?: string,
): Promise<RichText> {
  const refusal = findDenyRefusal(core, request);
  if (refusal !== undefined) return refusal;
  const { actor, found, digest } = request;
  const why = reason?.trim() ?? "";
  const attempt = {
    actor,
    gate: found.gate,
    decision: { kind: "deny" },
    digest,
    ...(why === "" ? {} : { reason: why }),
  } as const;
  return tellDecision(core, attempt, await decideGate(core, attempt));
}

/** Asks once before a deny: Deny, Deny with reason, Back (policy rule 6). A gate that is decided is told at once. */
export async function askBeforeDeny(core: Core, request: DenyRequest): Promise<RichText> {
  const { actor, found } = request;
  if (found.gate.state !== "open") return await denyGate(core, request);
  const refusal = findDenyRefusal(core, request);
  if (refusal !== undefined) return refusal;
  const { cards, decisions } = core.voice.words;
  const mark = markPerson(actor.person.id);
  const button = (label: string, action: string, style: Button["style"] = "plain"): Button => ({
    label,
    payload: encodeButton(action, request.reference, mark),
    style,
  });
  const { run } = found.view;
  await core.messages.showAgain(run.id, confirmPurpose(request), actor.conversation, {
    message: {
      body: [line(...decisions.confirmDeny(actor.person.name, run.name, run.id))],
      buttons: [
        [
          button(cards.denyNow(), "denynow", "danger"),
          { ...button(cards.denyWithReason(), "denywhy"), opensForm: true },
          button(cards.back(), "denyback"),
        ],
      ],
    },
    complete: true,
    pace: "now",
    replyTo: encodePurpose({ kind: "gate", gateKey: found.gate.key }),
  });
  return plain(decisions.confirmBelow());
}

/** Opens a form for the reason where the platform has forms; else asks for a reply. */
export async function askReason(core: Core, request: DenyRequest, press: Request<"press">): Promise<void> {
  const refusal = findDenyRefusal(core, request);
  if (refusal !== undefined) return await press.respond(refusal);
  const { decisions } = core.voice.words;
  const { actor, found } = request;
  await askInWriting(core, press, {
    form: {
      title: decisions.reasonTitle(),
      payload: encodeButton("denyform", request.reference, markPerson(actor.person.id)),
      fields: [{ id: "reason", label: decisions.reasonField(), required: true, multiline: true }],
    },
    ask: () =>
      core.messages.showAgain(found.view.run.id, reasonPurpose(request), actor.conversation, {
        message: {
          body: plain(decisions.askReason(actor.person.name)),
          expectReply: { placeholder: decisions.reasonPlaceholder(), from: [actor.account] },
        },
        complete: true,
        pace: "now",
        replyTo: encodePurpose({ kind: "gate", gateKey: found.gate.key }),
      }),
  });
}

/** Takes the buttons off the question once it is answered, and says how. */
export async function closeConfirm(core: Core, request: DenyRequest, body: RichText): Promise<void> {
  const { actor, found } = request;
  for (const purpose of [confirmPurpose(request), reasonPurpose(request)]) {
    if ((await core.messages.find(purpose, actor.conversation)) === undefined) continue;
    await core.messages.show(found.view.run.id, purpose, actor.conversation, {
      message: { body },
      complete: true,
      pace: "now",
    });
  }
}

function confirmPurpose({ actor, found }: Pick<DenyRequest, "actor" | "found">): Purpose {
  return { kind: "deny", gateKey: found.gate.key, person: actor.person.id };
}

function reasonPurpose({ actor, found }: Pick<DenyRequest, "actor" | "found">): Purpose {
  return { kind: "reason", gateKey: found.gate.key, person: actor.person.id };
}

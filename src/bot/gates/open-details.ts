import { drawDetails, type Details } from "../cards/details.ts";
import type { Core } from "../core.ts";
import { describeThrown } from "../log.ts";
import { slotIn } from "../delivery/outbox.ts";
import { encodePurpose, type Purpose } from "../purposes.ts";
import { originOf, type Request } from "../request.ts";
import { plain } from "../text/rich-text.ts";
import { readWorkflow } from "../runs/read-view.ts";
import { withOpened } from "../runs/run-records.ts";
import type { FoundGate } from "./find-gate.ts";

/**
 * Shows everything about a gate to somebody: to them alone where the platform can, else in the conversation. Only what
 * was really delivered is recorded as opened; the record names the digest that was shown.
 */
export async function openDetails(core: Core, press: Request<"press">, found: FoundGate): Promise<void> {
  const { conversation } = press.actor;
  const limits = core.adapters.get(conversation.platform)?.limits;
  const workflow = await readWorkflow(core.runtime, found.view.run);
  const details = drawDetails(found.view, found.gate, {
    voice: core.voice,
    limits: limits ?? { fits: () => true },
    now: core.clock.now(),
    ...(workflow === undefined ? {} : { workflow }),
  });
  if (limits?.privateResponses === true) {
    const isShown = await isResponded(core, press, details);
    if (!isShown) return await press.respond(plain(core.voice.words.decisions.detailsFailed()));
    return await recordOpened(core, press, found);
  }
  await postDetails(core, press, found, details);
}

/** What may not have arrived whole, say without its files, was not opened by anybody. */
async function isResponded(core: Core, press: Request<"press">, { body, files }: Details): Promise<boolean> {
  try {
    return await press.present(body, files);
  } catch (thrown) {
    core.log.warn("details_not_shown", describeThrown(thrown));
    return false;
  }
}

async function postDetails(
  core: Core,
  { actor, respond }: Request<"press">,
  found: FoundGate,
  { body, files }: Details,
): Promise<void> {
  const { decisions } = core.voice.words;
  const purpose: Purpose = { kind: "details", gateKey: found.gate.key, person: actor.person.id };
  const before = await core.messages.find(purpose, actor.conversation);
  // What could not be posted once is posted when it is asked for again.
  if (before?.state === "undelivered") await core.outbox.forget(slotIn(encodePurpose(purpose), actor.conversation));
  const isKnown = before?.state === "sent";
  if (!isKnown) {
    await core.messages.show(found.view.run.id, purpose, actor.conversation, {
      message: { body, ...(files.length === 0 ? {} : { files }) },
      complete: true,
      pace: "now",
      replyTo: encodePurpose({ kind: "gate", gateKey: found.gate.key }),
    });
  }
  const delivery = await core.messages.settle(purpose, actor.conversation);
  if (delivery?.state !== "sent") return await respond(plain(decisions.detailsFailed()));
  await recordOpened(core, { actor }, found);
  await respond(plain(isKnown ? decisions.detailsAbove() : decisions.detailsBelow()));
}

async function recordOpened(core: Core, { actor }: Pick<Request, "actor">, { gate }: FoundGate): Promise<void> {
  const opened = {
    gateKey: gate.key,
    person: actor.person.id,
    digest: gate.digest,
    at: new Date(core.clock.now()).toISOString(),
    origin: originOf(actor),
  };
  await core.records.change(gate.runId, (record) => withOpened(record, opened));
  core.audit?.look(gate.runId);
}

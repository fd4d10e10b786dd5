import type { ButtonPress, Subject } from "../buttons.ts";
import type { Core } from "../core.ts";
import { slotIn } from "../delivery/outbox.ts";
import { markPerson } from "../gates/person-mark.ts";
import { encodePurpose } from "../purposes.ts";
import type { Request } from "../request.ts";
import { plain } from "../text/rich-text.ts";
import { startAndAnswer } from "./run.ts";

/** Handles a press on a workflow that `/run` offered. The list was made for one person, who may start what stands on it. */
export async function handleWorkflowPress(
  core: Core,
  request: Request<"press">,
  press: ButtonPress,
  { workflow }: Extract<Subject, { readonly kind: "workflow" }>,
): Promise<void> {
  const { actor } = request;
  const { decisions, commands } = core.voice.words;
  if (press.action !== "start") return await request.respond(plain(decisions.noLongerValid()));
  if (press.detail !== markPerson(actor.person.id)) {
    const asked = core.people.all.find(({ id }) => markPerson(id) === press.detail);
    return await request.respond(plain(decisions.notYours(asked?.name ?? "")));
  }
  const slot = slotIn(encodePurpose({ kind: "choose", person: actor.person.id }), actor.conversation);
  const message = { body: plain(commands.startChosen(workflow)) };
  core.outbox.show(slot, { message, complete: true, pace: "now" });
  await startAndAnswer(core, request, { actor, workflow, given: new Map(), evenIfStuck: false });
}

import type { Form } from "./adapter.ts";
import type { Core } from "./core.ts";
import { limitsOf } from "./platform/limits-of.ts";
import type { Answering, Request } from "./request.ts";
import { plain } from "./text/rich-text.ts";

/** True when the form stands before the person now; false where there are no forms, or when it is too late for one. */
export async function openForm({ openForm: open }: Answering, form: Form): Promise<boolean> {
  return (await open?.(form)) ?? false;
}

/**
 * Asks for something in writing after a press, and answers the press: with a form where the platform has forms, else with
 * `ask`, which posts a message to reply to. A platform that has forms reads no replies, so a form that could not be
 * opened any more is asked for by another press.
 */
export async function askInWriting(
  core: Core,
  request: Request<"press">,
  { form, ask }: { readonly form: Form; readonly ask: () => Promise<void> },
): Promise<void> {
  const { decisions } = core.voice.words;
  if (await openForm(request, form)) return;
  if (limitsOf(core.adapters, request.actor.conversation).forms) {
    return await request.respond(plain(decisions.formTooLate()));
  }
  await ask();
  await request.respond(plain(decisions.confirmBelow()));
}

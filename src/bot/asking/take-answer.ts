import type { JsonValue } from "../../runtime/json.ts";
import type { FormOutcome } from "../questions/index.ts";
import type { Answering, Actor } from "../request.ts";
import { line, plain, type RichText } from "../text/rich-text.ts";
import type { Inquiry } from "./inquiry.ts";
import { promptAgain, type ShowParts } from "./show-inquiry.ts";

/** Somebody's step in a form, and what the form made of it. */
export interface Step {
  readonly inquiry: Inquiry;
  readonly actor: Actor;
  readonly answering: Answering;
  readonly outcome: FormOutcome;
}

/**
 * Keeps what was entered, tells what was wrong or how it was understood, shows what comes next, and hands in the whole
 * answer once it fits. A wrong answer leaves the question open with everything entered so far.
 */
export async function takeStep(parts: ShowParts, step: Step): Promise<void> {
  const { inquiry, outcome } = step;
  if (outcome.done !== undefined) return await submit(parts, step, outcome.done);
  await parts.forms.change(inquiry, { state: outcome.state });
  await tell(parts, step);
  await inquiry.redraw(step.actor.conversation);
  if (outcome.problems.length > 0) await promptAgain(parts, inquiry, step.actor.conversation);
}

async function submit(parts: ShowParts, step: Step, response: JsonValue): Promise<void> {
  const { inquiry, actor, answering, outcome } = step;
  const { isTaken, body } = await inquiry.submit(actor, response);
  if (isTaken) {
    await parts.forms.remove(inquiry.key);
    await inquiry.close(actor.conversation);
  } else {
    await parts.forms.change(inquiry, { state: outcome.state });
    await inquiry.redraw(actor.conversation);
  }
  await answer(answering, [...outcome.echo.map((text) => line(text)), ...(body ?? [])]);
}

async function tell({ core }: ShowParts, { outcome, answering }: Step): Promise<void> {
  const problems: RichText =
    outcome.problems.length === 0
      ? []
      : [
          ...plain(core.voice.words.questions.notTaken()),
          { kind: "list", items: outcome.problems.map((problem) => [problem]) },
        ];
  await answer(answering, [...outcome.echo.map((text) => line(text)), ...problems]);
}

/** With nothing to say, what comes next shows by itself. */
async function answer(answering: Answering, body: RichText): Promise<void> {
  if (body.length === 0) await answering.acknowledge();
  else await answering.respond(body);
}

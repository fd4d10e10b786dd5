import type { StepDocument } from "../../runtime/run/documents.ts";
import { nameStep } from "../recovery/describe-interruption.ts";
import { line, type RichText } from "../text/rich-text.ts";
import type { RunView, Voice } from "./run-view.ts";

/** Steps named on a card; the others are counted. */
const MAX_NAMED = 20;

/**
 * Steps that failed and that the run went on after (`on_error`), in the order in which they failed, with the ids of their
 * enclosing steps. What a later attempt did better is not among them.
 */
export function listFailedSteps({ steps }: Pick<RunView, "steps">): readonly string[] {
  const latest = new Map<string, StepDocument>();
  for (const step of steps) latest.set(nameStep(step), step);
  return [...latest].filter(([, { result }]) => result.error === true).map(([name]) => name);
}

/** Names them in one line; nothing where there are none. */
export function showFailedSteps(view: Pick<RunView, "steps">, { words }: Pick<Voice, "words">): RichText {
  const failed = listFailedSteps(view);
  if (failed.length === 0) return [];
  const named = failed.slice(0, MAX_NAMED);
  return [line(words.cards.failedOnTheWay(named, failed.length - named.length))];
}

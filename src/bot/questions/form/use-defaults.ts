import type { JsonValue } from "../../../runtime/json.ts";
import { echoValue, enter, refuseStop } from "./answer-stop.ts";
import { countEntries } from "./change-list.ts";
import type { FormOutcome } from "../judge/context.ts";
import { dropBelow } from "../state/entries.ts";
import { findDefault, takeApart } from "./defaults.ts";
import type { FormEntries } from "../state/form-state.ts";
import type { Stop } from "../state/stops.ts";
import { refuse, type Turn } from "../state/turn.ts";
import type { QuestionPlan } from "../question-plan.ts";

/** Answers a field with its default, because the person said so. */
export function useDefault(turn: Turn, stop: Stop): FormOutcome {
  const value = findDefault(turn.plan, stop);
  if (value === undefined) return refuseStop(turn, stop, turn.context.wording.noDefault());
  const { entries, problems } = takeApart(stop.field, stop.path, stop.trail, value, turn.context);
  if (Object.keys(entries).length === 0) {
    return problems.length > 0 ? refuse(turn, ...problems) : refuseStop(turn, stop, turn.context.wording.noDefault());
  }
  const cleared = { ...turn, state: dropBelow(turn.state, stop.pointer) };
  const outcome = enter(cleared, entries, echoValue(turn, stop, value));
  return { ...outcome, problems: [...problems, ...outcome.problems] };
}

/** Answers every field that has no answer yet with its default, where it has one that fits. */
export function useAllDefaults(turn: Turn): FormOutcome {
  const open = listOpenDefaults(turn.plan, turn.stops);
  const parts = open.map(({ stop, value }) => takeApart(stop.field, stop.path, stop.trail, value, turn.context));
  const entries: FormEntries = Object.fromEntries(parts.flatMap((part) => Object.entries(part.entries)));
  const echo = open.flatMap(({ stop, value }) =>
    Object.hasOwn(entries, stop.pointer) ? echoValue(turn, stop, value) : [],
  );
  const used = { ...turn, state: { ...turn.state, usedDefaults: true } } as const;
  const outcome = enter(used, entries, echo);
  return { ...outcome, problems: [...parts.flatMap((part) => part.problems), ...outcome.problems] };
}

/** The stops without an answer that have a default; a list that was begun keeps what it has. */
export function listOpenDefaults(
  plan: QuestionPlan,
  stops: readonly Stop[],
): readonly { readonly stop: Stop; readonly value: JsonValue }[] {
  return stops.flatMap((stop) => {
    if (stop.answered || countEntries(stop) > 0) return [];
    const value = findDefault(plan, stop);
    return value === undefined ? [] : [{ stop, value }];
  });
}

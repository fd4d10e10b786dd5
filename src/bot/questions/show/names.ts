import type { TrailPart, Stop } from "../state/stops.ts";
import type { Field } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";

/** What a stop is called: the titles on the way to it, without the root's ("Hosts 2 › Name"). */
export function nameStop(stop: Pick<Stop, "trail">, wording: QuestionWording): string {
  return nameTrail(stop.trail, wording);
}

/** What a place is called, by the fields on the way from the root to it. */
export function nameTrail(trail: readonly TrailPart[], wording: QuestionWording): string {
  const titles: string[] = [];
  for (const [position, part] of trail.entries()) {
    const list = position === 1 ? (trail[0]?.field.title ?? "") : (titles.at(-1) ?? "");
    if (part.number === undefined) {
      if (position > 0 || trail.length === 1) titles.push(nameField(part.field, wording));
    } else if (part.field.title === "") {
      // Entries without a title of their own are called after their list: "Hosts 2".
      titles.splice(-1, 1, wording.entry({ list, number: part.number }));
    } else {
      titles.push(wording.entry({ list: part.field.title, number: part.number }));
    }
  }
  const named = titles.filter((title) => title !== "");
  return named.length === 0 ? wording.answer() : wording.path({ titles: named });
}

function nameField(field: Field, wording: QuestionWording): string {
  if (field.nameForTitle === undefined || field.nameForTitle === field.title) return field.title;
  return wording.withDetail({ title: field.title, detail: field.nameForTitle });
}

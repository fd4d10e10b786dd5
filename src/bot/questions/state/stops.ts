import { encodePointer, type JsonPath } from "../json-pointer.ts";
import { MAX_ENTRIES } from "../plan/list-shape.ts";
import { isLeaf, type Field, type QuestionPlan } from "../question-plan.ts";
import { readEntry } from "./entries.ts";
import type { FormEntry, FormState } from "./form-state.ts";

/** One field on the way to a stop; `number` (from 1) where it is an entry of a list. */
export interface TrailPart {
  readonly field: Field;
  readonly number?: number;
}

/** A place where the form asks something, as far as it is known: entries not added yet have none. */
export interface Stop {
  /** Field and list positions, such as `12` or `12.0.3`; the same question has the same id for ever. */
  readonly id: string;
  readonly field: Field;
  readonly path: JsonPath;
  readonly pointer: string;
  /** From the root to the field itself. */
  readonly trail: readonly TrailPart[];
  readonly entry?: FormEntry;
  readonly answered: boolean;
  /** The innermost list entry this stop belongs to. */
  readonly inside?: { readonly list: string; readonly index: number };
}

/** All stops of a form in the order in which they are asked. A list comes after its entries: "another, or done?". */
export function listStops(plan: QuestionPlan, state: FormState): readonly Stop[] {
  const stops: Stop[] = [];
  visit({ field: plan.root, path: [], indices: [], trail: [{ field: plan.root }] });
  return stops;

  function visit(place: Place): void {
    const { field } = place;
    const stop = describeStop(place, state);
    if (isLeaf(field)) {
      stops.push(stop);
    } else if (field.kind === "object") {
      const isAsked = isGated(field);
      if (isAsked) stops.push(stop);
      if (!isAsked || stop.entry?.kind === "open") visitMembers(place);
    } else {
      visitEntries(place, stop);
      stops.push(stop);
    }
  }

  function visitMembers(place: Place): void {
    if (place.field.kind !== "object") return;
    for (const { name, field } of place.field.members) {
      visit({ ...place, field, path: [...place.path, name], trail: [...place.trail, { field }] });
    }
  }

  function visitEntries(place: Place, list: Stop): void {
    if (place.field.kind !== "list" || list.entry?.kind !== "list") return;
    const { item } = place.field;
    for (let index = 0; index < Math.min(list.entry.count, MAX_ENTRIES); index += 1) {
      visit({
        field: item,
        path: [...place.path, index],
        indices: [...place.indices, index],
        trail: [...place.trail, { field: item, number: index + 1 }],
        inside: { list: list.pointer, index },
      });
    }
  }
}

interface Place {
  readonly field: Field;
  readonly path: JsonPath;
  readonly indices: readonly number[];
  readonly trail: readonly TrailPart[];
  readonly inside?: { readonly list: string; readonly index: number };
}

/** True for an object that the person first decides about: it may be left out, or be null. */
export function isGated(field: Field): boolean {
  return !field.required || field.nullable;
}

/** The stop the form stands at; undefined when everything is answered and only the summary is left. */
export function findCurrentStop(plan: QuestionPlan, state: FormState, stops: readonly Stop[]): Stop | undefined {
  if (isLeaf(plan.root)) return stops[0];
  return stops.find((stop) => stop.id === state.focus) ?? stops.find((stop) => !stop.answered);
}

function describeStop(place: Place, state: FormState): Stop {
  const pointer = encodePointer(place.path);
  const entry = readEntry(state, pointer);
  return {
    id: [place.field.ordinal, ...place.indices].join("."),
    field: place.field,
    path: place.path,
    pointer,
    trail: place.trail,
    answered: isAnswered(place.field, entry),
    ...(entry === undefined ? {} : { entry }),
    ...(place.inside === undefined ? {} : { inside: place.inside }),
  };
}

function isAnswered(field: Field, entry: FormEntry | undefined): boolean {
  switch (entry?.kind) {
    case undefined:
      return false;
    case "skipped":
      return !field.required;
    case "value":
      return isLeaf(field) || entry.json === "null";
    case "open":
      return field.kind === "object";
    case "list":
      return field.kind === "list" && entry.closed;
  }
}

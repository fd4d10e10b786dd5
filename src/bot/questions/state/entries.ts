import { ownMember, type JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";
import { readJson } from "../json-text.ts";
import type { FormEntries, FormEntry, FormState } from "./form-state.ts";

/** The most all answers of a form may come to, in characters of JSON. */
export const MAX_FORM_CHARS = 256 * 1024;

/** What is known about a place. */
export function readEntry(state: FormState, pointer: string): FormEntry | undefined {
  return ownMember(state.entries, pointer);
}

/** The value of an entry; undefined where it has none. */
export function readEntryValue(entry: FormEntry | undefined): JsonValue | undefined {
  if (entry?.kind !== "value") return undefined;
  const reading = readJson(entry.json, Infinity);
  return reading.kind === "value" ? reading.value : undefined;
}

/** An entry that holds a value. */
export function holdValue(value: JsonValue): FormEntry {
  return { kind: "value", json: stringifyJson(value) };
}

/** Puts entries in; undefined when the form would grow beyond {@link MAX_FORM_CHARS}. */
export function putEntries(state: FormState, added: FormEntries): FormState | undefined {
  const entries = { ...state.entries, ...added };
  const chars = Object.entries(entries).reduce(
    (sum, [pointer, entry]) => sum + pointer.length + (entry.kind === "value" ? entry.json.length : 0),
    0,
  );
  return chars > MAX_FORM_CHARS ? undefined : { ...state, entries };
}

/** Goes on: what was being asked again, paged through or marked is over. */
export function moveOn(state: FormState): FormState {
  const { focus: _focus, page: _page, marks: _marks, ...rest } = state;
  return rest;
}

/** Forgets everything at a place and below it. */
export function dropBelow(state: FormState, pointer: string): FormState {
  const kept = Object.entries(state.entries).filter(([key]) => key !== pointer && !key.startsWith(`${pointer}/`));
  return { ...state, entries: Object.fromEntries(kept) };
}

/** Takes entry `index` out of the list at `pointer`; later entries move up, with everything answered in them. */
export function removeListEntry(state: FormState, pointer: string, index: number): FormState {
  const list = readEntry(state, pointer);
  if (list?.kind !== "list" || index >= list.count) return state;
  const kept = Object.entries(state.entries).flatMap(([key, entry]): [string, FormEntry][] => {
    const at = readIndexBelow(pointer, key);
    if (at === undefined || at.index < index) return [[key, entry]];
    return at.index === index ? [] : [[`${pointer}/${at.index - 1}${at.rest}`, entry]];
  });
  const entries = {
    ...Object.fromEntries(kept),
    [pointer]: { kind: "list", count: list.count - 1, closed: false },
  } as const;
  return { ...state, entries };
}

function readIndexBelow(pointer: string, key: string): { readonly index: number; readonly rest: string } | undefined {
  if (!key.startsWith(`${pointer}/`)) return undefined;
  const match = /^(\d+)(\/.*)?$/su.exec(key.slice(pointer.length + 1));
  return match === null ? undefined : { index: Number(match[1]), rest: match[2] ?? "" };
}

import { isJsonObject, ownMember, type JsonValue } from "../../../runtime/json.ts";
import { readJson } from "../json-text.ts";

/** What is known about one place of the answer. Values are kept as JSON text, which holds every digit. */
export type FormEntry =
  | { readonly kind: "value"; readonly json: string }
  /** An optional field that was left out. */
  | { readonly kind: "skipped" }
  /** An object that may be left out, and is being filled in. */
  | { readonly kind: "open" }
  /** A list: how many entries it has, and whether the person is done with it. */
  | { readonly kind: "list"; readonly count: number; readonly closed: boolean };

/**
 * A half-filled form. Plain JSON, so that it can be kept over a restart. Where it stands follows from what is
 * answered: the first field without an answer, unless `focus` says otherwise.
 */
export interface FormState {
  readonly format: "lobster.form.v1";
  /** What has been answered, by JSON pointer. */
  readonly entries: FormEntries;
  /** Id of a field that is asked again. */
  readonly focus?: string;
  /** The first option shown, in a step with pages. */
  readonly page?: { readonly stop: string; readonly from: number };
  /** Options marked so far, in a step with marks. */
  readonly marks?: { readonly stop: string; readonly picked: readonly number[] };
  /** The person chose to answer all of it with JSON. */
  readonly whole?: true;
  /** "Use all defaults" was pressed: it is offered once. */
  readonly usedDefaults?: true;
}

/** Entries by JSON pointer; a pointer is empty or starts with `/`, so no name from outside is ever a key by itself. */
export interface FormEntries {
  readonly [pointer: string]: FormEntry;
}

/** A form nobody has answered anything in. Defaults are the plan's: they are offered, not entered. */
export function openForm(): FormState {
  return { format: "lobster.form.v1", entries: {} };
}

/** Checks a stored form; undefined for anything that is none. Whether it fits a plan shows when it is used. */
export function decodeFormState(stored: unknown): FormState | undefined {
  if (!isJsonObject(stored) || ownMember(stored, "format") !== "lobster.form.v1") return undefined;
  const entries = decodeEntries(ownMember(stored, "entries"));
  if (entries === undefined) return undefined;
  const focus = ownMember(stored, "focus");
  const page = decodePage(ownMember(stored, "page"));
  const marks = decodeMarks(ownMember(stored, "marks"));
  return {
    format: "lobster.form.v1",
    entries,
    ...(typeof focus === "string" ? { focus } : {}),
    ...(page === undefined ? {} : { page }),
    ...(marks === undefined ? {} : { marks }),
    ...(ownMember(stored, "whole") === true ? { whole: true } : {}),
    ...(ownMember(stored, "usedDefaults") === true ? { usedDefaults: true } : {}),
  };
}

function decodeEntries(stored: JsonValue | undefined): FormEntries | undefined {
  if (!isJsonObject(stored)) return undefined;
  const entries: [string, FormEntry][] = [];
  for (const [pointer, value] of Object.entries(stored)) {
    const entry = decodeEntry(value);
    if (entry === undefined || !(pointer === "" || pointer.startsWith("/"))) return undefined;
    entries.push([pointer, entry]);
  }
  return Object.fromEntries(entries);
}

function decodeEntry(stored: JsonValue): FormEntry | undefined {
  if (!isJsonObject(stored)) return undefined;
  const kind = ownMember(stored, "kind");
  if (kind === "skipped" || kind === "open") return { kind };
  if (kind === "value") {
    const json = ownMember(stored, "json");
    return typeof json === "string" && readJson(json, Infinity).kind === "value" ? { kind, json } : undefined;
  }
  const count = ownMember(stored, "count");
  const closed = ownMember(stored, "closed");
  return kind === "list" && isCount(count) && typeof closed === "boolean" ? { kind, count, closed } : undefined;
}

function decodePage(stored: JsonValue | undefined): FormState["page"] {
  if (!isJsonObject(stored)) return undefined;
  const stop = ownMember(stored, "stop");
  const from = ownMember(stored, "from");
  return typeof stop === "string" && isCount(from) ? { stop, from } : undefined;
}

function decodeMarks(stored: JsonValue | undefined): FormState["marks"] {
  if (!isJsonObject(stored)) return undefined;
  const stop = ownMember(stored, "stop");
  const picked = ownMember(stored, "picked");
  return typeof stop === "string" && Array.isArray(picked) && picked.every(isCount) ? { stop, picked } : undefined;
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

import type { JsonValue } from "../../../runtime/json.ts";
import { stringifyJson } from "../../../runtime/stable-json.ts";
import { MAX_ANSWER_BYTES, readJson } from "../json-text.ts";
import type { BooleanField, TimeField, TypedField } from "../question-plan.ts";
import type { QuestionWording } from "../wording.ts";
import { parseDate, parseDateTime, parseTime, type TimeReading } from "./calendar.ts";
import { narrow } from "./narrow.ts";
import { parseNumber, type NumberReading } from "./number.ts";

/** What typed text means for a field, or why it cannot be told. */
export type TypedAnswer =
  { readonly kind: "value"; readonly value: JsonValue } | { readonly kind: "problem"; readonly problem: string };

/** Reads what a person typed for a field. Whether the value fits the field's schema is not looked at here. */
export function readTypedAnswer(field: TypedField | BooleanField, text: string, wording: QuestionWording): TypedAnswer {
  if (Buffer.byteLength(text) > MAX_ANSWER_BYTES) return refuse(wording.tooBig({ maxKib: MAX_ANSWER_BYTES / 1024 }));
  switch (field.kind) {
    case "text":
      return accept(field.format === undefined ? text.replace(/\r?\n$/u, "") : text.trim());
    case "boolean":
      return readBoolean(text, wording);
    case "number":
    case "integer":
      return judgeNumber(parseNumber(narrow(text)), field.kind === "integer", wording);
    case "date":
    case "time":
    case "date-time":
      return judgeTime(readTime(field.kind, narrow(text), wording), field.kind, wording);
    case "json":
      return readJsonAnswer(text, wording);
  }
}

/** Reads JSON that was typed or came as a file. Text that is no JSON is told how it would be written as JSON. */
export function readJsonAnswer(text: string, wording: QuestionWording): TypedAnswer {
  const reading = readJson(text);
  switch (reading.kind) {
    case "value":
      return accept(reading.value);
    case "too_big":
      return refuse(wording.tooBig({ maxKib: MAX_ANSWER_BYTES / 1024 }));
    case "too_deep":
      return refuse(wording.tooDeep());
    case "invalid":
      return refuse(wording.notJson({ detail: reading.detail, typed: quoteShort(text.trim()) }));
  }
}

function readBoolean(text: string, wording: QuestionWording): TypedAnswer {
  const word = narrow(text).trim().toLowerCase();
  if (wording.yesWords.includes(word)) return accept(true);
  return wording.noWords.includes(word) ? accept(false) : refuse(wording.notBoolean());
}

function judgeNumber(reading: NumberReading, whole: boolean, wording: QuestionWording): TypedAnswer {
  switch (reading.kind) {
    case "value":
      return whole && typeof reading.value === "number" && !Number.isInteger(reading.value)
        ? refuse(wording.notWhole())
        : accept(reading.value);
    case "ambiguous":
      return refuse(wording.ambiguousNumber(reading));
    case "too_precise":
      return refuse(wording.tooPrecise());
    case "too_large":
      return refuse(wording.tooLarge());
    case "unreadable":
      return refuse(wording.notNumber());
  }
}

function readTime(kind: TimeField["kind"], text: string, wording: QuestionWording): TimeReading {
  if (kind === "time") return parseTime(text);
  return kind === "date" ? parseDate(text, wording.monthNames) : parseDateTime(text, wording.monthNames);
}

function judgeTime(reading: TimeReading, kind: TimeField["kind"], wording: QuestionWording): TypedAnswer {
  switch (reading.kind) {
    case "value":
      return accept(reading.value);
    case "ambiguous":
      return refuse(wording.ambiguousDate(reading));
    case "no_such_day":
      return refuse(wording.noSuchDay());
    case "no_such_time":
      return refuse(wording.noSuchTime());
    case "needs_offset":
      return refuse(wording.needsOffset({ kind: kind === "date" ? "date-time" : kind }));
    case "unreadable":
      return refuse(wording.notTime({ kind }));
  }
}

const MAX_QUOTED_CHARS = 60;

/** Plain words as the JSON text they could be meant as; nothing for what looks like broken JSON or is long. */
function quoteShort(text: string): string {
  return text === "" || text.length > MAX_QUOTED_CHARS || /^[[{"]/u.test(text) ? "" : stringifyJson(text);
}

function accept(value: JsonValue): TypedAnswer {
  return { kind: "value", value };
}

function refuse(problem: string): TypedAnswer {
  return { kind: "problem", problem };
}

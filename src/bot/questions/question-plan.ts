import type { JsonObject, JsonValue } from "../../runtime/json.ts";

/** What an input gate asks, as fields a conversation can go through. Made by `planQuestion`, never stored: it follows from the gate. */
export interface QuestionPlan {
  /** The gate's schema; the whole answer has to fit it. */
  readonly schema: JsonObject;
  /** The gate's `defaults`: offered, never applied by themselves. */
  readonly defaults?: JsonValue;
  readonly root: Field;
}

interface FieldBase {
  /** Position in the plan, depth first, from 0. Names the field in short action codes. */
  readonly ordinal: number;
  /** The schema's title, else the property's name; empty for an untitled root or list entry. */
  readonly title: string;
  /** The property's name where a sibling carries the same title, so that the two can be told apart. */
  readonly nameForTitle?: string;
  readonly description?: string;
  /** False: the field may be left out. */
  readonly required: boolean;
  /** `null` is an answer of its own. */
  readonly nullable: boolean;
  /** A schema for this field alone, complete with its definitions; absent where it cannot stand alone. */
  readonly check?: JsonObject;
}

/** One value that can be chosen. */
export interface Option {
  readonly value: JsonValue;
  readonly title?: string;
  readonly description?: string;
}

/** Bounds of a number or of a length, for hints only: the validator judges. */
export interface Bounds {
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly above?: number | bigint;
  readonly below?: number | bigint;
}

/** Yes or no. */
export type BooleanField = FieldBase & { readonly kind: "boolean" };

/** One of several values. */
export type ChoiceField = FieldBase & { readonly kind: "choice"; readonly options: readonly Option[] };

/** Any number of several values, each at most once. */
export type MultiChoiceField = FieldBase & {
  readonly kind: "multi_choice";
  readonly options: readonly Option[];
  readonly minItems: number;
  readonly maxItems: number;
};

/** Text; `format` is the schema's where it has one that is not a date or time. */
export type TextField = FieldBase & {
  readonly kind: "text";
  readonly format?: string;
  readonly pattern?: string;
  readonly length: Bounds;
};

/** A number, or a whole number. */
export type NumberField = FieldBase & { readonly kind: "number" | "integer"; readonly range: Bounds };

/** A day, a time of day with its offset, or both. */
export type TimeField = FieldBase & { readonly kind: "date" | "time" | "date-time" };

/** What has no form in chat: the person writes JSON. `schema` is shown. */
export type JsonField = FieldBase & { readonly kind: "json"; readonly schema: JsonValue };

/** Members asked one after another. */
export type ObjectField = FieldBase & { readonly kind: "object"; readonly members: readonly Member[] };

/** A named field of an object. */
export interface Member {
  readonly name: string;
  readonly field: Field;
}

/** Entries of one kind: add another, or done. */
export type ListField = FieldBase & {
  readonly kind: "list";
  readonly item: Field;
  readonly minItems: number;
  readonly maxItems: number;
};

/** A field that is answered with one value. */
export type LeafField = BooleanField | ChoiceField | MultiChoiceField | TextField | NumberField | TimeField | JsonField;

/** Any field of a plan. */
export type Field = LeafField | ObjectField | ListField;

/** True for a field answered with one value, rather than through members or entries. */
export function isLeaf(field: Field): field is LeafField {
  return field.kind !== "object" && field.kind !== "list";
}

/** A leaf whose answer is written rather than picked. */
export type TypedField = TextField | NumberField | TimeField | JsonField;

/** True where a written answer is expected. */
export function isTyped(field: Field): field is TypedField {
  return isLeaf(field) && field.kind !== "boolean" && field.kind !== "choice" && field.kind !== "multi_choice";
}

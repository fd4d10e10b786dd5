import type { Comparison, JsonType } from "../../runtime/workflow/response-schema.ts";
import type { MonthNames } from "./parse/calendar.ts";
import type { Bounds, TypedField } from "./question-plan.ts";

/**
 * Everything a question says to people, and the words it understands from them. One table a language; nothing else in this
 * folder puts sentences together. Values handed in are data and are shown as they are.
 */
export interface QuestionWording {
  // Names
  /** What an answer is called that has no title of its own. */
  answer(): string;
  /** An entry of a list, counted from 1. */
  entry(about: { readonly list: string; readonly number: number }): string;
  path(about: { readonly titles: readonly string[] }): string;
  /** A title another field or option carries too, with what tells it apart. */
  withDetail(about: { readonly title: string; readonly detail: string }): string;
  emptyText(): string;
  nothing(): string;
  yes(): string;
  no(): string;

  // Heads and hints
  progress(about: { readonly position: number; readonly of: number }): string;
  optional(): string;
  /** Short notes behind a field's name. */
  notes(about: { readonly notes: readonly string[] }): string;
  current(): string;
  byDefault(): string;
  namedValue(about: { readonly name: string }): string;
  expectChoice(about: { readonly count: number }): string;
  expectChoices(about: { readonly min: number; readonly max: number; readonly marked: number }): string;
  /** How a list is used that several values are chosen from; `marked` values are handed in with Done. */
  expectSelection(about: { readonly min: number; readonly max: number; readonly marked?: number }): string;
  /** What stands in a list to choose from while nothing is chosen; at most 64 characters. */
  selectPlaceholder(about: { readonly min: number; readonly max: number }): string;
  expectNumber(about: { readonly whole: boolean; readonly range: Bounds }): string;
  expectText(about: { readonly format?: string; readonly pattern?: string; readonly length: Bounds }): string;
  expectTime(about: { readonly kind: "date" | "time" | "date-time" }): string;
  expectJson(): string;
  expectAnyJson(): string;
  expectWhole(): string;
  expectGroup(): string;
  expectEntries(about: {
    readonly count: number;
    readonly min: number;
    readonly max: number;
    readonly typed: boolean;
  }): string;
  summaryTitle(): string;
  summaryHint(): string;
  /** What stands greyed in an empty reply field; at most 64 characters. */
  placeholder(about: { readonly kind: TypedField["kind"] }): string;
  /** Which of many options are shown. */
  shownRange(about: { readonly first: number; readonly last: number; readonly of: number }): string;
  described(about: { readonly label: string; readonly description: string }): string;
  replyHere(about: { readonly name: string }): string;
  wholeInFile(about: { readonly file: string }): string;
  optionNumber(about: { readonly number: number; readonly label: string }): string;

  // Values in a summary
  left(): string;
  filledIn(): string;
  entries(about: { readonly count: number }): string;
  notAnswered(): string;
  choices(about: { readonly labels: readonly string[] }): string;
  /** Said back after an answer was understood. */
  echo(about: { readonly name: string; readonly value: string }): string;

  // Buttons
  marked(about: { readonly label: string }): string;
  done(): string;
  skip(): string;
  none(): string;
  useDefault(about: { readonly value: string }): string;
  useThisDefault(): string;
  useAllDefaults(): string;
  keep(): string;
  back(): string;
  fillIn(): string;
  add(): string;
  removeLast(): string;
  removeEntry(): string;
  asJson(): string;
  asForm(): string;
  submit(): string;
  edit(about: { readonly name: string }): string;
  previousPage(): string;
  nextPage(): string;

  // Problems
  problem(about: { readonly name: string; readonly problem: string }): string;
  staleButton(): string;
  staleReply(): string;
  staleChoice(): string;
  useButtons(): string;
  needed(): string;
  tooBig(about: { readonly maxKib: number }): string;
  formTooBig(about: { readonly maxKib: number }): string;
  tooManyFields(): string;
  tooDeep(): string;
  notJson(about: { readonly detail: string; readonly typed: string }): string;
  notBoolean(): string;
  notNumber(): string;
  notWhole(): string;
  ambiguousNumber(about: { readonly meanings: readonly [string, string] }): string;
  tooPrecise(): string;
  tooLarge(): string;
  notTime(about: { readonly kind: "date" | "time" | "date-time" }): string;
  ambiguousDate(about: { readonly meanings: readonly [string, string] }): string;
  noSuchDay(): string;
  noSuchTime(): string;
  needsOffset(about: { readonly kind: "time" | "date-time" }): string;
  notAnOption(about: { readonly typed: string; readonly near: readonly string[] }): string;
  severalOptions(about: { readonly labels: readonly string[] }): string;
  tooFewChosen(about: { readonly min: number }): string;
  tooManyChosen(about: { readonly max: number }): string;
  tooFewEntries(about: { readonly min: number }): string;
  tooManyEntries(about: { readonly max: number }): string;
  missingMember(about: { readonly name: string }): string;
  unknownMember(about: { readonly name: string }): string;
  wrongType(about: { readonly types: readonly JsonType[] }): string;
  notAllowed(): string;
  outOfBounds(about: { readonly comparison: Comparison; readonly limit: string }): string;
  notMultiple(about: { readonly of: string }): string;
  /** How many characters, entries or members there have to be. */
  wrongSize(about: {
    readonly of: "text" | "list" | "object";
    readonly comparison: "at_least" | "at_most";
    readonly limit: number;
  }): string;
  noPattern(about: { readonly pattern: string }): string;
  noFormat(about: { readonly format: string }): string;
  repeated(): string;
  tooSlow(): string;
  /** The validator trips over an answer with such member names. */
  unchecked(): string;
  cannotBeChecked(about: { readonly reason: string }): string;
  noDefault(): string;
  moreProblems(about: { readonly count: number }): string;

  // Words understood from people, lower case
  readonly yesWords: readonly string[];
  readonly noWords: readonly string[];
  readonly monthNames: MonthNames;
}

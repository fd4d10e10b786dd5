import type { Bounds } from "../../questions/question-plan.ts";
import type { QuestionWording } from "../../questions/wording.ts";
import { plural, sayNumber } from "./say.ts";

/** What the steps of a form say. */
export const form: QuestionWording = {
  answer: () => "Answer",
  entry: ({ list, number }) => (list === "" ? `Entry ${number}` : `${list} ${number}`),
  path: ({ titles }) => titles.join(" › "),
  withDetail: ({ title, detail }) => `${title} (${detail})`,
  emptyText: () => "(empty text)",
  nothing: () => "None",
  yes: () => "Yes",
  no: () => "No",

  progress: ({ position, of }) => `${position} of ${of}`,
  optional: () => "optional",
  notes: ({ notes }) => ` (${notes.join(", ")})`,
  current: () => "Now",
  byDefault: () => "Default",
  namedValue: ({ name }) => `${name}: `,
  expectChoice: ({ count }) => `Choose one of ${count}, or write it.`,
  expectChoices: ({ min, max, marked }) => `Mark ${countRange(min, max)}, then press Done. Marked so far: ${marked}.`,
  expectSelection: ({ min, max, marked }) => {
    const done =
      marked === undefined ? "" : ` Done takes ${marked === 0 ? "none of them" : "what is chosen there now"}.`;
    return `Choose ${countRange(min, max)} from the list; what you choose is taken at once.${done}`;
  },
  selectPlaceholder: ({ min, max }) => (max === 1 ? "Choose one" : `Choose ${countRange(min, max)}`),
  expectNumber: ({ whole, range }) => `Write a ${whole ? "whole number" : "number"}${rangeWords(range)}.`,
  expectText: ({ format, pattern, length }) => {
    const kind = format === undefined ? "" : ` in the form “${format}”`;
    const match = pattern === undefined ? "" : ` that matches ${pattern}`;
    return `Write text${kind}${lengthWords(length)}${match}.`;
  },
  expectTime: ({ kind }) => `Write ${TIME_NAMES[kind]}, such as ${TIME_EXAMPLES[kind]}.`,
  expectJson: () => "Reply with JSON that fits this schema, or send it as a .json file:",
  expectAnyJson: () => "Reply with any JSON, or send it as a .json file. Text needs its quotes.",
  expectWhole: () => "Reply with the whole answer as JSON that fits this schema, or send it as a .json file:",
  expectGroup: () => "Do you want to fill this in?",
  expectEntries: ({ count, min, max, typed }) => {
    const next = typed ? "Write one entry at a time" : "Add one entry at a time";
    return `${next}, then press Done. Entries so far: ${count}; allowed: ${countRange(min, max)}.`;
  },
  summaryTitle: () => "Your answer",
  summaryHint: () => "Nothing is sent before you press Submit.",
  placeholder: ({ kind }) => PLACEHOLDERS[kind],
  shownRange: ({ first, last, of }) => `${first} to ${last} of ${of}`,
  described: ({ label, description }) => `${label}: ${description}`,
  replyHere: ({ name }) => `Reply to this message: ${name}`,
  wholeInFile: ({ file }) => `This is too long for one message. All of it is in ${file}.`,
  optionNumber: ({ number, label }) => `${number}. ${label}`,

  left: () => "left out",
  filledIn: () => "filled in",
  entries: ({ count }) => `${sayNumber(count)} ${plural(count, { one: "entry", other: "entries" })}`,
  notAnswered: () => "not answered yet",
  choices: ({ labels }) => (labels.length === 0 ? "none of them" : labels.join(", ")),
  echo: ({ name, value }) => `${name}: ${value}`,

  marked: ({ label }) => `✓ ${label}`,
  done: () => "Done",
  skip: () => "Skip",
  none: () => "None",
  useDefault: ({ value }) => `Use default: ${value}`,
  useThisDefault: () => "Use default",
  useAllDefaults: () => "Use all defaults",
  keep: () => "Keep",
  back: () => "Back",
  fillIn: () => "Fill in",
  add: () => "Add another",
  removeLast: () => "Remove the last",
  removeEntry: () => "Remove this entry",
  asJson: () => "Answer with JSON",
  asForm: () => "Answer field by field",
  submit: () => "Submit",
  edit: ({ name }) => `Edit ${name}`,
  previousPage: () => "‹ Previous",
  nextPage: () => "More ›",

  problem: ({ name, problem }) => `${name}: ${problem}`,
  staleButton: () => "That button belongs to an earlier step of this question; please use the latest message.",
  staleReply: () => "That reply belongs to an earlier step of this question; please answer the latest message.",
  staleChoice: () => "That choice belongs to an earlier step of this question; please use the latest message.",
  useButtons: () => "please use the buttons of this step.",
  needed: () => "an answer is needed here.",
  tooBig: ({ maxKib }) => `the answer is too long; the limit is ${maxKib} KiB.`,
  formTooBig: ({ maxKib }) => `all answers together are too long; the limit is ${maxKib} KiB.`,
  tooManyFields: () => "there are too many entries to go on one by one; please send the whole answer as JSON.",
  tooDeep: () => "this JSON is nested too deeply.",
  notJson: ({ detail, typed }) =>
    `this is not JSON (${detail}).${typed === "" ? "" : ` To answer with that text itself, write ${typed}`}`,
  notBoolean: () => "please answer yes or no.",
  notNumber: () => "this is not a number. Write it like 1500, -3 or 1.5.",
  notWhole: () => "this has to be a whole number.",
  ambiguousNumber: ({ meanings: [whole, decimal] }) =>
    `this can be a thousand or a decimal. Write ${whole} or ${decimal}, whichever you mean.`,
  tooPrecise: () => "this number has more digits than can be kept exactly. Write it out, or with fewer digits.",
  tooLarge: () => "this number is too large.",
  notTime: ({ kind }) => `this is not ${TIME_NAMES[kind]}. Write it like ${TIME_EXAMPLES[kind]}.`,
  ambiguousDate: ({ meanings: [monthFirst, dayFirst] }) =>
    `day and month can be mixed up here. Write ${monthFirst} or ${dayFirst}, whichever you mean.`,
  noSuchDay: () => "there is no such day.",
  noSuchTime: () => "there is no such time.",
  needsOffset: ({ kind }) => `the time zone is missing. Add Z for UTC or an offset, like ${TIME_EXAMPLES[kind]}.`,
  notAnOption: ({ typed, near }) =>
    `${typed === "" ? "this" : `“${typed}”`} is none of the choices.${near.length === 0 ? "" : ` Near it: ${near.join("; ")}.`}`,
  severalOptions: ({ labels }) => `this can be several choices: ${labels.join("; ")}. Please press the one you mean.`,
  tooFewChosen: ({ min }) => `choose at least ${min}.`,
  tooManyChosen: ({ max }) => `choose at most ${max}.`,
  tooFewEntries: ({ min }) => `at least ${min} ${plural(min, { one: "entry is", other: "entries are" })} needed.`,
  tooManyEntries: ({ max }) => `at most ${max} ${plural(max, { one: "entry is", other: "entries are" })} allowed.`,
  missingMember: ({ name }) => `${name} is missing.`,
  unknownMember: ({ name }) => `${name} is not known here; leave it out.`,
  wrongType: ({ types }) => `this has to be ${types.map((type) => TYPES[type]).join(" or ")}.`,
  notAllowed: () => "this is none of the values that are allowed.",
  outOfBounds: ({ comparison, limit }) => `this has to be ${COMPARISONS[comparison]} ${limit}.`,
  notMultiple: ({ of }) => `this has to be a multiple of ${of}.`,
  wrongSize: ({ of, comparison, limit }) =>
    `this has to have ${COMPARISONS[comparison]} ${sayNumber(limit)} ${plural(limit, SIZES[of])}.`,
  noPattern: ({ pattern }) => `this has to match ${pattern}.`,
  noFormat: ({ format }) => `this has to have the form “${format}”.`,
  repeated: () => "no entry may stand there twice.",
  tooSlow: () => "this takes too long to check; please shorten it.",
  unchecked: () => "this cannot be checked; please leave out members named toString or valueOf.",
  cannotBeChecked: ({ reason }) => `this answer cannot be checked against the schema (${reason}).`,
  noDefault: () => "there is no default that fits here.",
  moreProblems: ({ count }) => `And ${sayNumber(count)} more ${plural(count, { one: "problem", other: "problems" })}.`,

  yesWords: ["yes", "y", "true", "on"],
  noWords: ["no", "n", "false", "off"],
  monthNames: [
    ["january", "jan"],
    ["february", "feb"],
    ["march", "mar"],
    ["april", "apr"],
    ["may"],
    ["june", "jun"],
    ["july", "jul"],
    ["august", "aug"],
    ["september", "sep", "sept"],
    ["october", "oct"],
    ["november", "nov"],
    ["december", "dec"],
  ],
};

const TYPES = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
} as const;
const COMPARISONS = {
  at_least: "at least",
  at_most: "at most",
  more_than: "more than",
  less_than: "less than",
} as const;
const SIZES = {
  text: { one: "character", other: "characters" },
  list: { one: "entry", other: "entries" },
  object: { one: "member", other: "members" },
} as const;
const PLACEHOLDERS = {
  text: "Text",
  number: "A number",
  integer: "A whole number",
  date: "2026-12-01",
  time: "14:30+02:00",
  "date-time": "2026-12-01 14:30+02:00",
  json: "JSON",
} as const;
const TIME_NAMES = { date: "a date", time: "a time of day", "date-time": "a date with a time" } as const;
const TIME_EXAMPLES = { date: "2026-12-01", time: "14:30+02:00", "date-time": "2026-12-01 14:30+02:00" } as const;

function countRange(min: number, max: number): string {
  if (min === max) return `exactly ${min}`;
  return min === 0 ? `up to ${max}` : `${min} to ${max}`;
}

function rangeWords({ min, max, above, below }: Bounds): string {
  const words = [
    min === undefined ? "" : `at least ${min}`,
    above === undefined ? "" : `more than ${above}`,
    max === undefined ? "" : `at most ${max}`,
    below === undefined ? "" : `less than ${below}`,
  ].filter((word) => word !== "");
  return words.length === 0 ? "" : `, ${words.join(" and ")}`;
}

function lengthWords({ min, max }: Bounds): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return ` of at least ${min} characters`;
  return min === undefined ? ` of at most ${max} characters` : ` of ${min} to ${max} characters`;
}

import { isSafeNumber } from "lossless-json";

/** What typed text is as a number. `ambiguous` lists unmistakable ways to write what may have been meant. */
export type NumberReading =
  | { readonly kind: "value"; readonly value: number | bigint }
  | { readonly kind: "ambiguous"; readonly meanings: readonly [string, string] }
  | { readonly kind: "too_precise" }
  | { readonly kind: "too_large" }
  | { readonly kind: "unreadable" };

const PLAIN = /^(?<sign>-?)(?<whole>\d*)(?:(?<mark>[.,])(?<part>\d+))?(?<power>e[+-]?\d{1,4})?$/iu;
/** Groups of three, told apart by one kind of space or apostrophe; then either mark is a decimal one. */
const SPACED = /^-?\d{1,3}(?<space>[ \u00a0\u2009\u202f'’])\d{3}(?:\k<space>\d{3})*(?:[.,]\d+)?$/u;
const GROUPED = /^-?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?)$/u;
const MAX_CHARS = 400;

/**
 * Reads a number in the obvious forms: `1500`, `1 500`, `1,5`, `1.5`, `1,500.25`, `1.500,25`, `2e3`. One mark before exactly
 * three digits (`1,500`, `1.500`) can be a thousand or a decimal and is not guessed. Integers beyond 2^53 are
 * `bigint`; decimals with more digits than a number keeps are refused, not rounded.
 */
export function parseNumber(text: string): NumberReading {
  const typed = text
    .trim()
    .replace(/^[−–]/u, "-")
    .replace(/^\+(?=[\d.,])/u, "");
  if (typed.length > MAX_CHARS) return { kind: "unreadable" };
  if (SPACED.test(typed)) return readGrouped(typed, /[ \u00a0\u2009\u202f'’]/gu, /[.,]/u);
  const match = PLAIN.exec(typed);
  if (match === null) return readMarked(typed);
  const { sign = "", whole = "", mark, part, power = "" } = match.groups ?? {};
  if (whole === "" && part === undefined) return { kind: "unreadable" };
  if (mark !== undefined && part?.length === 3 && power === "" && /^[1-9]\d{0,2}$/u.test(whole)) {
    return { kind: "ambiguous", meanings: [`${sign}${whole}${part}`, `${sign}${whole}.${part}0`] };
  }
  return readDigits(`${sign}${whole === "" ? "0" : whole}`, part, power);
}

/** Several marks: the one that repeats, or comes first, groups thousands. */
function readMarked(text: string): NumberReading {
  if (!GROUPED.test(text)) return { kind: "unreadable" };
  return /^-?\d+,/u.test(text) ? readGrouped(text, /,/gu, /\./u) : readGrouped(text, /\./gu, /,/u);
}

function readGrouped(text: string, group: RegExp, decimal: RegExp): NumberReading {
  const [whole = "", part] = text.split(decimal);
  return readDigits(whole.replaceAll(group, ""), part, "");
}

function readDigits(whole: string, part: string | undefined, power: string): NumberReading {
  const digits = whole.replace(/^(-?)0+(?=\d)/u, "$1");
  if (part === undefined && power === "") {
    const value = Number(digits);
    return { kind: "value", value: Number.isSafeInteger(value) ? value + 0 : BigInt(digits) };
  }
  const text = `${digits}${part === undefined ? "" : `.${part}`}${power}`;
  const value = Number(text);
  if (!Number.isFinite(value)) return { kind: "too_large" };
  const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : isSafeNumber(text);
  return exact && !(value === 0 && /[1-9]/u.test(`${digits}${part ?? ""}`))
    ? { kind: "value", value: value + 0 }
    : { kind: "too_precise" };
}

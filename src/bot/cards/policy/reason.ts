import type { Vote } from "../../../runtime/run/documents.ts";
import type { RichText } from "../../text/rich-text.ts";
import type { Voice } from "../run-view.ts";

/** Characters of a reason that a card shows. */
export const REASON_CHARS = 300;

/** Reasons in one list, and how many characters they have together, in the room of so many single ones. */
const MAX_REASONS = 20;
const ROOM = 3;
const FEWEST_CHARS = 20;

/**
 * A reason in one line, in so many characters at most; what is left out is counted. Secrets go first: the
 * beginning of one that was cut would not be known for one. What somebody wrote must never keep a
 * card from being shown, or push what is being approved off it.
 */
export function clipReason(
  reason: string,
  { words, redact }: Pick<Voice, "words" | "redact">,
  chars: number = REASON_CHARS,
): string {
  const text = Array.from(redact(reason).replace(/\s+/g, " ").trim());
  if (text.length <= chars) return text.join("");
  return `${text.slice(0, chars).join("")}${words.gates.reasonGoesOn(text.length - chars)}`;
}

/** What each of several people said when they approved, and who did so from a command line; nothing where nobody did. */
export function showReasons(
  votes: readonly Pick<Vote, "by" | "reason" | "asOperator">[],
  voice: Pick<Voice, "words" | "nameOf" | "redact">,
  chars: number = REASON_CHARS,
): RichText {
  const { words, nameOf } = voice;
  const told = votes.filter(({ reason, asOperator }) => reason !== undefined || asOperator === true);
  const shown = told.slice(0, MAX_REASONS);
  const room = Math.max(FEWEST_CHARS, Math.min(chars, Math.floor((ROOM * chars) / Math.max(1, shown.length))));
  const items = shown.map(({ by, reason, asOperator }) => {
    const operator = asOperator === true ? words.cards.asOperator() : "";
    const why = reason === undefined ? [] : words.cards.reason(clipReason(reason, voice, room));
    return [words.gates.by(`${words.gates.person(nameOf(by))}${operator}`), ...why];
  });
  const more = told.length > MAX_REASONS ? [[words.gates.moreNames(told.length - MAX_REASONS)]] : [];
  return items.length === 0 ? [] : [{ kind: "list", items: [...items, ...more] }];
}

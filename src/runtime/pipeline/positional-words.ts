import { usageError } from "./stage-error.ts";

/** Which positional words a stage takes. */
export interface WordsRule {
  readonly description: string;
  readonly min?: number;
  /** Absent: any number. */
  readonly max?: number;
  /** The whole message for too few words, where a known wording is kept. */
  readonly missing?: string;
}

/** The positional words of a stage, counted. Throws a usage error naming the first word too many. */
export function decodeWords(command: string, rule: WordsRule | undefined, words: readonly string[]): readonly string[] {
  const max = rule === undefined ? 0 : (rule.max ?? Infinity);
  const extra = words[max === Infinity ? words.length : max];
  if (extra !== undefined) {
    const taken = max === 0 ? "no positional words" : `at most ${max} positional word${max === 1 ? "" : "s"}`;
    throw usageError(`${command} takes ${taken} (got '${extra.slice(0, 60)}'); quote text that has spaces`);
  }
  if (words.length < (rule?.min ?? 0)) {
    throw usageError(rule?.missing ?? `${command} needs ${rule?.description ?? "a word"}`);
  }
  return words;
}

import type { JsonObject } from "../../json.ts";

/**
 * One declared option of a stage. `decode` turns the text of the pipeline into a typed value or throws a usage error;
 * `label` (such as `head --n`) starts its messages. A switch is the only option that may stand without a value.
 */
export interface Flag<T> {
  readonly description: string;
  /** JSON Schema of the option, for `commands.list`. */
  readonly schema: JsonObject;
  readonly isSwitch: boolean;
  /** Further spellings without dashes, besides the table's name in kebab-case and camelCase. */
  readonly aliases: readonly string[];
  decode(text: string, label: string): T;
}

/** The options of a stage, by their name in camelCase. `sessionKey` is written `--session-key` or `--sessionKey`. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

/** What a stage gets for its table: one typed value an option, undefined for those that were not given. */
export type FlagValues<F extends FlagTable> = {
  readonly [K in keyof F]: (F[K] extends Flag<infer T> ? T : never) | undefined;
};

/** How an option is written by default: `argsJson` is `args-json`. */
export function spellFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Every accepted spelling of an option, the default one first. */
export function spellingsOf(name: string, flag: Flag<unknown>): readonly string[] {
  return [...new Set([spellFlag(name), name, ...flag.aliases])];
}

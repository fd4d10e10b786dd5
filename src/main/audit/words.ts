import { parseArgs } from "node:util";

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Options of a command: `--name value`, or `--name` alone. */
export type OptionKinds = Readonly<Record<string, "text" | "flag">>;

/** What a command was given. */
export interface Words {
  readonly texts: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  readonly rest: readonly string[];
}

/** Takes words apart; unknown options, repeated ones, missing values and too many words throw {@link UsageError}. */
export function readWords(words: readonly string[], kinds: OptionKinds, maxRest: number): Words {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === "text" ? "string" : "boolean", multiple: true },
    ]),
  ) as Record<string, { type: "string" | "boolean"; multiple: true }>;
  const { values, positionals } = parse(words, options);
  const texts = new Map<string, string>();
  const flags = new Set<string>();
  for (const [name, given = []] of Object.entries(values)) {
    const [value] = given;
    if (given.length > 1) throw new UsageError(`--${name} is given twice`);
    if (typeof value === "string") texts.set(name, value);
    else if (value === true) flags.add(name);
  }
  const surplus = positionals[maxRest];
  if (surplus !== undefined) throw new UsageError(`'${surplus}' is one word too many`);
  return { texts, flags, rest: positionals };
}

function parse(words: readonly string[], options: Record<string, { type: "string" | "boolean"; multiple: true }>) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : String(thrown));
  }
}

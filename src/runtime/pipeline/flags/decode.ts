import type { StageArguments } from "../grammar.ts";
import { nearestName } from "../nearest-name.ts";
import { usageError } from "../stage-error.ts";
import { spellFlag, spellingsOf, type Flag, type FlagTable, type FlagValues } from "./flag.ts";

/**
 * Types the options of a stage by its table. Throws a usage error for an option the stage does not have (naming the
 * nearest), for a missing value, and for a value that does not fit.
 */
export function decodeFlags<F extends FlagTable>(command: string, table: F, args: StageArguments): FlagValues<F> {
  assertKnown(command, table, args);
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(table)) {
    const spelling = spellingsOf(name, flag).find((candidate) => Object.hasOwn(args, candidate));
    if (spelling !== undefined) values[name] = decodeFlag(`${command} --${spelling}`, flag, args[spelling]);
  }
  // Each member was decoded by the flag of the same name in `table`.
  return values as FlagValues<F>;
}

function decodeFlag(label: string, flag: Flag<unknown>, given: StageArguments[string] | undefined): unknown {
  if (typeof given === "string") return flag.decode(given, label);
  if (flag.isSwitch) return true;
  throw usageError(`${label} needs a value; write ${label.slice(label.lastIndexOf("--"))}=VALUE`);
}

function assertKnown(command: string, table: FlagTable, args: StageArguments): void {
  const known = new Set(Object.entries(table).flatMap(([name, flag]) => spellingsOf(name, flag)));
  const unknown = Object.keys(args).find((option) => option !== "_" && !known.has(option));
  if (unknown === undefined) return;
  const names = Object.keys(table).map(spellFlag);
  const nearest = nearestName(unknown, names);
  const hint =
    nearest === undefined
      ? ` (it has ${names.length === 0 ? "no options" : names.map((name) => `--${name}`).join(", ")})`
      : `; did you mean --${nearest}?`;
  throw usageError(`${command} has no option --${unknown}${hint}`);
}

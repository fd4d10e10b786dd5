import { LobsterError } from "../errors.ts";
import { argumentVariable } from "./references/variables.ts";
import { findPlaces } from "./shell/find-places.ts";
import { fitValue, type Place } from "./shell/place.ts";
import {
  placeholdersIn,
  splitCommand,
  type FoundPlaceholder,
  type Lookup,
  type Placeholder,
} from "./shell/placeholder.ts";
import { isOrdinaryWord } from "./shell/quoting.ts";
import type { Scope } from "./step-result.ts";
import { argumentText, renderFound } from "./template.ts";

export { explainCommandVariables, type CommandVariable } from "./shell/command-variables.ts";

/** How {@link renderShellText} puts values into a command. */
export interface ShellTextOptions {
  /** The step that messages name. */
  readonly stepId: string;
  /** False for a shell whose quotes do not follow POSIX: there, only plain words go into the text. */
  readonly posixShell: boolean;
  /** Arguments declared `raw: true`: their text is part of the command. */
  readonly rawArgs: ReadonlySet<string>;
}

/**
 * A command with its `${name}` and `$step.path` filled, each as one piece of data: quoted as the quoting around it asks
 * (workflows-and-checkpoints §21, "Text is data"). Arguments and references are filled in one pass, and what was filled in
 * is never looked at again. Unknown ones are the shell's own and stay as written.
 *
 * Throws `unsafe_substitution`, without the value, where the value would take part in the command, or could.
 */
export function renderShellText(text: string, scope: Scope, options: ShellTextOptions): string {
  const units = splitCommand(text, createLookup(scope, options));
  const places = options.posixShell && placeholdersIn(units).length > 0 ? findPlaces(units) : undefined;
  return units
    .map((unit) => (typeof unit === "string" ? unit : fill(unit, places?.get(unit), options.stepId)))
    .join("");
}

function createLookup(scope: Scope, { rawArgs, stepId }: ShellTextOptions): Lookup {
  return (found) => {
    const { written } = found;
    const value = findText(found, scope);
    if (value === undefined) return undefined;
    if (value.includes("\0")) throw uncarriable(written, stepId);
    if (found.kind === "reference") return { written, value };
    return rawArgs.has(found.name) ? { raw: value } : { written, value, argument: found.name };
  };
}

function findText(found: FoundPlaceholder, scope: Scope): string | undefined {
  if (found.kind === "reference") return renderFound(found.reference, scope);
  const value = scope.args.get(found.name);
  return value === undefined ? undefined : argumentText(value);
}

function fill(placeholder: Placeholder, place: Place | undefined, stepId: string): string {
  const { value } = placeholder;
  const filled = place === undefined ? fitForeignShell(value) : fitValue(value, place);
  if (filled === undefined) throw unsafe(placeholder, stepId);
  return filled;
}

/** Characters that are plain to a POSIX shell are not to others: `%`, `@`, `,` and `=` have a meaning in some. */
function fitForeignShell(value: string): string | undefined {
  return isOrdinaryWord(value) && !/[%@,]/.test(value) ? value : undefined;
}

function unsafe({ written, argument }: Placeholder, stepId: string): LobsterError {
  const what = argument === undefined ? `the value of '${written}'` : `argument '${argument}'`;
  const variable = argument === undefined ? undefined : argumentVariable(argument);
  const advice = variable === undefined ? "pass it through stdin or env" : `use "$${variable}"`;
  return new LobsterError(
    "unsafe_substitution",
    `Workflow step ${stepId}: ${what} would change the command here; ${advice}`,
    { facts: { stepId, placeholder: written } },
  );
}

/** Neither the text of a command nor an environment variable can hold a NUL. */
function uncarriable(written: string, stepId: string): LobsterError {
  return new LobsterError(
    "unsafe_substitution",
    `Workflow step ${stepId}: the value of '${written}' holds a NUL character, which no command can take; remove it`,
    { facts: { stepId, placeholder: written } },
  );
}

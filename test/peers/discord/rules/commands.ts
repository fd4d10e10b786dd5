import type { Path, Problem } from "../errors/problem.ts";
import { missing } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { memberOf, numberOf, objectOf, objectsOf, textOf, wordOf } from "../../shared/wire.ts";
import { lengthOf } from "./length.ts";

/** Names of slash commands and their options (Discord's documentation, "Application Command Naming"). */
const NAME = /^[-_'\p{L}\p{N}\p{Script=Devanagari}\p{Script=Thai}]{1,32}$/u;

/** Names, descriptions and values of a command together, characters. */
const MAX_SIZE = 8000;

/** Commands of one kind in one scope. */
const MAX_COMMANDS: Readonly<Record<number, number>> = { 1: 100, 2: 15, 3: 15 };

/** Options that contain options: a subcommand, a group of subcommands. */
const SUBCOMMAND = 1;
const GROUP = 2;
/** Options that may offer choices or complete what is typed: text and the two kinds of numbers. */
const COMPLETING: ReadonlySet<number> = new Set([3, 4, 10]);

/** The rules of a list of commands that the official description does not state. */
export function checkCommands(commands: readonly Wire[]): readonly Problem[] {
  return [
    ...commands.flatMap((command, index) => checkCommand(command, [index])),
    ...findRepeats(
      commands.map((command) => `${kindOf(command)} ${textOf(command, "name") ?? ""}`),
      "APPLICATION_COMMANDS_DUPLICATE_NAME",
      "Application command names must be unique",
    ),
    ...Object.entries(MAX_COMMANDS).flatMap(([kind, max]) =>
      commands.filter((command) => kindOf(command) === Number(kind)).length > max
        ? [
            {
              path: [],
              code: "MAX_APPLICATION_COMMANDS",
              message: `Maximum number of application commands reached (${max})`,
            },
          ]
        : [],
    ),
  ];
}

function checkCommand(command: Wire, path: Path): readonly Problem[] {
  if (kindOf(command) !== 1) return [];
  const size = sizeOf(command);
  return [
    ...checkName(command, path),
    ...((textOf(command, "description") ?? "").trim() === "" ? [missing([...path, "description"])] : []),
    ...checkOptions(objectsOf(command, "options"), [...path, "options"], 0),
    ...(size > MAX_SIZE
      ? [{ path, code: "APPLICATION_COMMAND_TOO_LARGE", message: `Command exceeds maximum size (${MAX_SIZE})` }]
      : []),
  ];
}

function checkName(named: Wire, path: Path): readonly Problem[] {
  const given = [
    { name: textOf(named, "name") ?? "", at: [...path, "name"] },
    ...Object.entries(objectOf(named, "name_localizations")).map(([locale, name]) => ({
      name: typeof name === "string" ? name : "",
      at: [...path, "name_localizations", locale],
    })),
  ];
  return given.flatMap(({ name, at }) =>
    NAME.test(name) && name.toLowerCase() === name
      ? []
      : [{ path: at, code: "APPLICATION_COMMAND_INVALID_NAME", message: "Command name is invalid" }],
  );
}

function checkOptions(options: readonly Wire[], path: Path, depth: number): readonly Problem[] {
  const nesting = options.map((option) => isNesting(option));
  const isMixed = nesting.includes(true) && nesting.includes(false);
  const firstOptional = options.findIndex((option) => memberOf(option, "required") !== true);
  return [
    ...(isMixed
      ? [
          bad(
            path,
            "OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
          ),
        ]
      : []),
    ...options.flatMap((option, index) => [
      ...checkName(option, [...path, index]),
      ...checkChoices(option, [...path, index]),
      ...(!nesting[index] && firstOptional >= 0 && firstOptional < index && memberOf(option, "required") === true
        ? [
            bad(
              [...path, index],
              "OPTIONS_REQUIRED_INVALID",
              "Required options must be placed before non-required options",
            ),
          ]
        : []),
      ...checkNested(option, [...path, index], depth),
    ]),
    ...findRepeats(
      options.map((option) => textOf(option, "name") ?? ""),
      "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
      "Option name already exists",
    ).map((problem) => ({ ...problem, path: [...path, ...problem.path] })),
  ];
}

function checkNested(option: Wire, path: Path, depth: number): readonly Problem[] {
  if (!isNesting(option)) return [];
  const type = numberOf(option, "type");
  const isTooDeep = type === GROUP ? depth > 0 : depth > 1;
  const nested = objectsOf(option, "options");
  const hasWrongKind = nested.some((one) => isNesting(one) !== (type === GROUP));
  return [
    ...(isTooDeep || hasWrongKind ? [bad(path, "OPTIONS_TYPE_INVALID", "This option cannot be nested here")] : []),
    ...checkOptions(nested, [...path, "options"], depth + 1),
  ];
}

function checkChoices(option: Wire, path: Path): readonly Problem[] {
  const choices = objectsOf(option, "choices");
  const completes = memberOf(option, "autocomplete") === true;
  const isAble = COMPLETING.has(numberOf(option, "type") ?? 0);
  return [
    ...(completes && (choices.length > 0 || !isAble)
      ? [bad([...path, "autocomplete"], "AUTOCOMPLETE_INVALID", "This option cannot have autocomplete")]
      : []),
    ...findRepeats(
      choices.map((choice) => textOf(choice, "name") ?? ""),
      "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
      "Option choice name already exists",
    ).map((problem) => ({ ...problem, path: [...path, "choices", ...problem.path] })),
  ];
}

function bad(path: Path, code: string, message: string): Problem {
  return { path, code: `APPLICATION_COMMAND_${code}`, message };
}

function findRepeats(keys: readonly string[], code: string, message: string): readonly Problem[] {
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [{ path: [index, "name"], code, message }] : []));
}

function kindOf(command: Wire): number {
  return numberOf(command, "type") ?? 1;
}

function isNesting(option: Wire): boolean {
  const type = numberOf(option, "type");
  return type === SUBCOMMAND || type === GROUP;
}

/** Names, descriptions and choice values, as Discord adds them up; of translations the longest counts. */
function sizeOf(object: Wire): number {
  const own = ["name", "description"].reduce((sum, name) => {
    const texts = [textOf(object, name), ...Object.values(objectOf(object, `${name}_localizations`))];
    return sum + Math.max(...texts.map((text) => (typeof text === "string" ? lengthOf(text) : 0)));
  }, 0);
  const inner = [...objectsOf(object, "options"), ...objectsOf(object, "choices")];
  const nested = inner.reduce((sum, one) => sum + sizeOf(one), 0);
  return own + nested + lengthOf(wordOf(object, "value"));
}

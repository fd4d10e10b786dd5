import type { Path, Problem } from "../errors/problem.ts";
import { missing, wrongLength, wrongUnionType } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, memberOf, numberOf, objectOf, objectsOf, textOf } from "../../shared/wire.ts";
import { COMPONENT, isSelect, placeAll, typeOf } from "./component-types.ts";
import type { Placed } from "./component-types.ts";
import { lengthOf } from "./length.ts";

/** Rows of a message without components v2. */
const MAX_ROWS = 5;
/** How many buttons a row has room for; a select fills it. */
const ROW_WIDTH = 5;
/** Components v2 of a message, those inside others included, and the characters of all their texts. */
const MAX_V2_COMPONENTS = 40;
const MAX_V2_TEXT = 4000;

/** The rules of a message's components that the official description does not state. */
export function checkComponents(
  components: readonly Wire[],
  options: { readonly isV2: boolean; readonly fileNames: readonly string[] },
): readonly Problem[] {
  const all = placeAll(components, ["components"]);
  return [
    ...(options.isV2 ? checkV2(all) : checkRows(components)),
    ...all.flatMap((placed) => checkOne(placed, options.fileNames)),
    ...checkUnique(all),
  ];
}

/** `custom_id` and `id` stand once in a message or modal. */
export function checkUnique(all: readonly Placed[]): readonly Problem[] {
  return [
    ...findRepeats(all, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
    ...findRepeats(all, "id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"),
  ];
}

/** A select takes no more values than it has, and each once. */
export function checkSelect({ component, path }: Placed): readonly Problem[] {
  const options = objectsOf(component, "options");
  const min = numberOf(component, "min_values") ?? 1;
  const max = numberOf(component, "max_values") ?? 1;
  const isString = typeOf(component) === COMPONENT.stringSelect;
  const chosen = options.filter((option) => memberOf(option, "default") === true).length;
  const values = options.map((option) => textOf(option, "value"));
  return [
    ...(min > max ? [select([...path, "min_values"], "min_values must not be greater than max_values")] : []),
    ...(isString && max > options.length
      ? [select([...path, "max_values"], "max_values must not be greater than the number of options")]
      : []),
    ...(chosen > max ? [select([...path, "options"], "There are more default options than max_values")] : []),
    ...values.flatMap((value, index) =>
      values.indexOf(value) < index ? [repeatedOption([...path, "options", index, "value"])] : [],
    ),
  ];
}

function checkRows(components: readonly Wire[]): readonly Problem[] {
  const rows = components.length > MAX_ROWS ? [wrongLength(["components"], 1, MAX_ROWS)] : [];
  return [
    ...rows,
    ...components.flatMap((component, index) =>
      typeOf(component) === COMPONENT.row
        ? checkWidth(component, ["components", index])
        : [wrongUnionType(["components", index], [COMPONENT.row])],
    ),
  ];
}

function checkV2(all: readonly Placed[]): readonly Problem[] {
  const rows = all.filter(({ component }) => typeOf(component) === COMPONENT.row);
  const texts = all.map(({ component }) =>
    typeOf(component) === COMPONENT.textDisplay ? (textOf(component, "content") ?? "") : "",
  );
  const total = texts.reduce((sum, text) => sum + lengthOf(text), 0);
  const code = "COMPONENTS_TEXT_TOO_LONG";
  return [
    ...rows.flatMap(({ component, path }) => checkWidth(component, path)),
    ...(all.length > MAX_V2_COMPONENTS ? [wrongLength(["components"], 1, MAX_V2_COMPONENTS)] : []),
    ...(total > MAX_V2_TEXT
      ? [{ path: ["components"], code, message: `The total text of all components exceeds ${MAX_V2_TEXT} characters` }]
      : []),
  ];
}

function checkWidth(row: Wire, path: Path): readonly Problem[] {
  let width = 0;
  return objectsOf(row, "components").flatMap((component, index) => {
    width += isSelect(component) ? ROW_WIDTH : 1;
    const code = "COMPONENT_LAYOUT_WIDTH_EXCEEDED";
    const message = "The specified component exceeds the maximum width";
    return width > ROW_WIDTH ? [{ path: [...path, "components", index], code, message }] : [];
  });
}

function checkOne(placed: Placed, fileNames: readonly string[]): readonly Problem[] {
  const { component, path } = placed;
  if (typeOf(component) === COMPONENT.button) return checkButton(component, path);
  if (isSelect(component)) return checkSelect(placed);
  if (typeOf(component) === COMPONENT.file) return checkFile(component, path, fileNames);
  const isBlank = typeOf(component) === COMPONENT.textDisplay && (textOf(component, "content") ?? "").trim() === "";
  return isBlank ? [missing([...path, "content"])] : [];
}

/** Styles 1-4 ask the bot, 5 opens an address, 6 sells something. */
function checkButton(button: Wire, path: Path): readonly Problem[] {
  const style = numberOf(button, "style") ?? 0;
  const needed = { 5: "url", 6: "sku_id" }[style] ?? "custom_id";
  const foreign = ["custom_id", "url", "sku_id"].filter((name) => name !== needed && isGiven(button, name));
  const isBlank = (textOf(button, "label") ?? "").trim() === "" && !isGiven(button, "emoji");
  return [
    ...(isGiven(button, needed) ? [] : [missing([...path, needed])]),
    ...foreign.map((name) => ({
      path: [...path, name],
      code: "BUTTON_COMPONENT_FIELD_NOT_ALLOWED",
      message: `A button of style ${style} cannot have a ${name}`,
    })),
    ...(isBlank && style !== 6 ? [missing([...path, "label"])] : []),
  ];
}

function checkFile(component: Wire, path: Path, fileNames: readonly string[]): readonly Problem[] {
  const name = (textOf(objectOf(component, "file"), "url") ?? "").replace(/^attachment:\/\//, "");
  const message = `There is no attachment ${name} in this message`;
  return fileNames.includes(name)
    ? []
    : [{ path: [...path, "file", "url"], code: "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message }];
}

function findRepeats(all: readonly Placed[], name: string, code: string, message: string): readonly Problem[] {
  const seen = new Set<unknown>();
  return all.flatMap(({ component, path }) => {
    const value = memberOf(component, name);
    if (value === undefined || value === null || value === 0) return [];
    const isRepeat = seen.has(value);
    seen.add(value);
    return isRepeat ? [{ path: [...path, name], code, message }] : [];
  });
}

function select(path: Path, message: string): Problem {
  return { path, code: "SELECT_COMPONENT_INVALID_VALUES", message };
}

function repeatedOption(path: Path): Problem {
  return {
    path,
    code: "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    message: "The specified option value is already used",
  };
}

import type { Path, Problem } from "../errors/problem.ts";
import { missing, wrongLength } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, numberOf, objectsOf, textOf } from "../../shared/wire.ts";
import { COMPONENT, isSelect, placeAll, typeOf } from "./component-types.ts";
import { checkSelect, checkUnique } from "./components.ts";
import { lengthOf } from "./length.ts";

/** Inputs, labels and texts of a modal. */
const MAX_PARTS = 5;

/** The rules of a modal that the official description does not state. */
export function checkModal(modal: Wire): readonly Problem[] {
  const path = ["data", "components"];
  const parts = objectsOf(modal, "components");
  const all = placeAll(parts, path);
  return [
    ...(parts.length > MAX_PARTS ? [wrongLength(path, 1, MAX_PARTS)] : []),
    ...parts.flatMap((part, index) => (typeOf(part) === COMPONENT.row ? checkRow(part, [...path, index]) : [])),
    ...all.flatMap(({ component, path: place }) =>
      typeOf(component) === COMPONENT.textInput ? checkInput(component, place) : [],
    ),
    ...all.flatMap((placed) => (isSelect(placed.component) ? checkSelect(placed) : [])),
    ...checkUnique(all),
  ];
}

/** A row of a modal holds one input, which then needs a label of its own. */
function checkRow(row: Wire, path: Path): readonly Problem[] {
  const inputs = objectsOf(row, "components");
  return [
    ...(inputs.length > 1 ? [wrongLength([...path, "components"], 1, 1)] : []),
    ...inputs.flatMap((input, index) =>
      isGiven(input, "label") ? [] : [missing([...path, "components", index, "label"])],
    ),
  ];
}

/** A value that is filled in beforehand has to be one the person could send. */
function checkInput(input: Wire, path: Path): readonly Problem[] {
  const min = numberOf(input, "min_length");
  const max = numberOf(input, "max_length");
  const value = textOf(input, "value");
  const isWrongOrder = min !== undefined && max !== undefined && min > max;
  const length = value === undefined ? undefined : lengthOf(value);
  const isUnfit = length !== undefined && length > 0 && (length > (max ?? 4000) || length < (min ?? 0));
  return [
    ...(isWrongOrder
      ? [
          {
            path: [...path, "min_length"],
            code: "TEXT_INPUT_INVALID_LENGTHS",
            message: "min_length must not be greater than max_length",
          },
        ]
      : []),
    ...(isUnfit ? [wrongLength([...path, "value"], min, max ?? 4000)] : []),
  ];
}

import type { Problem } from "../errors/problem.ts";
import type { Wire } from "../../shared/wire.ts";
import { memberOf, objectsOf } from "../../shared/wire.ts";
import { lengthOf } from "./length.ts";

/** Discord's number of options that take text. */
const TEXT_OPTION = 3;

/** Choices are values of the option that is being typed: text of at most 100 characters for text, numbers for numbers. */
export function checkChoices(data: Wire, command: Wire): readonly Problem[] {
  const focused = findFocused(objectsOf(command, "options"));
  const isText = focused === undefined || memberOf(focused, "type") === TEXT_OPTION;
  return objectsOf(data, "choices").flatMap((choice, index) => {
    const value = memberOf(choice, "value");
    const fits = isText ? typeof value === "string" && lengthOf(value) <= 100 : typeof value === "number";
    const message = isText ? "Must be text of 100 or fewer in length." : "Must be a number.";
    return fits ? [] : [{ path: ["data", "choices", index, "value"], code: "BASE_TYPE_CHOICE_VALUE", message }];
  });
}

/** The option of a command that is being typed, subcommands included. */
export function findFocused(options: readonly Wire[]): Wire | undefined {
  for (const option of options) {
    if (memberOf(option, "focused") === true) return option;
    const inner = findFocused(objectsOf(option, "options"));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

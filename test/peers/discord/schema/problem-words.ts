import type { Path, Problem } from "../errors/problem.ts";
import { typesOf } from "./read-schema.ts";
import type { SchemaNode, SchemaType } from "./read-schema.ts";

/** A member that has to be there is not, or is null. */
export function missing(path: Path): Problem {
  return { path, code: "BASE_TYPE_REQUIRED", message: "This field is required" };
}

/** A value of another type than the first one that is not null. */
export function wrongType(path: Path, node: SchemaNode, value: unknown): Problem {
  if (value === null) return missing(path);
  const shown = JSON.stringify(value).slice(0, 100);
  const type = typesOf(node).find((one) => one !== "null") ?? "object";
  return { path, ...WRONG_TYPE[type](shown) };
}

const WRONG_TYPE: Readonly<Record<SchemaType, (shown: string) => { readonly code: string; readonly message: string }>> =
  {
    null: () => ({ code: "BASE_TYPE_NONE", message: "Must be None." }),
    boolean: () => ({ code: "BOOLEAN_TYPE_CONVERT", message: "Must be either true or false." }),
    integer: (shown) => ({ code: "NUMBER_TYPE_COERCE", message: `Value ${shown} is not int.` }),
    number: (shown) => ({ code: "NUMBER_TYPE_COERCE", message: `Value ${shown} is not float.` }),
    string: (shown) => ({ code: "STRING_TYPE_CONVERT", message: `Could not interpret ${shown} as string.` }),
    array: () => ({ code: "LIST_TYPE_CONVERT", message: "Only iterables may be used in a ListType" }),
    object: () => ({ code: "MODEL_TYPE_CONVERT", message: "Only dictionaries may be used in a ModelType" }),
  };

/** A length outside its limits; Discord names both limits where there are two. */
export function wrongLength(path: Path, min: number | undefined, max: number | undefined): Problem {
  if (min !== undefined && max !== undefined && min > 0) {
    return { path, code: "BASE_TYPE_BAD_LENGTH", message: `Must be between ${min} and ${max} in length.` };
  }
  return max === undefined
    ? { path, code: "BASE_TYPE_MIN_LENGTH", message: `Must be ${min ?? 0} or more in length.` }
    : { path, code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` };
}

/** A number outside its limits. */
export function wrongSize(path: Path, value: number, { minimum, maximum }: SchemaNode): Problem {
  return minimum !== undefined && value < minimum
    ? { path, code: "NUMBER_TYPE_MIN", message: `int value should be greater than or equal to ${minimum}.` }
    : { path, code: "NUMBER_TYPE_MAX", message: `int value should be less than or equal to ${maximum ?? 0}.` };
}

/** A value that is not one of a list. */
export function wrongChoice(path: Path, choices: readonly (string | number)[]): Problem {
  const shown = choices.map((choice) => JSON.stringify(choice)).join(", ");
  return { path, code: "BASE_TYPE_CHOICES", message: `Value must be one of {${shown}}.` };
}

/** An object whose `type` is none of those allowed here. */
export function wrongUnionType(path: Path, choices: readonly (string | number)[]): Problem {
  return {
    path: [...path, "type"],
    code: "UNION_TYPE_CHOICES",
    message: `Value of field "type" must be one of (${choices.join(", ")}).`,
  };
}

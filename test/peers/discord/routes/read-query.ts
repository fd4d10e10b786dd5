import { refuseForm } from "../errors/api-error.ts";
import { wrongSize } from "../schema/problem-words.ts";
import { isId } from "../world/ids.ts";

/** A whole number of the query within limits. Throws "Invalid Form Body" for anything else. */
export function readNumber(
  query: URLSearchParams,
  name: string,
  { minimum, maximum, fallback }: { readonly minimum: number; readonly maximum: number; readonly fallback: number },
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^-?\d+$/.test(text)) {
    throw refuseForm([{ path: [name], code: "NUMBER_TYPE_COERCE", message: `Value "${text}" is not int.` }]);
  }
  if (value < minimum || value > maximum) throw refuseForm([wrongSize([name], value, { minimum, maximum })]);
  return value;
}

/** An id of the query. Throws "Invalid Form Body" for anything else. */
export function readId(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (isId(text)) return text;
  throw refuseForm([{ path: [name], code: "NUMBER_TYPE_COERCE", message: `Value "${text}" is not snowflake.` }]);
}

import { isWire, memberOf } from "../../shared/wire.ts";
import type { Wire } from "../../shared/wire.ts";
import { api, fieldOf, fieldsOf, subtypesOf } from "./table.ts";
import type { Fields } from "./table.ts";

/** What is wrong with an object the peer sent, measured against the table; empty when nothing is. */
export function checkWire(type: string, value: unknown, path = type): readonly string[] {
  const element = /^Array of (.+)$/.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item: unknown, index) => checkWire(element, item, `${path}[${index}]`));
  }
  const scalar = SCALARS[type];
  if (scalar !== undefined) return scalar(value) ? [] : [`${path} is no ${type}`];
  const subtypes = subtypesOf(type)?.filter((name) => Object.hasOwn(api.types, name));
  if (subtypes !== undefined) return checkUnion(subtypes, value, path);
  const fields = fieldsOf(type);
  if (fields === undefined) return [`${path} is of type ${type}, which the table leaves out`];
  return isWire(value) ? checkMembers(fields, value, path) : [`${path} is no object`];
}

const SCALARS: Readonly<Record<string, ((value: unknown) => boolean) | undefined>> = {
  Boolean: (value) => typeof value === "boolean",
  Integer: (value) => Number.isSafeInteger(value),
  String: (value) => typeof value === "string",
};

/** One of the types must fit; otherwise the complaints of the nearest. */
function checkUnion(subtypes: readonly string[], value: unknown, path: string): readonly string[] {
  const tries = subtypes.map((name) => checkWire(name, value, `${path}(${name})`));
  return tries.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function checkMembers(fields: Fields, value: Wire, path: string): readonly string[] {
  const unknown = Object.keys(value).filter((name) => value[name] !== undefined && fieldOf(fields, name) === undefined);
  const problems = Object.entries(fields).flatMap(([name, { types, required, oneOf }]) => {
    const member = memberOf(value, name);
    const here = `${path}.${name}`;
    if (member === undefined) return required === true ? [`${here} is missing`] : [];
    if (typeof member === "string" && oneOf !== undefined && !oneOf.includes(member)) return [`${here} is ${member}`];
    return types.some((type) => checkWire(type, member, here).length === 0)
      ? []
      : checkWire(types[0] ?? "", member, here);
  });
  return [...unknown.map((name) => `${path} has no member ${name}`), ...problems];
}

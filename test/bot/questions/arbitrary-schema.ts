import fc from "fast-check";
import { canCompile } from "./ajv-validator.ts";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";

/** Names as people and attackers choose them. */
const name = fc.constantFrom(
  "env",
  "port",
  "a/b",
  "c~d",
  "__proto__",
  "constructor",
  "toString",
  "x y",
  "Пошта",
  "0",
  "",
);
const words = fc.record(
  {
    title: fc.constantFrom("Title", "Same", "‮evil", "line\nbreak", " "),
    description: fc.constantFrom("Text.", "Two\nlines"),
  },
  { requiredKeys: [] },
);
const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom("a", "b", "", "1", "null", 1, 2.5, -0, true, false, null);
const optionValue: fc.Arbitrary<JsonValue> = fc.oneof(scalar, fc.constant({ k: 1 }), fc.constant([1, "x"]));

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({ type: "boolean" }),
  fc.record(
    { type: fc.constantFrom("integer", "number"), minimum: fc.integer({ min: -5, max: 5 }) },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.integer({ min: 1, max: 20 }) },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "time", "date-time", "email", "uri") }),
  fc.record({ type: fc.constant("string"), pattern: fc.constantFrom("^v\\d", "x") }),
  fc.record({
    enum: fc.uniqueArray(optionValue, { minLength: 1, maxLength: 12, selector: (value) => JSON.stringify(value) }),
  }),
  fc.record({ const: optionValue }),
  fc.record({
    oneOf: fc.array(fc.record({ const: scalar, title: fc.constantFrom("One", "Two", "Same") }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({
    type: fc.constant("array"),
    items: fc.record({ enum: fc.constantFrom(["a", "b", "c"], [1, "1", null]) }),
    minItems: fc.nat(4),
  }),
  fc.record({ type: fc.tuple(fc.constantFrom("string", "integer", "boolean"), fc.constant("null")) }),
  fc.record({ type: fc.constant("string"), enum: fc.constant(["a", null]) }),
  fc.constant({ $ref: "#/$defs/shared" }),
  fc.constant({ $ref: "#" }),
  fc.constant({ $ref: "#/properties/env" }),
  fc.constant({ anyOf: [{ type: "string" }, { type: "integer" }] }),
  fc.constant({}),
);

const { node } = fc.letrec<{ node: JsonObject; object: JsonObject; list: JsonObject }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: "schema" },
    fc.tuple(leaf, words).map(([schema, about]) => ({ ...schema, ...about })),
    tie("object"),
    tie("list"),
    tie("node").map((schema) => ({ anyOf: [schema, { type: "null" }] })),
    fc.tuple(tie("object"), tie("object")).map((schemas) => ({ allOf: schemas })),
  ),
  object: fc
    .record({
      members: fc.uniqueArray(fc.tuple(name, tie("node"), fc.boolean()), { maxLength: 4, selector: ([key]) => key }),
      about: words,
      closed: fc.boolean(),
    })
    .map(({ members, about, closed }) => ({
      type: "object",
      properties: Object.fromEntries(members.map(([key, schema]) => [key, schema])),
      required: members.filter(([, , required]) => required).map(([key]) => key),
      ...(closed ? { additionalProperties: false } : {}),
      ...about,
    })),
  list: fc
    .record(
      { items: tie("node"), minItems: fc.nat(2), maxItems: fc.integer({ min: 2, max: 4 }), uniqueItems: fc.boolean() },
      { requiredKeys: ["items"] },
    )
    .map((schema) => ({ type: "array", ...schema })),
}));

/** Schemas of every shape a gate may have, hostile names and cycles included; all of them compile. */
export const arbitrarySchema: fc.Arbitrary<JsonObject> = node
  .map((schema) => ({
    ...schema,
    $defs: { shared: { type: "integer", title: "Shared" } },
    properties: { env: { type: "string" }, ...(schema["properties"] as JsonObject | undefined) },
  }))
  .filter(canCompile);

/** Defaults that sometimes fit. */
export const arbitraryDefaults: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.dictionary(
    name,
    fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(name, scalar, { maxKeys: 3 })),
    { maxKeys: 5 },
  ),
  fc.array(fc.oneof(scalar, fc.dictionary(name, scalar, { maxKeys: 3 })), { maxLength: 3 }),
);

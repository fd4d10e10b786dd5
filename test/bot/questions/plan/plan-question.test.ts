import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planQuestion } from "../../../../src/bot/questions/index.ts";
import type { Field } from "../../../../src/bot/questions/index.ts";
import type { Option } from "../../../../src/bot/questions/question-plan.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";

const rootOf = (schema: JsonObject | boolean): Field => planQuestion(schema).root;

/** A member of an object plan. */
function memberOf(schema: JsonObject, name: string): Field | undefined {
  const root = rootOf(schema);
  return root.kind === "object" ? root.members.find((member) => member.name === name)?.field : undefined;
}

/** An object's members, all text. */
function makeProperties(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, { type: "string" }]));
}

/** An enum of the numbers from 0. */
function makeOptions(count: number): JsonObject {
  return { enum: Array.from({ length: count }, (_, index) => index) };
}

/** What a schema offers to choose from. */
function optionsOf(schema: JsonObject): readonly Option[] {
  const root = rootOf(schema);
  return root.kind === "choice" || root.kind === "multi_choice" ? root.options : [];
}

function countFields(field: Field): number {
  if (field.kind === "list") return 1 + countFields(field.item);
  if (field.kind !== "object") return 1;
  return field.members.reduce((sum, member) => sum + countFields(member.field), 1);
}

describe("how a schema is asked", () => {
  it.each<[string, JsonObject | boolean, string]>([
    ["a boolean", { type: "boolean" }, "boolean"],
    ["both booleans as enum", { type: "boolean", enum: [true, false] }, "boolean"],
    ["one boolean", { type: "boolean", enum: [true] }, "choice"],
    ["an enum", { enum: ["a", 1, null] }, "choice"],
    ["a constant", { const: "yes" }, "choice"],
    ["titled constants", { oneOf: [{ const: 1, title: "One" }, { const: 2 }] }, "choice"],
    ["constants and enums", { anyOf: [{ const: 1 }, { enum: [2, 3] }, { type: "null" }] }, "choice"],
    ["null alone", { const: null }, "choice"],
    ["a list of options", { type: "array", items: { enum: ["a", "b"] } }, "multi_choice"],
    ["more options than there are", { type: "array", items: { enum: ["a", "b"] }, minItems: 3 }, "list"],
    ["text", { type: "string" }, "text"],
    ["an address", { type: "string", format: "email" }, "text"],
    ["text without a type", { minLength: 2 }, "text"],
    ["a day", { type: "string", format: "date" }, "date"],
    ["a time", { type: "string", format: "time" }, "time"],
    ["a day and time", { type: "string", format: "date-time" }, "date-time"],
    ["a number", { type: "number" }, "number"],
    ["a number without a type", { minimum: 3 }, "number"],
    ["a whole number", { type: "integer" }, "integer"],
    ["number or integer", { type: ["number", "integer"] }, "number"],
    ["number and integer", { allOf: [{ type: "number" }, { type: "integer" }] }, "integer"],
    ["an object", { type: "object", properties: { a: { type: "string" } } }, "object"],
    ["an object without a type", { properties: { a: {} } }, "object"],
    ["a list of objects", { type: "array", items: { properties: { a: { type: "string" } } } }, "list"],
    ["a list of texts", { type: "array", items: { type: "string" } }, "list"],
    ["text or null", { type: ["string", "null"] }, "text"],
    ["text or null, as generators write it", { anyOf: [{ type: "string" }, { type: "null" }] }, "text"],
    ["text or null, as OpenAPI writes it", { type: "string", nullable: true }, "text"],
    ["anything", true, "json"],
    ["nothing known", {}, "json"],
    ["nothing at all", false, "json"],
    ["words only", { title: "Your name", description: "…" }, "json"],
    ["two types", { type: ["string", "number"] }, "json"],
    ["types that exclude each other", { allOf: [{ type: "string" }, { type: "number" }] }, "json"],
    ["an unknown type", { type: "file" }, "json"],
    ["an empty enum", { enum: [] }, "json"],
    ["an enum that is none", { enum: "a" }, "json"],
    ["an enum of another type", { type: "string", enum: [1, 2] }, "json"],
    ["different shapes", { oneOf: [{ type: "string" }, { type: "object" }] }, "json"],
    ["alternative members", { properties: { a: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, "json"],
    ["a condition", { properties: { a: {} }, if: {}, else: {} }, "json"],
    ["patterns of names", { type: "object", properties: { a: {} }, patternProperties: { "^x": {} } }, "json"],
    ["a map", { type: "object", additionalProperties: { type: "string" } }, "json"],
    ["an object of no members", { type: "object" }, "json"],
    ["a member that may not be there", { type: "object", properties: { a: false }, required: ["a"] }, "json"],
    ["a list of anything", { type: "array" }, "json"],
    ["a tuple", { type: "array", items: [{ type: "string" }] }, "json"],
    ["a tuple by prefix", { type: "array", prefixItems: [{}], items: { type: "string" } }, "json"],
    ["a list of shapes", { type: "array", items: { oneOf: [{ type: "string" }, { type: "object" }] } }, "json"],
    ["a list that is too long", { type: "array", items: { type: "string" }, minItems: 101 }, "json"],
    ["a remote reference", { $ref: "https://example.org/schema.json" }, "json"],
    ["a broken reference", { $ref: "#/definitions/none" }, "json"],
    ["itself", { $ref: "#" }, "json"],
  ])("%s", (_name, schema, kind) => {
    expect(rootOf(schema).kind).toBe(kind);
  });

  it("says which fields may be left out and which may be null", () => {
    const schema: JsonObject = {
      type: "object",
      required: ["a", "b"],
      properties: {
        a: { type: "string" },
        b: { type: ["integer", "null"] },
        c: { anyOf: [{ type: "object", properties: { x: { type: "string" } } }, { type: "null" }] },
        d: { type: ["string", "null"], enum: ["x", "y"] },
        e: { type: ["string", "null"], enum: ["x", null] },
      },
    };
    const flags = ["a", "b", "c", "d", "e"].map((name) => {
      const field = memberOf(schema, name);
      return [name, field?.required, field?.nullable];
    });
    expect(flags).toEqual([
      ["a", true, false],
      ["b", true, true],
      ["c", false, true],
      ["d", false, false],
      // null is one of the options already.
      ["e", false, false],
    ]);
  });

  it("takes titles and descriptions from the nearest schema that has them", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        host: { $ref: "#/definitions/host", title: "Host" },
        other: { $ref: "#/definitions/host" },
        plain: { type: "string" },
      },
      definitions: { host: { type: "string", title: "A host", description: "Where it runs" } },
    };
    expect(memberOf(schema, "host")).toMatchObject({ title: "Host", description: "Where it runs" });
    expect(memberOf(schema, "other")).toMatchObject({ title: "A host" });
    expect(memberOf(schema, "plain")).toMatchObject({ title: "plain" });
  });

  it("joins allOf: members, demands, bounds and options", () => {
    const schema: JsonObject = {
      allOf: [
        {
          type: "object",
          properties: { port: { type: "number", minimum: 1 }, env: { enum: ["a", "b"] } },
          required: ["port"],
        },
        {
          properties: { port: { type: "integer", minimum: 10, maximum: 20 }, env: { enum: ["b", "c"] } },
          required: ["env"],
        },
      ],
    };
    expect(memberOf(schema, "port")).toMatchObject({ kind: "integer", required: true, range: { min: 10, max: 20 } });
    expect(memberOf(schema, "env")).toMatchObject({ kind: "choice", required: true, options: [{ value: "b" }] });
  });

  it("asks for a demanded member that nothing describes", () => {
    expect(memberOf({ type: "object", properties: { a: { type: "string" } }, required: ["b"] }, "b")).toMatchObject({
      kind: "json",
      required: true,
    });
    const typed: JsonObject = { type: "object", required: ["b"], additionalProperties: { type: "integer" } };
    expect(memberOf(typed, "b")).toMatchObject({ kind: "integer" });
  });

  it("follows a reference used twice side by side, and stops at one that comes back", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { left: { $ref: "#/$defs/leaf" }, right: { $ref: "#/$defs/leaf" }, tree: { $ref: "#/$defs/tree" } },
      $defs: {
        leaf: { type: "string" },
        tree: { type: "object", properties: { name: { type: "string" }, child: { $ref: "#/$defs/tree" } } },
      },
    };
    expect([memberOf(schema, "left")?.kind, memberOf(schema, "right")?.kind]).toEqual(["text", "text"]);
    const tree = memberOf(schema, "tree");
    const inner = tree?.kind === "object" ? tree.members.map(({ name, field }) => [name, field.kind]) : [];
    expect(inner).toEqual([
      ["name", "text"],
      ["child", "json"],
    ]);
  });

  it("reads references with escapes", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        a: { $ref: "#/definitions/x~1y~0z" },
        b: { $ref: "#/definitions/with%20space" },
        c: { $ref: "#/definitions/%E0%A4%A" },
      },
      definitions: { "x/y~z": { type: "integer" }, "with space": { type: "boolean" } },
    };
    expect(["a", "b", "c"].map((name) => memberOf(schema, name)?.kind)).toEqual(["integer", "boolean", "json"]);
  });
});

describe("a schema that is too much for a form", () => {
  it("of more than 100 fields is asked as JSON", () => {
    expect(rootOf({ type: "object", properties: makeProperties(99) }).kind).toBe("object");
    expect(rootOf({ type: "object", properties: makeProperties(100) }).kind).toBe("json");
    expect(rootOf({ type: "object", properties: makeProperties(20_000) }).kind).toBe("json");
  });

  it("is asked as JSON only where it is too much", () => {
    const large: JsonObject = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`f${index}`, { type: "string" }])),
    };
    const schema: JsonObject = {
      type: "object",
      properties: { name: { type: "string" }, large, after: { type: "boolean" } },
    };
    expect(["name", "large", "after"].map((name) => memberOf(schema, name)?.kind)).toEqual(["text", "json", "boolean"]);
  });

  it("that nests deeply ends in JSON", () => {
    let schema: JsonObject = { type: "string" };
    for (let depth = 0; depth < 40; depth += 1)
      schema = { type: "object", properties: { inner: schema }, required: ["inner"] };
    let field: Field | undefined = rootOf(schema);
    let depth = 0;
    while (field?.kind === "object") {
      field = field.members[0]?.field;
      depth += 1;
    }
    expect(field?.kind).toBe("json");
    expect(depth).toBe(5);
  });

  it("that nests a hundred thousand times does not even get read", () => {
    const deep: JsonObject = JSON.parse(`${'{"allOf":['.repeat(50_000)}${"]}".repeat(50_000)}`) as JsonObject;
    expect(rootOf(deep).kind).toBe("json");
    const defaults = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as JsonValue;
    expect(planQuestion({ type: "string" }, defaults).defaults).toBeUndefined();
  });

  it("with references that multiply stays within a hundred fields", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `d${level}`,
        {
          type: "object",
          properties: Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, { $ref: `#/$defs/d${level + 1}` }])),
        },
      ]),
    );
    const { root } = planQuestion({ $ref: "#/$defs/d0", $defs: { ...$defs, d30: { type: "string" } } });
    expect(countFields(root)).toBeLessThanOrEqual(101);
  });

  it("with 20,000 options offers them, and with more asks for JSON", () => {
    expect(rootOf(makeOptions(20_000)).kind).toBe("choice");
    expect(rootOf(makeOptions(20_001)).kind).toBe("json");
  });

  it("never breaks the planner, whatever it is made of", () => {
    const keyword = fc.constantFrom(
      "type",
      "enum",
      "const",
      "properties",
      "required",
      "items",
      "allOf",
      "anyOf",
      "oneOf",
      "$ref",
      "$defs",
      "title",
      "minimum",
      "minItems",
      "maxItems",
      "format",
      "nullable",
      "additionalProperties",
      "__proto__",
      "constructor",
    );
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<JsonValue>(
          "string",
          "object",
          "array",
          "null",
          "#",
          "#/$defs",
          "#/properties/type",
          "",
          1,
          -1,
          1e300,
          null,
          true,
          false,
        ),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(keyword, tie("value"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keyword, value, { maxKeys: 6 }), value, (schema, defaults) => {
        expect(typeof planQuestion(schema, defaults).root.kind).toBe("string");
      }),
      { numRuns: 500 },
    );
  });
});

describe("options", () => {
  it("keep the schema's order, once each, without those of a type that is not allowed", () => {
    expect(optionsOf({ type: ["string", "integer"], enum: ["b", 1, "b", null, 2.5, "a"] })).toEqual([
      { value: "b" },
      { value: 1 },
      { value: "a" },
    ]);
  });

  it("take their titles and descriptions from the union", () => {
    const schema: JsonObject = {
      type: "string",
      enum: ["a", "b"],
      oneOf: [
        { const: "a", title: "First", description: "The first" },
        { enum: ["b"], title: "Second" },
        { const: "c", title: "Third" },
      ],
    };
    expect(optionsOf(schema)).toEqual([
      { value: "a", title: "First", description: "The first" },
      { value: "b", title: "Second" },
    ]);
  });
});

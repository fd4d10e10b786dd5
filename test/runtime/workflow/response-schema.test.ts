import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";
import {
  compileResponseSchema,
  explainResponse,
  validateResponse,
} from "../../../src/runtime/workflow/response-schema.ts";

const DECISION: JsonObject = {
  type: "object",
  properties: { decision: { type: "string", enum: ["go", "stop"] }, count: { type: "integer" } },
  required: ["decision"],
  additionalProperties: false,
};

describe("checking an answer", () => {
  it.each<[JsonObject, JsonValue]>([
    [DECISION, { decision: "go", count: 3 }],
    [{}, null],
    [{ type: "integer" }, 9007199254740993n],
    [{ type: "string", format: "email" }, "a@example.org"],
    [{ const: 9007199254740993n }, 9007199254740993n],
  ])("takes what fits (%#)", (schema, answer) => {
    expect(validateResponse(schema, answer)).toEqual([]);
  });

  it.each<[JsonObject, JsonValue, string, string]>([
    [DECISION, 5, "/", "must be object"],
    [DECISION, {}, "/", "must have required property 'decision'"],
    [DECISION, { decision: "perhaps" }, "/decision", "must be equal to one of the allowed values"],
    [{ type: "array", items: { type: "number" } }, [1, "x"], "/1", "must be number"],
    [{ type: "string", format: "email" }, "nobody", "/", 'must match format "email"'],
    [{ type: "string", pattern: "^v" }, "x", "/", 'must match pattern "^v"'],
    [{ required: ["constructor"] }, {}, "/", "must have required property 'constructor'"],
  ])("says first what is wrong first (%#)", (schema, answer, path, message) => {
    expect(validateResponse(schema, answer)[0]).toEqual({ path, message });
  });

  it("names further problems after the first, each once", () => {
    const schema: JsonObject = { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } };
    expect(validateResponse(schema, { a: "x", b: "y" })).toEqual([
      { path: "/a", message: "must be number" },
      { path: "/b", message: "must be number" },
    ]);
  });

  it("names at most fifty problems", () => {
    const answer = Array.from({ length: 500 }, () => "x");
    expect(validateResponse({ items: { type: "number" } }, answer)).toHaveLength(50);
  });

  it.each<[string, JsonObject, JsonValue]>([
    ["a slow pattern", { pattern: "^(a+)+$" }, `${"a".repeat(60)}!`],
    ["a slow pattern under not", { not: { pattern: "^(a+)+$" } }, `${"a".repeat(60)}!`],
  ])("refuses an answer that %s cannot check in time", (_what, schema, answer) => {
    expect(validateResponse(schema, answer)).toEqual([{ path: "/", message: "takes too long to check; shorten it" }]);
  });

  it("follows a schema that contains itself", () => {
    expect(validateResponse({ type: "array", items: { $ref: "#" } }, [[], [[5]]])[0]).toEqual({
      path: "/1/0/0",
      message: "must be array",
    });
  });

  it("refuses an answer too deep for a recursive schema", () => {
    let answer: JsonValue = 1;
    for (let depth = 0; depth < 20_000; depth += 1) answer = [answer];
    expect(validateResponse({ items: { $ref: "#" } }, answer)).toEqual([
      { path: "/", message: "is nested too deeply" },
    ]);
  });
});

describe("what is wrong, as facts", () => {
  it.each<[JsonObject, JsonValue, unknown]>([
    [DECISION, {}, { kind: "missing", name: "decision" }],
    [DECISION, { decision: "go", other: 1 }, { kind: "unknown_member", name: "other" }],
    [{ type: ["string", "null"] }, 5, { kind: "type", types: ["string", "null"] }],
    [{ enum: ["a"] }, "b", { kind: "choice" }],
    [{ const: "a" }, "b", { kind: "choice" }],
    [{ minimum: 5 }, 4, { kind: "bound", comparison: "at_least", limit: "5" }],
    [{ maximum: 5 }, 6, { kind: "bound", comparison: "at_most", limit: "5" }],
    [{ exclusiveMinimum: 5 }, 5, { kind: "bound", comparison: "more_than", limit: "5" }],
    [{ exclusiveMaximum: 5 }, 5, { kind: "bound", comparison: "less_than", limit: "5" }],
    [
      { maximum: 9007199254740993n },
      9007199254740994n,
      { kind: "bound", comparison: "at_most", limit: "9007199254740993" },
    ],
    [{ multipleOf: 3 }, 4, { kind: "multiple", of: "3" }],
    [{ multipleOf: 9007199254740993n }, 4, { kind: "multiple", of: "9007199254740993" }],
    [{ minLength: 2 }, "a", { kind: "size", of: "text", comparison: "at_least", limit: 2 }],
    [{ maxItems: 1 }, [1, 2], { kind: "size", of: "list", comparison: "at_most", limit: 1 }],
    [{ minProperties: 1 }, {}, { kind: "size", of: "object", comparison: "at_least", limit: 1 }],
    [{ pattern: "^v" }, "x", { kind: "pattern", pattern: "^v" }],
    [{ format: "email" }, "x", { kind: "format", format: "email" }],
    [{ uniqueItems: true }, [1, 1], { kind: "repeated" }],
    [{ not: { type: "string" } }, "x", undefined],
  ])("is told with the problem (%#)", (schema, answer, fault) => {
    const [first] = explainResponse(schema, answer);
    expect(first?.fault).toEqual(fault);
    expect(validateResponse(schema, answer)[0]).toEqual({ path: first?.path, message: first?.message });
  });
});

describe("integers beyond 2^53", () => {
  const [A, B] = [1180000000000000001n, 1180000000000000002n];
  const LISTED = "must be equal to one of the allowed values";

  it.each<[JsonObject, JsonValue]>([
    [{ enum: [A, B] }, B],
    [{ enum: ["x", { id: A }] }, { id: A }],
    [{ const: [A] }, [A]],
    [{ type: "integer" }, 10n ** 400n],
    [{ enum: [10n ** 17n] }, 1e17],
    [{ enum: [1e17] }, 10n ** 17n],
    [{ uniqueItems: true }, [A, B]],
    [{ minimum: A, maximum: A }, A],
    [{ exclusiveMinimum: A }, B],
    [{ multipleOf: 2 }, B],
    [{ multipleOf: 0.5 }, B],
    [{ properties: { enum: { const: A }, const: { enum: [B] } } }, { enum: A, const: B }],
    [{ items: { $ref: "#/definitions/id" }, definitions: { id: { enum: [A, B] } } }, [A, B]],
    [{ additionalProperties: { anyOf: [{ const: A }, { const: B }] } }, { "a/b~c": B }],
    [{ propertyNames: { enum: ["a"] } }, { a: A }],
  ])("are compared to the last digit (%#)", (schema, answer) => {
    expect(validateResponse(schema, answer)).toEqual([]);
  });

  it.each<[JsonObject, JsonValue, string, string]>([
    [{ enum: [A] }, B, "/", LISTED],
    [{ enum: [A] }, Number(A), "/", LISTED],
    [{ enum: [{ id: A }] }, { id: B }, "/", LISTED],
    [{ const: A }, B, "/", "must be equal to constant"],
    [{ uniqueItems: true }, [A, B, A], "/", "must NOT have duplicate items (items ## 0 and 2 are identical)"],
    [{ minimum: B }, A, "/", `must be >= ${B}`],
    [{ maximum: A }, B, "/", `must be <= ${A}`],
    [{ exclusiveMaximum: A }, A, "/", `must be < ${A}`],
    [{ exclusiveMinimum: B }, A, "/", `must be > ${B}`],
    [{ multipleOf: 2 }, A, "/", "must be multiple of 2"],
    [{ properties: { "a/b~": { items: { enum: [A] } } } }, { "a/b~": [A, B] }, "/a~1b~0/1", LISTED],
    [{ items: { $ref: "#/definitions/id" }, definitions: { id: { enum: [A] } } }, [A, B], "/1", LISTED],
    [{ patternProperties: { "^x": { const: A } } }, { x1: B }, "/x1", "must be equal to constant"],
    [{ type: "string", enum: [A] }, B, "/", "must be string"],
  ])("are refused by the last digit (%#)", (schema, answer, path, message) => {
    expect(validateResponse(schema, answer)).toContainEqual({ path, message });
    expect(validateResponse(schema, answer)[0]?.path).toBe(path);
  });

  it.each<JsonObject>([{ enum: [A, B, A] }, { enum: [], const: A }, { minimum: "1", const: A }])(
    "do not make a bad schema a good one (%#)",
    (schema) => {
      expect(() => compileResponseSchema(schema)).toThrow("schema is invalid");
    },
  );

  it("change nothing of what is said about anything else", () => {
    const value = fc.oneof(
      fc.constantFrom(0, 1, -1, 1.5, 4, "a", null),
      fc.array(fc.constantFrom(1, 2, "a")),
      fc.object({ maxDepth: 1 }),
    );
    const rules = fc.record(
      {
        type: fc.constantFrom("number", "array", "string"),
        enum: fc.uniqueArray(fc.constantFrom(0, 1, "a", 4), { minLength: 1 }),
        const: fc.constantFrom(0, "a", null),
        minimum: fc.integer({ min: -2, max: 2 }),
        exclusiveMaximum: fc.integer({ min: -2, max: 2 }),
        multipleOf: fc.constantFrom(1, 2, 0.5),
        uniqueItems: fc.boolean(),
        minItems: fc.nat(3),
        items: fc.constantFrom({ minimum: 0 }, { enum: [1] }),
        not: fc.constantFrom({ const: 1 }, { minimum: 4 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(rules, value, (schema, answer) => {
        const said = (asked: JsonObject): string[] =>
          validateResponse(asked, answer as JsonValue).map(
            ({ message, path }) => `${path} ${message.replace(/items ## .*/, "")}`,
          );
        expect(said({ ...schema, examples: [A] })).toEqual(said(schema));
      }),
      { numRuns: 40 },
    );
  });
});

describe("compiling a schema", () => {
  const deep = (levels: number): JsonObject => (levels === 0 ? {} : { items: deep(levels - 1) });
  it.each<[string, JsonObject, RegExp]>([
    ["an unknown type", { type: "nope" }, /^schema is invalid: data\/type must be equal to one of the allowed values/],
    ["a reference to elsewhere", { $ref: "https://example.org/schema.json" }, /can't resolve reference https:/],
    ["a reference to nothing", { $ref: "#/definitions/none" }, /can't resolve reference/],
    ["a pattern that is none", { pattern: "(" }, /Invalid regular expression/],
    ["an asynchronous schema", { $async: true, type: "object" }, /\$async is not supported/],
    ["a schema too deep", deep(100), /nested more than 64 levels/],
    ["a schema too large", { enum: ["x".repeat(70_000)] }, /larger than 65536 characters/],
  ])("refuses %s", (_what, schema, message) => {
    expect(() => compileResponseSchema(schema)).toThrow(message);
  });

  it("lets two schemas have the same $id", () => {
    for (const type of ["string", "number"]) {
      const inner: JsonObject = { $id: "https://example.org/inner", type };
      const schema: JsonObject = { $id: "https://example.org/q", items: inner, contains: { $ref: "inner" } };
      expect(validateResponse(schema, [type === "string" ? "x" : 1])).toEqual([]);
      expect(validateResponse(schema, [true])[0]?.message).toContain(`must be ${type}`);
    }
  });

  it("tells what it does not check", () => {
    expect(compileResponseSchema({ type: "string", format: "emial" }).warnings).toEqual([
      'unknown format "emial" ignored in schema at path "#"',
    ]);
  });

  it("goes on working after many schemas and broken ones", () => {
    for (let index = 0; index < 80; index += 1) {
      expect(validateResponse({ const: index }, index)).toEqual([]);
      expect(() => compileResponseSchema({ type: `t${index}` })).toThrow("schema is invalid");
    }
    expect(validateResponse({ const: 0 }, 1)).toEqual([{ path: "/", message: "must be equal to constant" }]);
  });
});

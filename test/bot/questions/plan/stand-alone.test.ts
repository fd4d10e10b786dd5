import { describe, expect, it } from "vitest";
import { createStandAlone } from "../../../../src/bot/questions/plan/stand-alone.ts";

const root = { definitions: { a: { $ref: "#/definitions/b" }, b: { type: "string" } }, properties: { x: {} } };

describe("a schema taken out of its place", () => {
  it("stays as it is when it refers to nothing", () => {
    const schema = { type: "string" };
    expect(createStandAlone(root)(schema)).toBe(schema);
  });

  it("takes the definitions along that it refers to", () => {
    expect(createStandAlone(root)({ items: { $ref: "#/definitions/a" } })).toEqual({
      items: { $ref: "#/definitions/a" },
      definitions: root.definitions,
    });
  });

  it.each([
    ["refers to the root", { $ref: "#" }],
    ["refers to another place", { items: [{ $ref: "#/properties/x" }] }],
    ["has an address of its own", { $id: "https://example.org/x", type: "string" }],
    ["is false", false],
  ])("cannot stand alone when it %s", (_reason, schema) => {
    expect(createStandAlone(root)(schema)).toBeUndefined();
  });

  it("cannot stand alone when the definitions themselves cannot", () => {
    const bound = { definitions: { a: { $ref: "#/properties/x" } } };
    expect(createStandAlone(bound)({ $ref: "#/definitions/a" })).toBeUndefined();
    expect(createStandAlone(bound)({ type: "string" })).toEqual({ type: "string" });
  });
});

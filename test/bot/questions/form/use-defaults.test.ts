import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { openChat } from "../chat.ts";

const schema: JsonObject = {
  type: "object",
  required: ["env", "port", "note"],
  properties: {
    env: { enum: ["prod", "stage"], default: "prod" },
    port: { type: "integer", maximum: 9000 },
    note: { type: "string" },
    hosts: {
      type: "array",
      items: { type: "object", required: ["name"], properties: { name: { type: "string" }, up: { type: "boolean" } } },
    },
    owner: { type: "object", required: ["name"], properties: { name: { type: "string" }, mail: { type: "string" } } },
    flags: { type: "array", items: { enum: ["x", "y"] } },
  },
};
const defaults: JsonValue = {
  env: "stage",
  port: 8080,
  hosts: [
    { name: "a", up: true },
    { name: "b", unseen: 1 },
  ],
  owner: { name: "Ann" },
  flags: ["y"],
  secret: "never asked",
};

describe("a default", () => {
  it("is offered and shown, and applied only when the person says so", () => {
    const chat = openChat(schema, defaults);
    expect(chat.labels()).toContain("Use default: stage");
    expect(chat.shown()).toContain("Default: ");
    expect(chat.state().entries).toEqual({});
    chat.press("prod");
    expect(chat.press("Use default: 8080").echo).toEqual(["port: 8080"]);
    expect(chat.labels().join()).not.toContain("Use default");
  });

  it("of the schema is not a default of the gate", () => {
    expect(openChat(schema).labels().join()).not.toContain("Use default");
  });

  it("of a question of one field answers it", () => {
    expect(openChat({ type: "integer" }, 5).press("Use default: 5").done).toBe(5);
    expect(openChat({ type: ["string", "null"] }, null).press("Use default: None").done).toBeNull();
    expect(openChat({}, { a: [1] }).press('Use default: {"a":[1]}').done).toEqual({ a: [1] });
  });

  it.each<[string, JsonObject, JsonValue]>([
    ["another type", { type: "integer" }, "5"],
    ["no option", { enum: ["a"] }, "b"],
    ["an option twice", { type: "array", items: { enum: ["a", "b"] } }, ["a", "a"]],
    ["null", { type: "string" }, null],
    ["more entries than allowed", { type: "array", items: { type: "string" }, maxItems: 1 }, ["a", "b"]],
    ["an inherited member", { type: "object", properties: { constructor: { type: "string" } } }, {}],
  ])("that is %s is not offered", (_name, asked, value) => {
    expect(openChat(asked, value).labels().join()).not.toContain("Use default");
  });

  it("that misses the schema is refused like a typed answer", () => {
    const chat = openChat({ type: "integer", title: "Port", maximum: 10 }, 11);
    expect(chat.press("Use default: 11").problems).toEqual(["Port: must be <= 10"]);
    expect(chat.state().entries).toEqual({});
  });

  it("of a list or an object brings in all of it, and nothing that is not asked", () => {
    const chat = openChat(schema, defaults);
    for (const label of ["prod", "Use default: 8080"]) chat.press(label);
    chat.type("n");
    chat.act(`def@${chat.step().id}`);
    expect(chat.step().name).toBe("hosts 2 › up");
    chat.press("Skip");
    chat.act(`def@${chat.step().id}`);
    expect(chat.step().name).toBe("owner › mail");
    chat.press("Skip");
    chat.press("Use default: y");
    expect(chat.press("Submit").done).toEqual({
      env: "prod",
      port: 8080,
      note: "n",
      hosts: [{ name: "a", up: true }, { name: "b" }],
      owner: { name: "Ann" },
      flags: ["y"],
    });
  });
});

describe("all defaults at once", () => {
  it("answer what is open, keep what was answered, and are offered once", () => {
    const chat = openChat(schema, defaults);
    chat.press("prod");
    const outcome = chat.press("Use all defaults");
    expect(outcome.problems).toEqual([]);
    expect(outcome.echo).toContain("port: 8080");
    expect(chat.step().name).toBe("note");
    expect(chat.labels()).not.toContain("Use all defaults");
    chat.type("n");
    chat.press("Skip");
    chat.press("Skip");
    expect(chat.press("Submit").done).toMatchObject({ env: "prod", port: 8080, flags: ["y"], owner: { name: "Ann" } });
  });

  it("tell which ones do not fit, and leave those fields open", () => {
    const chat = openChat(schema, { env: "stage", port: 9999 });
    expect(chat.press("Use all defaults").problems).toEqual(["port: must be <= 9000"]);
    expect(chat.step().name).toBe("port");
    expect(chat.state().entries).toHaveProperty(["/env"]);
  });

  it("are not offered for one field alone", () => {
    expect(openChat(schema, { env: "stage" }).labels()).not.toContain("Use all defaults");
  });
});

import { describe, expect, it } from "vitest";
import { applyFields, listPageFields, openForm, planQuestion } from "../../../../src/bot/questions/index.ts";
import type { JsonObject } from "../../../../src/runtime/json.ts";
import { context } from "../ajv-validator.ts";
import { openChat, type Chat } from "../chat.ts";

const schema: JsonObject = {
  type: "object",
  required: ["name", "port", "env"],
  properties: {
    name: { type: "string", title: "Name", description: "As in the registry" },
    port: { type: "integer", title: "Port", maximum: 9000 },
    note: { type: "string", title: "Note", maxLength: 20 },
    env: { enum: ["a", "b"] },
    data: {},
  },
};

const pageOf = (chat: Chat, limit = 5) => listPageFields(chat.plan, chat.state(), limit, context.wording);

describe("a page of fields", () => {
  it("holds the next written answers, up to the first that is pressed or to the limit", () => {
    const chat = openChat(schema, { port: 8080 });
    expect(pageOf(chat)).toEqual([
      { id: "1", name: "Name", description: "As in the registry", required: true, multiline: true },
      { id: "2", name: "Port", value: "8080", required: true, multiline: false },
      { id: "3", name: "Note", required: false, multiline: false },
    ]);
    expect(pageOf(chat, 2).map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("is taken at once, with a blank optional field left out", () => {
    const chat = openChat(schema);
    expect(chat.sendPage({ "1": "Ann", "2": "80", "3": "" })).toMatchObject({ problems: [], echo: ["Port: 80"] });
    expect(pageOf(chat)).toEqual([]);
    chat.press("b");
    expect(pageOf(chat)).toEqual([{ id: "5", name: "data", required: false, multiline: true }]);
    chat.sendPage({ "5": "" });
    expect(chat.press("Submit").done).toEqual({ name: "Ann", port: 80, env: "b" });
  });

  it("keeps what fits, tells every field that does not, and asks those again", () => {
    const chat = openChat(schema);
    const outcome = chat.sendPage({ "1": "", "2": "10000", "3": "short" });
    expect(outcome.problems).toEqual(["Name: an answer is needed here.", "Port: must be <= 9000"]);
    expect(Object.keys(outcome.state.entries)).toEqual(["/note"]);
    expect(pageOf(chat).map(({ id }) => id)).toEqual(["1"]);
    chat.sendPage({ "1": "Ann" });
    expect(pageOf(chat).map(({ id }) => id)).toEqual(["2"]);
  });

  it("of one field that is edited shows its answer", () => {
    const chat = openChat({ type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } });
    chat.sendPage({ "1": "text", "2": "5" });
    chat.press("Edit b");
    expect(pageOf(chat)).toEqual([{ id: "2", name: "b", value: "5", required: false, multiline: false }]);
  });

  it("carries what is typed for a list or for the whole answer", () => {
    const list = openChat({ type: "array", title: "Ports", items: { type: "integer" } });
    expect(pageOf(list)).toEqual([{ id: "0+0", name: "Ports", required: true, multiline: false }]);
    list.sendPage({ "0+0": "80" });
    expect(list.sendPage({ "0+0": "81" }).problems).toHaveLength(1);
    list.press("Answer with JSON");
    expect(pageOf(list)).toEqual([{ id: "w", name: "Ports", required: true, multiline: true }]);
    expect(list.sendPage({ w: "[1,2]" }).done).toEqual([1, 2]);
  });

  it.each([{}, { "9": "x" }, { "1": "x", "9": "y" }, { __proto__x: "y" }, { "4": "a" }])(
    "%j is no page of this form",
    (values) => {
      const chat = openChat(schema);
      expect(chat.sendPage(values).problems).toHaveLength(1);
      expect(chat.state().entries).toEqual({});
    },
  );

  it("of an earlier step is refused where the caller knows the step", () => {
    const plan = planQuestion(schema);
    const outcome = applyFields(plan, openForm(), { "1": "Ann" }, context, "2");
    expect(outcome.problems).toHaveLength(1);
    expect(applyFields(plan, openForm(), { "1": "Ann" }, context, "1").problems).toEqual([]);
  });

  it("keeps a written answer that is only spaces as text", () => {
    const chat = openChat({ type: "string" });
    expect(chat.sendPage({ "0": "  " }).done).toBe("  ");
  });
});

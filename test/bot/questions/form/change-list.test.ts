import { describe, expect, it } from "vitest";
import { applyAction, decodeFormState, planQuestion } from "../../../../src/bot/questions/index.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { context } from "../ajv-validator.ts";
import { openChat } from "../chat.ts";

const hosts: JsonObject = {
  type: "object",
  required: ["hosts"],
  properties: {
    hosts: {
      type: "array",
      title: "Hosts",
      minItems: 1,
      maxItems: 3,
      items: {
        type: "object",
        required: ["name", "tags"],
        properties: {
          name: { type: "string", title: "Name" },
          tags: { type: "array", title: "Tags", items: { type: "string" }, uniqueItems: true },
        },
      },
    },
  },
};

function addHost(chat: ReturnType<typeof openChat>, name: string, ...tags: readonly string[]): void {
  chat.press("Add another");
  chat.type(name);
  for (const tag of tags) chat.type(tag);
  chat.press("Done");
}

describe("a list", () => {
  it("offers Done from the least number of entries on, and another up to the most", () => {
    const chat = openChat(hosts);
    expect(chat.labels()).toEqual(["Add another", "Answer with JSON"]);
    expect(chat.act(`done@${chat.step().id}`).problems).toEqual(["Hosts: at least 1 entry is needed."]);
    for (const name of ["a", "b", "c"]) addHost(chat, name);
    expect(chat.labels()).not.toContain("Add another");
    expect(chat.act(`add@${chat.step().id}`).problems).toEqual(["Hosts: at most 3 entries are allowed."]);
    chat.press("Done");
    expect(chat.press("Submit").done).toEqual({ hosts: ["a", "b", "c"].map((name) => ({ name, tags: [] })) });
  });

  it("names its entries in every step, and shows those it has", () => {
    const chat = openChat(hosts);
    chat.press("Add another");
    expect(chat.step().name).toBe("Hosts 1 › Name");
    chat.type("alpha");
    expect(chat.step().name).toBe("Hosts 1 › Tags");
    chat.press("Done");
    expect(chat.shown()).toContain("alpha");
  });

  it("loses an entry from its middle without mixing up the others", () => {
    const chat = openChat(hosts);
    addHost(chat, "a", "x");
    addHost(chat, "b", "y");
    addHost(chat, "c", "z");
    chat.press("Done");
    chat.press("Edit Hosts 2 › Name");
    chat.press("Remove this entry");
    chat.press("Done");
    expect(chat.press("Submit").done).toEqual({
      hosts: [
        { name: "a", tags: ["x"] },
        { name: "c", tags: ["z"] },
      ],
    });
  });

  it("loses its last entry, however far it was answered", () => {
    const chat = openChat(hosts);
    addHost(chat, "a");
    addHost(chat, "b", "y");
    chat.press("Remove the last");
    addHost(chat, "c");
    chat.press("Done");
    expect(chat.press("Submit").done).toEqual({
      hosts: [
        { name: "a", tags: [] },
        { name: "c", tags: [] },
      ],
    });
  });

  it("an entry begun by mistake is taken back", () => {
    const chat = openChat(hosts);
    addHost(chat, "a");
    chat.press("Add another");
    chat.press("Remove this entry");
    chat.press("Done");
    expect(chat.press("Submit").done).toEqual({ hosts: [{ name: "a", tags: [] }] });
  });

  it("is not ended while its entries do not fit together", () => {
    const chat = openChat(hosts);
    chat.press("Add another");
    chat.type("a");
    chat.type("x");
    chat.type("x");
    expect(chat.press("Done").problems).toEqual([
      expect.stringMatching(/^Hosts 1 › Tags: must NOT have duplicate items/u),
    ]);
    chat.press("Remove the last");
    expect(chat.press("Done").problems).toEqual([]);
  });

  it("a second tap on Remove takes one entry away, not two", () => {
    const chat = openChat({ type: "array", items: { type: "integer" } });
    for (const text of ["1", "2", "3"]) chat.type(text);
    const remove = chat.step().controls.find(({ kind }) => kind === "remove_last")?.action ?? "";
    chat.act(remove);
    expect(chat.act(remove).problems).toHaveLength(1);
    chat.press("Done");
    expect(chat.press("Submit").done).toEqual([1, 2]);
  });

  it("refuses a typed entry that does not fit, with its place", () => {
    const chat = openChat({ type: "array", title: "Ports", items: { type: "integer", maximum: 9 } });
    chat.type("1");
    expect(chat.type("10").problems).toEqual(["Ports 2: must be <= 9"]);
    expect(chat.type("x").problems).toEqual([expect.stringMatching(/^Ports: this is not a number/u)]);
    expect(chat.type("9").echo).toEqual(["Ports 2: 9"]);
  });

  it("that was left out, or is null, is no empty list", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        a: { type: "array", items: { type: "string" } },
        b: { type: ["array", "null"], items: { type: "string" } },
      },
    };
    const chat = openChat(schema);
    chat.press("Skip");
    chat.press("None");
    expect(chat.press("Submit").done).toEqual({ b: null });
    chat.press("Edit b");
    chat.type("x");
    chat.press("Done");
    expect(chat.press("Submit").done).toEqual({ b: ["x"] });
  });

  it("stops growing when a form has a thousand places", () => {
    const plan = planQuestion({ type: "array", title: "Rows", items: { type: "array", items: { type: "boolean" } } });
    const addTo = (rows: number, cells: number): readonly string[] => {
      const entries: Record<string, JsonValue> = { "": { kind: "list", count: rows, closed: false } };
      for (let row = 0; row < rows; row += 1) {
        entries[`/${row}`] = { kind: "list", count: cells, closed: true };
        for (let cell = 0; cell < cells; cell += 1) entries[`/${row}/${cell}`] = { kind: "value", json: "true" };
      }
      const state = decodeFormState({ format: "lobster.form.v1", entries });
      return state === undefined ? ["unreadable"] : applyAction(plan, state, `add@0+${rows}`, context).problems;
    };
    expect(addTo(90, 10)).toEqual([]);
    expect(addTo(91, 10)).toEqual([
      "Rows: there are too many entries to go on one by one; please send the whole answer as JSON.",
    ]);
  });
});

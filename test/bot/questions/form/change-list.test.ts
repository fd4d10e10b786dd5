import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/runtime/json.ts";
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
    const leaf = { type: "array", items: { type: "string" } };
    const chat = openChat({ type: "array", title: "Rows", items: { type: "array", title: "Cells", items: leaf } });
    let problems: readonly string[] = [];
    for (let round = 0; round < 3_000 && problems.length === 0; round += 1) {
      const [done, add] = ["done", "add"].map((verb) => chat.step().controls.find(({ kind }) => kind === verb)?.action);
      const depth = chat.step().pointer.split("/").length;
      problems = (depth === 3 ? chat.type("x") : chat.act(add ?? done ?? "")).problems;
      if (depth === 3) chat.press("Done");
      if (round % 60 === 59 && depth === 2) chat.press("Done");
    }
    expect(problems).toEqual([expect.stringContaining("please send the whole answer as JSON")]);
  });
});

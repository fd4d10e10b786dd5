import { describe, expect, it } from "vitest";
import { applyText, openForm, planQuestion } from "../../../../src/bot/questions/index.ts";
import { context } from "../ajv-validator.ts";
import { openChat } from "../chat.ts";

describe("a typed reply", () => {
  it("to an earlier step is not taken for the next question", () => {
    const plan = planQuestion({ type: "object", properties: { a: { type: "string" }, b: { type: "string" } } });
    const first = applyText(plan, openForm(), "for a", context, "1");
    expect(first.problems).toEqual([]);
    const late = applyText(plan, first.state, "for a again", context, "1");
    expect(late.problems).toEqual([
      "That reply belongs to an earlier step of this question; please answer the latest message.",
    ]);
    expect(late.state).toBe(first.state);
    expect(applyText(plan, first.state, "for b", context, "2").problems).toEqual([]);
  });

  it("to a question about an object or a list of objects is answered with a word about the buttons", () => {
    const group = openChat({
      type: "object",
      properties: { o: { type: "object", title: "O", properties: { a: { type: "string" } } } },
    });
    expect(group.type("yes").problems).toEqual(["O: please use the buttons of this step."]);
    const list = openChat({ type: "array", items: { type: "object", properties: { a: { type: "string" } } } });
    expect(list.type('{"a":"x"}').problems).toEqual(["Answer: please use the buttons of this step."]);
  });

  it("says back what was understood, except text, which is kept as it is", () => {
    const chat = openChat({
      type: "object",
      required: ["day", "flag", "place", "text"],
      properties: {
        day: { type: "string", format: "date" },
        flag: { type: "boolean" },
        place: { oneOf: [{ const: "eu", title: "Europe" }] },
        text: { type: "string" },
      },
    });
    expect(chat.type("Dec 1, 2026").echo).toEqual(["day: 2026-12-01"]);
    expect(chat.type("on").echo).toEqual(["flag: Yes"]);
    expect(chat.type("EU").echo).toEqual(["place: Europe"]);
    expect(chat.type("anything").echo).toEqual([]);
  });

  it("replaces marks, and the marks still wait for Done", () => {
    const chat = openChat({ type: "array", items: { enum: ["a", "b", "c, d"] } });
    chat.press("a");
    expect(chat.type("b\nB").done).toBeUndefined();
    expect(chat.step().options.map(({ marked }) => marked)).toEqual([false, true, false]);
    chat.type("c, d");
    expect(chat.step().options.map(({ marked }) => marked)).toEqual([false, false, true]);
    expect(chat.type(" , ").problems).toHaveLength(1);
    expect(chat.press("Done").done).toEqual(["c, d"]);
  });
});

describe("a file", () => {
  it("answers the field that is asked where that is JSON, and the whole question elsewhere", () => {
    const schema = { type: "object", required: ["data"], properties: { data: {}, name: { type: "string" } } };
    const chat = openChat(schema);
    expect(chat.send('{"data":1}').done).toBeUndefined();
    expect(chat.step().name).toBe("name");
    expect(chat.send('{"data":1}').done).toEqual({ data: 1 });
    chat.press("Skip");
    expect(chat.press("Submit").done).toEqual({ data: { data: 1 } });
  });

  it("of a question about text has to be JSON, too", () => {
    const chat = openChat({ type: "string" });
    expect(chat.send("plain").problems).toEqual([expect.stringContaining('write "plain"')]);
    expect(chat.send('"plain"').done).toBe("plain");
  });

  it("beyond 64 KiB is refused", () => {
    const chat = openChat({ type: "object", properties: { a: { type: "string" } } });
    expect(chat.send(JSON.stringify({ a: "x".repeat(70_000) })).problems).toEqual([
      "Answer: the answer is too long; the limit is 64 KiB.",
    ]);
  });
});

describe("a form", () => {
  it("of many long answers ends at 256 KiB, with a reason", () => {
    const properties = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, { type: "string" }]));
    const chat = openChat({ type: "object", properties });
    const problems = Object.keys(properties).map(() => chat.type("x".repeat(60_000)).problems);
    expect(problems).toEqual([
      [],
      [],
      [],
      [],
      ["all answers together are too long; the limit is 256 KiB."],
      expect.anything(),
    ]);
    expect(chat.step().name).toBe("e");
  });
});

import { describe, expect, it } from "vitest";
import { currentStep, decodeFormState, planQuestion } from "../../../../src/bot/questions/index.ts";
import type { JsonObject, JsonValue } from "../../../../src/runtime/json.ts";
import { context } from "../ajv-validator.ts";
import { openChat } from "../chat.ts";

const STALE = ["That button belongs to an earlier step of this question; please use the latest message."];

const twoFlags: JsonObject = {
  type: "object",
  required: ["first", "second"],
  properties: { first: { type: "boolean" }, second: { type: "boolean" } },
};

const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
const openList = (pointer: string): [string, JsonValue] => [pointer, { kind: "list", count: 100, closed: false }];

describe("a button", () => {
  it("tapped twice answers one question, not the next one too", () => {
    const chat = openChat(twoFlags);
    const yes = chat.step().options[0]?.action ?? "";
    expect(chat.act(yes).problems).toEqual([]);
    const asked = chat.step().id;
    expect(chat.act(yes).problems).toEqual(STALE);
    expect(chat.step().id).toBe(asked);
    expect(chat.step().name).toBe("second");
  });

  it("of a summary submits only what that summary showed", () => {
    const chat = openChat(twoFlags);
    chat.press("Yes");
    chat.press("Yes");
    const shown = chat.step().controls[0]?.action ?? "";
    chat.press("Edit second");
    chat.press("No");
    expect(chat.act(shown)).toMatchObject({ problems: STALE });
    expect(chat.press("Submit").done).toEqual({ first: true, second: false });
  });

  it.each([
    "",
    "yes",
    "yes@",
    "yes@9",
    "@1",
    "c0@1",
    "YES@1",
    "yes@1 ",
    "submit@1",
    "constructor@1",
    "__proto__@1",
    "e1@1",
    "skip@1",
    "nil@1",
    "x".repeat(500),
  ])("that says %j changes nothing", (action) => {
    const chat = openChat(twoFlags);
    const before = JSON.stringify(chat.state());
    expect(chat.act(action).problems).toEqual(STALE);
    expect(JSON.stringify(chat.state())).toBe(before);
  });

  it("of an option that does not exist changes nothing", () => {
    const chat = openChat({ enum: ["a"] });
    expect(chat.act("c1@0").problems).toEqual(STALE);
    expect(chat.act("c0@0").done).toBe("a");
  });

  it("of a question of one field may be pressed again while the host has not accepted the answer", () => {
    const chat = openChat({ type: "boolean" });
    expect(chat.press("Yes").done).toBe(true);
    expect(chat.press("No").done).toBe(false);
  });
});

describe("the code of a button", () => {
  it("has at most 24 bytes, even deep in long lists of a long form", () => {
    const members = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`f${index}`, { type: "boolean" }]));
    const plan = planQuestion({
      type: "object",
      properties: {
        ...members,
        z: listOf(listOf(listOf({ enum: Array.from({ length: 20_000 }, (_, index) => index) }))),
      },
    });
    // The innermost list of options is marked; the lists around it are counted.
    const entries = Object.fromEntries([
      openList("/z"),
      ...Array.from({ length: 100 }, (_, index) => openList(`/z/${index}`)),
    ]);
    const state = decodeFormState({ format: "lobster.form.v1", entries, focus: "93.99.99" });
    if (state === undefined) throw new Error("The form could not be read");
    const { id, options, controls } = currentStep(plan, state, context.wording);
    expect(id).toBe("93.99.99");
    const actions = [...options, ...controls].map(({ action }) => action);
    expect(actions).toHaveLength(20_000 + controls.length);
    expect(Math.max(...actions.map((action) => Buffer.byteLength(action)))).toBeLessThanOrEqual(24);
  });
});

describe("going back", () => {
  it("asks the field before again, with its answer kept or replaced", () => {
    const chat = openChat({
      type: "object",
      required: ["a", "b", "c"],
      properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
    });
    expect(chat.labels()).not.toContain("Back");
    chat.type("1");
    chat.type("2");
    chat.press("Back");
    expect(chat.step().name).toBe("b");
    chat.press("Back");
    expect(chat.step().name).toBe("a");
    expect(chat.shown()).toContain("Now: ");
    chat.type("one");
    // b is answered already, so the form goes on where it was.
    expect(chat.step().name).toBe("c");
    chat.press("Back");
    chat.press("Keep");
    chat.type("3");
    expect(chat.press("Submit").done).toEqual({ a: "one", b: "2", c: "3" });
  });
});

describe("the summary", () => {
  it("lets every field be changed, left out and filled in again, without losing what was entered", () => {
    const chat = openChat({
      type: "object",
      properties: {
        owner: { type: "object", title: "Owner", properties: { name: { type: "string", title: "Name" } } },
      },
    });
    chat.press("Fill in");
    chat.type("Ann");
    chat.press("Edit Owner");
    chat.press("Skip");
    expect(chat.press("Submit").done).toEqual({});
    chat.press("Edit Owner");
    chat.press("Fill in");
    expect(chat.press("Submit").done).toEqual({ owner: { name: "Ann" } });
  });

  it("takes the person to the first field that does not fit together with the others", () => {
    const chat = openChat({
      type: "object",
      required: ["low", "high"],
      properties: { low: { $ref: "#/properties/high" }, high: { type: "integer", title: "High" } },
      allOf: [{ properties: { high: { type: "integer" } } }, { properties: { low: { maximum: 5, title: "Low" } } }],
    });
    chat.type("7");
    chat.type("8");
    const outcome = chat.press("Submit");
    expect(outcome.done).toBeUndefined();
    expect(outcome.problems).toEqual(["Low: must be <= 5"]);
    expect(chat.step().name).toBe("Low");
    expect(chat.shown()).toContain("7");
    chat.type("5");
    expect(chat.press("Submit").done).toEqual({ low: 5, high: 8 });
  });

  it("stays when a problem belongs to no single field", () => {
    const chat = openChat({
      type: "object",
      minProperties: 2,
      properties: { a: { type: "string" }, b: { type: "string" } },
    });
    chat.type("x");
    chat.press("Skip");
    expect(chat.press("Submit").problems).toEqual(["Answer: must NOT have fewer than 2 properties"]);
    expect(chat.step().kind).toBe("summary");
  });

  it("answers typed text with a word about its buttons", () => {
    const chat = openChat({ type: "object", properties: { a: { type: "boolean" } } });
    chat.press("Yes");
    expect(chat.type("submit").problems).toEqual(["please use the buttons of this step."]);
  });
});

describe("answering with JSON", () => {
  it("can be chosen and left again, with the fields kept", () => {
    const chat = openChat(twoFlags);
    chat.press("Yes");
    chat.press("No");
    chat.press("Answer with JSON");
    expect(chat.step()).toMatchObject({ kind: "whole", id: "w", reply: { placeholder: "JSON" } });
    expect(chat.type('{"first":true}').problems).toEqual(["Answer: must have required property 'second'"]);
    expect(chat.type("nonsense").problems).toEqual([expect.stringMatching(/^Answer: this is not JSON/u)]);
    expect(chat.step().kind).toBe("whole");
    expect(chat.act("submit@w").problems).toEqual(STALE);
    chat.press("Answer field by field");
    expect(chat.press("Submit").done).toEqual({ first: true, second: false });
  });
});

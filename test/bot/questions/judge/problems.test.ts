import { describe, expect, it } from "vitest";
import { applyFile, applyProblems, applyText, openForm, planQuestion } from "../../../../src/bot/questions/index.ts";
import { checkField } from "../../../../src/bot/questions/judge/problems.ts";
import { explainResponse } from "../../../../src/runtime/workflow/response-schema.ts";
import { context } from "../ajv-validator.ts";

const plan = planQuestion({
  type: "object",
  properties: { a: { type: "string", title: "A" }, b: { type: "string", title: "B" } },
});

describe("problems of an answer", () => {
  it("come from the runtime's own validator, handed in", () => {
    const strict = { ...context, validate: explainResponse };
    const schema = {
      type: "object",
      required: ["n"],
      properties: { n: { type: "integer", title: "N", maximum: 5 } },
    } as const;
    const asked = planQuestion(schema);
    expect(applyText(asked, openForm(), "6", strict).problems).toEqual(["N: this has to be at most 5."]);
    expect(applyFile(asked, openForm(), "{}", strict).problems).toEqual(["Answer: n is missing."]);
    expect(applyFile(asked, openForm(), '{"n":5}', strict).done).toEqual({ n: 5 });
  });

  it("take the person to the first field that has one, with the rest kept", () => {
    const state = { ...openForm(), entries: { "/a": { kind: "skipped" }, "/b": { kind: "skipped" } } } as const;
    const outcome = applyProblems(
      plan,
      state,
      [
        { path: "/", message: "first" },
        { path: "/b", message: "second" },
      ],
      context,
    );
    expect(outcome.problems).toEqual(["Answer: first", "B: second"]);
    expect(outcome.state).toEqual({ ...state, focus: "2" });
    expect(outcome.done).toBeUndefined();
  });

  it("are told once each, and counted beyond thirty", () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ path: "/a", message: `is wrong ${index % 50}` }));
    const { problems } = applyProblems(plan, openForm(), many, context);
    expect(problems).toHaveLength(31);
    expect(problems.at(-1)).toBe("And 20 more problems.");
  });

  it("show what is invisible in them", () => {
    const { problems } = applyProblems(plan, openForm(), [{ path: "/a", message: "must not be \u202Eevil" }], context);
    expect(problems).toEqual(["A: must not be \\u{202e}evil"]);
  });

  it("are told when the validator gives up on an answer", () => {
    const asked = planQuestion({ type: "array", uniqueItems: true, title: "List" });
    const outcome = applyText(asked, openForm(), '[{}, {"toString": "a"}]', context);
    expect(outcome.done).toBeUndefined();
    expect(outcome.problems).toEqual([expect.stringMatching(/^List: this answer cannot be checked/u)]);
  });

  it("of a field whose schema the validator cannot use alone are left to the whole answer", () => {
    const field = {
      kind: "text",
      ordinal: 0,
      title: "A",
      required: true,
      nullable: false,
      length: {},
      check: { $ref: "#/nowhere" },
    } as const;
    expect(checkField(field, [{ field }], "x", context)).toEqual([]);
  });
});

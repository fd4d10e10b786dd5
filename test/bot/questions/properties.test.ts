import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyAction,
  applyChoice,
  applyFields,
  applyFile,
  applyText,
  currentStep,
  decodeFormState,
  listPageFields,
  openForm,
  planQuestion,
  renderFormStep,
} from "../../../src/bot/questions/index.ts";
import type { FormOutcome, FormState, QuestionPlan } from "../../../src/bot/questions/index.ts";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { stringifyJson } from "../../../src/runtime/stable-json.ts";
import { context, validate } from "./ajv-validator.ts";
import { arbitraryDefaults, arbitrarySchema } from "./arbitrary-schema.ts";
import { DISCORD_LIKE, TELEGRAM_LIKE } from "./limits.ts";

/** What a person, or somebody else, does next. */
type Move =
  | { readonly kind: "press"; readonly nth: number }
  | { readonly kind: "action"; readonly action: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "page"; readonly texts: readonly string[] };

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "1",
    "2.5",
    "1,500",
    "v1 x",
    "yes",
    "no",
    "2026-12-01",
    "01/02/2026",
    "14:30Z",
    "2026-12-01 14:30Z",
  ),
  fc.constantFrom(
    "",
    " ",
    "null",
    "{}",
    "[]",
    '{"env":"a"}',
    "a@b.example",
    "https://a.example/",
    '{"__proto__":1}',
    "9007199254740993",
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.json({ maxDepth: 2 }),
);
const verb = fc.constantFrom(
  "c",
  "m",
  "p",
  "e",
  "done",
  "skip",
  "nil",
  "def",
  "alldef",
  "add",
  "rm",
  "drop",
  "back",
  "json",
  "submit",
  "constructor",
);

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("press" as const), nth: fc.nat(1000) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("text" as const), text }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("page" as const), texts: fc.array(text, { minLength: 1, maxLength: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("file" as const), text }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("choice" as const),
      values: fc.array(fc.oneof(fc.nat(6).map(String), text), { maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("action" as const),
      action: fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.tuple(verb, fc.nat(30), fc.nat(9)).map(([word, number, step]) => `${word}${number}@${step}`),
      ),
    }),
  },
);

function play(plan: QuestionPlan, state: FormState, next: Move): FormOutcome {
  switch (next.kind) {
    case "press": {
      const step = currentStep(plan, state, context.wording);
      const actions = [...step.options, ...step.controls].map(({ action }) => action);
      return applyAction(plan, state, actions[next.nth % Math.max(1, actions.length)] ?? "", context);
    }
    case "action":
      return applyAction(plan, state, next.action, context);
    case "text":
      return applyText(plan, state, next.text, context);
    case "file":
      return applyFile(plan, state, next.text, context);
    case "choice": {
      const { id } = currentStep(plan, state, context.wording);
      return applyChoice(plan, state, next.values, context, id);
    }
    case "page": {
      const fields = listPageFields(plan, state, 5, context.wording);
      return applyFields(
        plan,
        state,
        Object.fromEntries(fields.map(({ id }, index) => [id, next.texts[index] ?? ""])),
        context,
      );
    }
  }
}

const question = fc.tuple(arbitrarySchema, fc.option(arbitraryDefaults, { nil: undefined }));
const moves = fc.array(move, { maxLength: 40 });

function planOf([schema, defaults]: readonly [
  Parameters<typeof planQuestion>[0],
  JsonValue | undefined,
]): QuestionPlan {
  return planQuestion(schema, defaults);
}

describe("any question, whatever is done to it", () => {
  it("never throws, and is done only with an answer that fits the whole schema", () => {
    let done = 0;
    fc.assert(
      fc.property(question, moves, (asked, played) => {
        const plan = planOf(asked);
        let state = openForm();
        for (const next of played) {
          const outcome = play(plan, state, next);
          if (outcome.done !== undefined) {
            done += 1;
            expect(validate(plan.schema, outcome.done)).toEqual([]);
            expect(outcome.problems).toEqual([]);
          }
          state = outcome.state;
        }
      }),
      { numRuns: 60 },
    );
    expect(done).toBeGreaterThan(5);
  });

  it("goes on the same after being stored, planned again and read back at every step", () => {
    fc.assert(
      fc.property(question, moves, (asked, played) => {
        const plan = planOf(asked);
        let state = openForm();
        let restored: FormState = openForm();
        for (const next of played) {
          const outcome = play(plan, state, next);
          const other = play(planOf(asked), restored, next);
          expect(writeOutcome(other)).toBe(writeOutcome(outcome));
          state = outcome.state;
          const stored = decodeFormState(JSON.parse(JSON.stringify(other.state)));
          if (stored === undefined) throw new Error("The form could not be read back");
          expect(stored).toEqual(state);
          expect(currentStep(plan, stored, context.wording)).toEqual(currentStep(plan, state, context.wording));
          restored = stored;
        }
      }),
      { numRuns: 30 },
    );
  });

  it("shows every step within the platform's limits, with short actions that are told apart", () => {
    fc.assert(
      fc.property(question, moves, (asked, played) => {
        const plan = planOf(asked);
        let state = openForm();
        for (const next of played) {
          const step = currentStep(plan, state, context.wording);
          for (const limits of [TELEGRAM_LIKE, DISCORD_LIKE]) {
            const { rows } = renderFormStep(step, limits, context.wording);
            expect(rows.length).toBeLessThanOrEqual(limits.buttonRows);
            expect(rows.every((row) => row.length > 0 && row.length <= limits.buttonsPerRow)).toBe(true);
            const buttons = rows.flat();
            expect(buttons.every(({ label }) => label.trim() !== "" && label.length <= limits.buttonLabelChars)).toBe(
              true,
            );
          }
          const actions = [...step.options, ...step.controls].map(({ action }) => action);
          expect(new Set(actions).size).toBe(actions.length);
          expect(actions.every((action) => /^[a-z0-9.+@]{1,24}$/u.test(action))).toBe(true);
          expect(actions.length > 0 || step.reply !== undefined).toBe(true);
          state = play(plan, state, next).state;
        }
      }),
      { numRuns: 30 },
    );
  });

  it("takes back a refused answer without losing anything that was entered", () => {
    fc.assert(
      fc.property(question, moves, (asked, played) => {
        const plan = planOf(asked);
        let state = openForm();
        for (const next of played) {
          const outcome = play(plan, state, next);
          const isText = next.kind === "text" || next.kind === "file";
          if (isText && outcome.problems.length > 0) {
            const lost = Object.keys(state.entries).filter((pointer) => !Object.hasOwn(outcome.state.entries, pointer));
            expect(lost).toEqual([]);
          }
          state = outcome.state;
        }
      }),
      { numRuns: 30 },
    );
  });
});

function writeOutcome({ done, problems, echo }: FormOutcome): string {
  return `${JSON.stringify({ problems, echo })} ${done === undefined ? "open" : stringifyJson(done)}`;
}

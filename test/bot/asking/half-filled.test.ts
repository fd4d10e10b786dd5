import { expect, it } from "vitest";
import { createHalfFilledForms } from "../../../src/bot/asking/half-filled.ts";
import { openForm } from "../../../src/bot/questions/index.ts";
import { createShelves } from "../../../src/bot/storage/shelf.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

it("keeps an answer that is taken while a prompt is noted, and prompts of several conversations", async () => {
  const forms = createHalfFilledForms(createShelves(createMemoryStore()));
  const inquiry = { key: "gate workflow_resume_1" };
  const state = { ...openForm(), focus: "item" };
  await Promise.all([
    forms.change(inquiry, { prompted: { "telegram:1": "item" } }),
    forms.change(inquiry, { state }),
    forms.change(inquiry, { prompted: { "telegram:2": "item" } }),
  ]);
  const form = await forms.get(inquiry);
  expect(form.prompted).toEqual({ "telegram:1": "item", "telegram:2": "item" });
  expect(form.state.focus).toBe("item");
});

import { afterEach, expect, it } from "vitest";
import type { Form } from "../../../src/bot/adapter.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const ASK = `
steps:
  - id: ask
    input:
      prompt: "Rotate hunter2222 \\u202enow?"
      responseSchema:
        type: object
        properties:
          note: { type: string, title: "Note about hunter2222" }
          count: { type: integer, title: Count }
        required: [note, count]
`;

it("a form that opens over the chat shows no secret and no hidden character either", async () => {
  const platform = createFakePlatform({ limits: { forms: true, formFields: 5 } });
  stage = await openStage({ platform, files: { "ask.lobster": ASK }, config: { redactions: ["hunter2222"] } });
  await stage.act({ kind: "command", name: "run", rest: "ask", from: "101" });
  const question = platform.messages.findLast(({ content }) => content.buttons !== undefined);
  if (question === undefined) throw new Error("no question");
  const forms: Form[] = [];
  await stage.act({
    kind: "press",
    payload: payloadOf(question, "Answer"),
    from: "101",
    openForm: (form: Form) => {
      forms.push(form);
      return Promise.resolve(true);
    },
  });
  expect(forms).toHaveLength(1);
  expect(JSON.stringify(forms)).not.toContain("hunter2222");
  expect(JSON.stringify(forms)).not.toContain("\u202e");
});

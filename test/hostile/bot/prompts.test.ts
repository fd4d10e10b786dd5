import { afterEach, expect, it } from "vitest";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

afterEach(() => stage.stop());

const ASK = `
steps:
  - id: ask
    input: { prompt: "Which tag?", responseSchema: { type: string } }
  - id: show
    run: cat
    stdin: $ask.response
`;

it("a typed question that is posted to two conversations asks for the reply in both", async () => {
  const platform = createFakePlatform();
  stage = await openStage({
    platform,
    files: { "ask.lobster": ASK },
    config: {
      chats: [
        { platform: "telegram", id: "100" },
        { platform: "telegram", id: "300" },
      ],
      workflows: new Map([
        [
          "ask",
          { postTo: [{ kind: "origin" }, { kind: "conversation", conversation: { platform: "telegram", id: "300" } }] },
        ],
      ]),
    },
  });
  await stage.act({ kind: "command", name: "run", rest: "ask", from: "101" });
  const asked = platform.messages.filter(({ content }) => content.expectReply !== undefined);
  expect(asked.map(({ ref }) => ref.conversation.id).toSorted()).toEqual(["100", "300"]);
});

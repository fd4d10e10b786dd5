import { afterEach, describe, expect, it } from "vitest";
import { openScene, type GateScene } from "./gate-scene.ts";

let scene: GateScene;
afterEach(() => scene.stop());

const asking = (policy: string): string => `
steps:
  - id: ask
    input:
      prompt: How many replicas?
      responseSchema: { type: integer, minimum: 1, title: Replicas }
      ${policy}
  - id: go
    run: echo $ask.response >> done.txt
`;

const questionId = (): string => /\/answer ([0-9a-f]{8})/.exec(texts().join("\n"))?.[1] ?? "";
const texts = (): readonly string[] => scene.telegram.messages.map(scene.telegram.textOf);
const answer = (who: string, text: string): Promise<string> => scene.say(who, `/answer ${questionId()} ${text}`);

describe("a question", () => {
  it.each([
    ["", "Dan answers it.", ["dan"]],
    ["answer_by: [starter]", "Dan answers it.", ["dan"]],
    ["answer_by: [cat]", "Cat answers it.", ["cat"]],
    ["answer_by: [group:release]", "group release answers it.", ["ann", "bob"]],
    ["answer_by: [group:release, cat, starter]", "group release, Cat or Dan answers it.", ["ann", "bob", "cat", "dan"]],
  ])("with %j says who answers it, and takes it from nobody else", async (policy, said, able) => {
    scene = await openScene(asking(policy));
    expect(texts().join("\n")).toContain(said);
    for (const who of ["ann", "bob", "cat", "dan", "eve"].filter((id) => !able.includes(id))) {
      expect(await answer(who, "3")).toMatch(/^This question is for /);
    }
    expect((await scene.gate()).state).toBe("open");
    await answer(able.at(-1) ?? "", "3");
    expect(await scene.done()).toEqual(["3"]);
    expect((await scene.gate()).decision?.by).toBe(able.at(-1));
  });

  it("asks for a reply of everybody who may answer it, and of nobody else", async () => {
    scene = await openScene(asking("answer_by: [group:release]"));
    const asked = scene.telegram.messages.findLast(({ content }) => content.expectReply !== undefined);
    expect(asked?.content.expectReply?.from).toEqual(["101", "102"]);
    expect(
      await scene.deliver({
        kind: "text",
        text: "4",
        ...(asked === undefined ? {} : { replyTo: asked.ref }),
        from: "103",
      }),
    ).toMatch(/^This question is for group release\.$/);
    await scene.reply("bob", "4");
    expect(await scene.done()).toEqual(["4"]);
  });

  it("is open to the people of its group as they are now", async () => {
    scene = await openScene(asking("answer_by: [group:release]"));
    const id = questionId();
    await scene.restart({
      people: [{ id: "eve", name: "Eve", groups: ["release"], accounts: [{ platform: "telegram", id: "105" }] }],
    });
    expect(await scene.say("ann", `/answer ${id} 3`)).toContain("You are not registered here");
    await scene.say("eve", `/answer ${id} 5`);
    expect(await scene.done()).toEqual(["5"]);
  });

  it("stands under what a person can act on for those who may answer it alone", async () => {
    scene = await openScene(asking("answer_by: [group:release]"));
    await scene.say("ann", "/pending");
    expect(texts().at(-1)).toMatch(/^You can act on:/);
    await scene.say("dan", "/pending");
    expect(texts().at(-1)).toMatch(/^Others can act on:/);
  });

  it("that nobody here could answer is not asked: its run is not started", async () => {
    scene = await openScene(asking("answer_by: [group:nobody]"));
    expect(await scene.say("dan", "/run release")).toContain(
      "ask: group nobody answers it. Of those who can act here, nobody is able to.",
    );
    expect(texts()).toEqual([]);
  });
});

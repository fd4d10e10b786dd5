import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Form } from "../../../src/bot/adapter.ts";
import type { BotConfig } from "../../../src/bot/core.ts";
import { payloadOf, startBench, type BotBench } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakeEvent, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createWorkspace, type Workspace } from "../../scenarios/workspace.ts";

const ORDER = `
steps:
  - id: ask
    input:
      prompt: What shall be ordered?
      responseSchema:
        type: object
        properties:
          item: { type: string, title: Item }
          count: { type: integer, minimum: 1, title: Count }
          gift: { type: boolean, title: Gift }
        required: [item, count, gift]
  - id: order
    run: cat > order.json
    stdin: $ask.response
`;

const CONFIG: Partial<BotConfig> = {
  people: [
    { id: "dev-lead", name: "Dev lead", groups: [], accounts: [{ platform: "telegram", id: "101" }] },
    { id: "teammate", name: "Teammate", groups: [], accounts: [{ platform: "telegram", id: "103" }] },
  ],
  chats: [{ platform: "telegram", id: "100" }],
};

let workspace: Workspace;
let platform: FakePlatform;
let bench: BotBench;

const open = async (limits: Parameters<typeof createFakePlatform>[0]): Promise<void> => {
  platform = createFakePlatform(limits);
  bench = await startBench(workspace, [platform], CONFIG);
  await act({ kind: "command", name: "run", rest: "order", from: "101" });
};

beforeEach(async () => {
  workspace = await createWorkspace({ "order.lobster": ORDER });
});

afterEach(async () => {
  await bench.bot.stop({ graceMs: 0 });
  await workspace.remove();
});

const act = async (event: FakeEvent) => {
  const answer = await platform.deliver(event);
  await bench.bot.idle();
  return answer;
};

const question = () => bench.find(platform, "What shall be ordered?");
const press = (label: string, from = "101") => act({ kind: "press", payload: payloadOf(question(), label), from });
const readOrder = async (): Promise<unknown> =>
  JSON.parse(await readFile(path.join(workspace.workflowsDirectory, "order.json"), "utf8"));

const prompts = () => platform.messages.filter(({ content }) => content.expectReply !== undefined);
const openForm = async (from = "101", label = "Answer"): Promise<Form | undefined> => {
  let opened: Form | undefined;
  const event: FakeEvent = {
    kind: "press",
    payload: payloadOf(question(), label),
    from,
    openForm: (form: Form) => {
      opened = form;
      return Promise.resolve(true);
    },
  };
  await act(event);
  return opened;
};
const submit = (form: Form | undefined, values: Readonly<Record<string, string>>) =>
  act({ kind: "form", payload: form?.payload ?? "", values, from: "101" });

const reply = (text: string, from = "101", index = -1) => {
  const replyTo = prompts().at(index)?.ref;
  if (replyTo === undefined) throw new Error("nobody asked");
  return act({ kind: "text", text, replyTo, from });
};

describe("where one message cannot carry buttons and expect a reply", () => {
  beforeEach(() => open({ limits: { buttonsWithReply: false } }));

  it("asks for each written answer in a message of its own, of the person who answers", async () => {
    expect(question().content.expectReply).toBeUndefined();
    expect(prompts().map(({ content }) => content.expectReply?.from)).toEqual([["101"]]);
    expect(prompts()[0]?.replyTo).toBe(question().ref.id);
    await reply("tea");
    expect(prompts()).toHaveLength(2);
    await reply("3");
    await press("Yes");
    await press("Submit");
    expect(await readOrder()).toEqual({ item: "tea", count: 3, gift: true });
  });

  it.each([
    ["too_large", "larger than 1 MiB"],
    ["not_text", "no text in UTF-8"],
    ["not_fetched", "could not be fetched"],
  ] as const)("says why a file was not taken (%s), and goes on waiting", async (lostFile, why) => {
    const replyTo = prompts().at(-1)?.ref;
    const event = { kind: "text", text: "see the file", from: "101", lostFile } as const;
    const answer = await act(replyTo === undefined ? event : { ...event, replyTo });
    expect(answer.text).toContain(why);
    await reply("tea");
    expect(platform.textOf(question())).toContain("Count (2 of 3)");
  });

  it("asks again after an answer that was not taken", async () => {
    await reply("tea");
    expect((await reply("none")).text).toContain("That was not taken:");
    expect(prompts()).toHaveLength(3);
    await reply("2");
    expect(platform.textOf(question())).toContain("Gift");
  });

  it("never takes a reply to an earlier prompt for the present field", async () => {
    await reply("tea");
    await reply("coffee", "101", 0);
    await reply("5");
    await press("No");
    await press("Submit");
    expect(await readOrder()).toEqual({ item: "tea", count: 5, gift: false });
  });

  it("takes no reply from somebody else", async () => {
    expect((await reply("tea", "103")).text).toBe("This question is for Dev lead.");
    expect(platform.textOf(question())).toContain("Item");
  });

  it("goes on where it stood after a restart", async () => {
    await reply("tea");
    await bench.restart();
    expect(prompts()).toHaveLength(2);
    await reply("4");
    await press("No");
    await press("Submit");
    expect(await readOrder()).toEqual({ item: "tea", count: 4, gift: false });
  });

  it("takes a file as the whole answer", async () => {
    const replyTo = prompts()[0]?.ref;
    const event = {
      kind: "text",
      text: "",
      from: "101",
      files: [{ name: "a.json", text: '{"item":"a","count":1,"gift":false}' }],
    };
    await act({ ...event, ...(replyTo === undefined ? {} : { replyTo }) } as FakeEvent);
    expect(await readOrder()).toEqual({ item: "a", count: 1, gift: false });
  });
});

describe("where the platform has forms", () => {
  beforeEach(() => open({ limits: { forms: true, formFields: 5 } }));

  it("asks for the written fields on one page, and for the rest with buttons", async () => {
    const form = await openForm();
    expect(form?.fields.map(({ label }) => label)).toEqual(["Item", "Count"]);
    const [item, count] = form?.fields.map(({ id }) => id) ?? [];
    await submit(form, { [item ?? ""]: "tea", [count ?? ""]: "3" });
    await press("Yes");
    await press("Submit");
    expect(await readOrder()).toEqual({ item: "tea", count: 3, gift: true });
  });

  it("keeps what fits when another field does not, and says which", async () => {
    const form = await openForm();
    const [item, count] = form?.fields.map(({ id }) => id) ?? [];
    expect((await submit(form, { [item ?? ""]: "tea", [count ?? ""]: "0" })).text).toContain("Count");
    const again = await openForm("101", "Continue");
    expect(again?.fields.map(({ label }) => label)).toEqual(["Count"]);
  });

  it("opens for nobody else", async () => {
    expect(await openForm("103")).toBeUndefined();
  });
});

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Select } from "../../../src/bot/adapter.ts";
import type { BotConfig } from "../../../src/bot/core.ts";
import { payloadOf, startBench, type BotBench } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakeEvent, type FakeMessage, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createWorkspace, type Workspace } from "../../scenarios/workspace.ts";

const REGIONS = Array.from({ length: 12 }, (_, index) => `region-${index + 1}`);

const PLACE = `
steps:
  - id: ask
    input:
      prompt: Where shall it go?
      responseSchema:
        type: object
        properties:
          region: { enum: ${JSON.stringify(REGIONS)}, title: Region }
          hosts: { type: array, items: { enum: [api, web, worker] }, minItems: 1, maxItems: 2, title: Hosts }
          spare: { enum: ${JSON.stringify(REGIONS)}, title: Spare }
        required: [region, hosts]
  - id: place
    run: cat >> place.json
    stdin: $ask.response
`;

const SHOW = `
args:
  region: { required: true, enum: ${JSON.stringify(REGIONS)} }
steps:
  - id: place
    run: printf '%s' "$LOBSTER_ARG_REGION" >> shown.txt
`;

const TOKEN = `ghp_${"a1B2".repeat(9)}`;

const LEAK = `
steps:
  - id: ask
    input:
      prompt: Which key?
      responseSchema: { type: array, items: { enum: [${TOKEN}, "${"x".repeat(70)} ${TOKEN}"] } }
  - id: end
    run: "true"
`;

const CONFIG: Partial<BotConfig> = {
  people: [
    { id: "dev-lead", name: "Dev lead", groups: [], accounts: [{ platform: "telegram", id: "101" }] },
    { id: "teammate", name: "Teammate", groups: [], accounts: [{ platform: "telegram", id: "103" }] },
  ],
  chats: [
    { platform: "telegram", id: "100" },
    { platform: "telegram", id: "200" },
  ],
};

let workspace: Workspace;
let platform: FakePlatform;
let bench: BotBench;

beforeEach(async () => {
  workspace = await createWorkspace({ "place.lobster": PLACE, "show.lobster": SHOW, "leak.lobster": LEAK });
  platform = createFakePlatform({ limits: { select: { options: 25, labelChars: 100 } } });
  bench = await startBench(workspace, [platform], CONFIG);
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
const run = (name: string) => act({ kind: "command", name: "run", rest: name, from: "101" });
const question = (text = "Where shall it go?"): FakeMessage => bench.find(platform, text);
const selectOf = ({ content }: FakeMessage): Select => {
  if (content.select === undefined) throw new Error("The message has no select");
  return content.select;
};
const valueOf = (select: Select, label: string): string =>
  select.options.find((option) => option.label === label)?.value ?? `no ${label}`;
const choose = (labels: readonly string[], more: Partial<FakeEvent> = {}) => {
  const select = selectOf(question());
  const values = labels.map((label) => valueOf(select, label));
  return act({ kind: "choice", payload: select.payload, values, from: "101", ...more } as FakeEvent);
};
const press = (label: string) => act({ kind: "press", payload: payloadOf(question(), label), from: "101" });
const read = async (file: string): Promise<string> => {
  try {
    return await readFile(path.join(workspace.workflowsDirectory, file), "utf8");
  } catch {
    return "";
  }
};

describe("a question with a select", () => {
  beforeEach(() => run("place"));

  it("goes from choice to choice, can leave out what is optional, and is sent with Submit", async () => {
    expect(selectOf(question()).options).toHaveLength(12);
    await choose(["region-9"]);
    expect(platform.textOf(question())).toContain("Hosts (2 of 3)");
    expect(selectOf(question())).toMatchObject({ min: 1, max: 2 });
    await choose(["web", "api"]);
    await press("Skip");
    expect(question().content.select).toBeUndefined();
    expect(await read("place.json")).toBe("");
    await press("Submit");
    expect(JSON.parse(await read("place.json"))).toEqual({ region: "region-9", hosts: ["api", "web"] });
  });

  it("shows what was chosen when it is asked again, which can be kept or changed", async () => {
    await choose(["region-9"]);
    await choose(["web"]);
    await press("Skip");
    await press("Edit Hosts");
    expect(selectOf(question()).options.filter((option) => option.preselected === true)).toMatchObject([
      { label: "web" },
    ]);
    await choose(["worker"]);
    await press("Edit Region");
    await press("Keep");
    await press("Submit");
    expect(JSON.parse(await read("place.json"))).toEqual({ region: "region-9", hosts: ["worker"] });
  });

  it("goes on where it stood after a restart, with the select that was shown before", async () => {
    const first = selectOf(question()).payload;
    await choose(["region-2"]);
    await bench.restart();
    expect((await act({ kind: "choice", payload: first, values: ["3"], from: "101" })).text).toContain(
      "That choice belongs to an earlier step of this question",
    );
    await choose(["api"]);
    await press("Skip");
    await press("Submit");
    expect(JSON.parse(await read("place.json"))).toEqual({ region: "region-2", hosts: ["api"] });
  });

  it("takes the answer of those it asks alone, in its own conversation", async () => {
    const before = platform.textOf(question());
    expect((await choose(["region-1"], { from: "103" })).text).toBe("This question is for Dev lead.");
    expect((await choose(["region-1"], { from: "999" })).text).toContain("You are not registered here");
    expect((await choose(["region-1"], { from: undefined, nobody: "bot" })).text).toContain("without a person's own");
    const elsewhere = { platform: "telegram", id: "200" } as const;
    expect((await choose(["region-1"], { conversation: elsewhere })).text).toBe(
      "This counts only in a conversation where its card was posted.",
    );
    expect(platform.textOf(question())).toBe(before);
  });

  it("takes no value that it does not offer, and says so", async () => {
    const { payload } = selectOf(question());
    for (const values of [["12"], ["region-1"], [payload], ["0", "99"], [""]]) {
      const answer = await act({ kind: "choice", payload, values, from: "101" });
      expect(answer.text).toBe("That was not taken:\n  • Region: this is none of the choices.");
    }
    expect((await act({ kind: "choice", payload, values: [], from: "101" })).text).toContain("choose at least 1.");
    expect((await choose(["region-1", "region-2"])).text).toContain("choose at most 1.");
    expect(platform.textOf(question())).toContain("Region (1 of 3)");
  });

  it("takes no payload but that of its select", async () => {
    const { payload } = selectOf(question());
    const [, , reference = ""] = payload.split(":");
    const step = payload.split(":")[3] ?? "";
    for (const wrong of [
      "",
      "qchoose",
      `2:qchoose:${reference}:${step}`,
      `1:qchoose:${"0".repeat(16)}:${step}`,
      `1:q:${reference}:c0@${step}`,
      `1:qform:${reference}:${step}`,
      `1:qopen:${reference}`,
      `form|${payload}`,
    ]) {
      const answer = await act({ kind: "choice", payload: wrong, values: ["0"], from: "101" });
      expect(answer.text).toBe("This button is no longer valid.");
    }
    for (const wrong of [`1:qchoose:${reference}`, `1:qchoose:${reference}:9`, `1:qchoose:${reference}:w`]) {
      const answer = await act({ kind: "choice", payload: wrong, values: ["0"], from: "101" });
      expect(answer.text).toContain("That choice belongs to an earlier step of this question");
    }
    // A press that carries it has chosen nothing.
    expect((await act({ kind: "press", payload, from: "101" })).text).toContain(
      "That button belongs to an earlier step",
    );
    expect(platform.textOf(question())).toContain("Region (1 of 3)");
  });

  it("takes a choice that is delivered again once, and one that came too late not at all", async () => {
    await choose(["region-4"], { eventId: "twice" });
    const hosts = selectOf(question()).payload;
    const again = { kind: "choice", payload: hosts, values: ["0"], from: "101", eventId: "twice" } as const;
    expect(await act(again)).toMatchObject({ text: "", acknowledged: true });
    expect((await choose(["api"], { late: true })).text).not.toBe("");
    expect((await choose(["api"], { repeated: true })).text).not.toBe("");
    expect(platform.textOf(question())).toContain("Hosts (2 of 3)");
    expect(question().content.select?.options.some((option) => option.preselected === true)).toBe(false);
  });

  it("is over when it was answered meanwhile: the choice is told by whom", async () => {
    const { payload } = selectOf(question());
    const [, id = ""] = /\/answer ([0-9a-f]{8})/.exec(platform.textOf(question())) ?? [];
    await act({ kind: "command", name: "answer", rest: `${id} {"region":"region-1","hosts":["api"]}`, from: "101" });
    expect((await act({ kind: "choice", payload, values: ["5"], from: "101" })).text).toContain("Dev lead");
    expect(question().content.select).toBeUndefined();
    expect(JSON.parse(await read("place.json"))).toEqual({ region: "region-1", hosts: ["api"] });
  });
});

it("an answered question that is asked for once more says that it was answered, and asks nothing", async () => {
  await run("place");
  const card = question();
  const [, id = ""] = /\/answer ([0-9a-f]{8})/.exec(platform.textOf(card)) ?? [];
  await act({ kind: "command", name: "pending", from: "101" });
  const show = platform.messages.at(-1)?.content.buttons?.[0]?.[0]?.payload ?? "";
  await act({ kind: "command", name: "answer", rest: `${id} {"region":"region-1","hosts":["api"]}`, from: "101" });
  const before = platform.messages.length;
  await act({ kind: "press", payload: show, from: "101" });
  expect(platform.messages).toHaveLength(before + 1);
  for (const copy of [card, ...platform.messages.slice(before)]) {
    expect(platform.textOf(copy)).toContain("Answered by Dev lead");
    expect(copy.content.select).toBeUndefined();
    expect(copy.content.buttons).toBeUndefined();
  }
});

const form = (): FakeMessage => question("before show can start");

describe("the arguments of a run", () => {
  it("are chosen from a select, by whoever starts it, and of the draft that is open", async () => {
    await run("show");
    const old = selectOf(form()).payload;
    await run("show");
    const { payload } = selectOf(form());
    expect(payload).not.toBe(old);
    expect((await act({ kind: "choice", payload: old, values: ["1"], from: "101" })).text).not.toBe("");
    expect((await act({ kind: "choice", payload, values: ["1"], from: "103" })).text).toBe(
      "This question is for Dev lead.",
    );
    await act({ kind: "choice", payload, values: ["6"], from: "101" });
    await act({ kind: "press", payload: payloadOf(form(), "Submit"), from: "101" });
    expect(await read("shown.txt")).toBe("region-7");
  });

  it("are not taken from a form whose workflow asks something else by now", async () => {
    await run("show");
    const { payload } = selectOf(form());
    const others = SHOW.replace(JSON.stringify(REGIONS), JSON.stringify(REGIONS.toReversed()));
    await writeFile(path.join(workspace.workflowsDirectory, "show.lobster"), others);
    const answer = await act({ kind: "choice", payload, values: ["6"], from: "101" });
    expect(answer.text).toBe("This question is no longer open.");
    expect(await read("shown.txt")).toBe("");
  });
});

it("a secret among the options is hidden in the select, also where the label is cut", async () => {
  await run("leak");
  const { content } = question("Which key?");
  expect(content.select?.options).toHaveLength(2);
  expect(JSON.stringify(content)).not.toContain(TOKEN.slice(0, 12));
});

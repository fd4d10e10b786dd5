import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Chat, SeenMessage } from "../../peers/telegram/index.ts";
import { allowForProcesses } from "./patience.ts";
import { startTelegram, type TelegramBench } from "./telegram-bench.ts";

const COLOURS = Array.from({ length: 30 }, (_, index) => `colour-${index + 1}`);

/** The schema of each question, as JSON, which is YAML. */
const SCHEMAS = {
  boolean: { type: "boolean" },
  enum: { enum: ["stable", "beta", "nightly"] },
  titled: {
    oneOf: [
      { const: 1, title: "One" },
      { const: 2, title: "Two" },
    ],
  },
  big: { enum: COLOURS },
  string: { type: "string", pattern: "^v[0-9]+$", maxLength: 6 },
  date: { type: "string", format: "date" },
  integer: { type: "integer", minimum: 1, maximum: 9 },
  number: { type: "number", exclusiveMinimum: 0 },
  object: {
    type: "object",
    properties: {
      version: { type: "string", pattern: "^v[0-9]+$", title: "Version" },
      channel: { enum: ["stable", "beta"], title: "Channel" },
      notify: { type: "boolean", title: "Notify everybody" },
    },
    required: ["version", "channel", "notify"],
  },
  list: { type: "array", items: { enum: ["api", "web", "worker"] }, minItems: 1, maxItems: 2 },
  json: { type: "object", additionalProperties: { type: "array", items: { type: "integer" } }, minProperties: 1 },
} as const;

const ask = (schema: unknown): string => `
args:
  mark: { default: x }
steps:
  - id: ask
    input:
      prompt: What shall it be?
      responseSchema: ${JSON.stringify(schema)}
  - id: use
    run: cat > "answer-$LOBSTER_ARG_MARK.json"
    stdin: $ask.response
`;

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram(Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ask(schema)])));
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

/** One question in a conversation of its own. */
interface Question {
  readonly chat: Chat;
  readonly form: SeenMessage;
  /** The form as it is now. */
  now(): SeenMessage;
  press(label: string | RegExp): Promise<string>;
  /** Replies to the newest prompt for a written answer. */
  reply(text: string): Promise<void>;
  /** Waits until the form says this. */
  waitFor(text: string | RegExp): Promise<SeenMessage>;
  answer(): Promise<unknown>;
}

async function open(name: string, mark = name): Promise<Question> {
  const chat = bench.group();
  bench.peer.write(bench.lead, chat, `/run ${name} mark=${mark}`);
  const form = await bench.waitForNew(chat, ({ text }) => text.startsWith("❓") && text.includes("What shall it be?"));
  const now = (): SeenMessage => bench.peer.look(form) ?? form;
  let answered = 0;
  return {
    chat,
    form,
    now,
    press: (label) => bench.press(bench.lead, now(), label),
    reply: async (text) => {
      const prompt = await bench.waitForNew(chat, ({ id, forceReply }) => forceReply !== undefined && id > answered);
      expect(prompt.forceReply?.for).toContain(bench.lead.id);
      answered = prompt.id;
      bench.peer.write(bench.lead, chat, text, { replyTo: prompt });
    },
    waitFor: (text) => bench.waitForText(form, text),
    answer: async () => {
      await bench.waitForText(form, /^✅ Answered/);
      const file = `answer-${mark}.json`;
      return read((await bench.waitForLines(file, 1)).join("\n"));
    },
  };
}

/** What a step is given: text as it is, everything else as JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const refusal = (chat: Chat, words: string | RegExp) =>
  bench.waitForNew(chat, ({ text }) => text.startsWith("That was not taken:") && new RegExp(words).test(text));

describe("a question answered with buttons", () => {
  it("boolean: two buttons, of the starter alone", async () => {
    const question = await open("boolean");
    expect(question.form.buttons.flat().map(({ label }) => label)).toEqual(["Yes", "No"]);
    expect(await bench.press(bench.teammate, question.form, "Yes")).toBe("This question is for Dev lead.");
    expect(question.now().text).toMatch(/^❓/);
    await question.press("No");
    expect(await question.answer()).toBe(false);
  });

  it("enum: a button each", async () => {
    const question = await open("enum");
    expect(question.form.buttons.flat().map(({ label }) => label)).toEqual(["stable", "beta", "nightly"]);
    await question.press("beta");
    expect(await question.answer()).toBe("beta");
  });

  it("titled constants: the title is shown, the value is given", async () => {
    const question = await open("titled");
    await question.press("Two");
    expect(await question.answer()).toBe(2);
  });

  it("big enum: pages, and a choice from the last one", async () => {
    const question = await open("big");
    expect(question.form.buttons.flat().length).toBeLessThanOrEqual(12);
    for (let page = 0; page < 10; page += 1) {
      const labels = question
        .now()
        .buttons.flat()
        .map(({ label }) => label);
      if (labels.some((label) => label.includes("colour-30"))) break;
      const before = question.now().edits;
      await question.press("More ›");
      await bench.peer.waitUntil(() => question.now().edits > before, { timeoutMs: 20_000 });
    }
    await question.press(/colour-30$/);
    expect(await question.answer()).toBe("colour-30");
  });

  it("array of enum: marks, then Done; too many are not taken", async () => {
    const question = await open("list");
    await question.press("api");
    await question.waitFor("Marked so far: 1");
    await question.press("web");
    await question.waitFor("Marked so far: 2");
    expect(await question.press("worker")).toContain("choose at most 2");
    expect(question.now().text).toContain("Marked so far: 2");
    await question.press("Done");
    expect(await question.answer()).toEqual(["api", "web"]);
  });
});

describe("a question answered in writing", () => {
  it.each([
    ["string", "7", "pattern|match", "v7", "v7"],
    ["date", "soon", "not a date", "2026-12-24", "2026-12-24"],
    ["integer", "none", "not a number", "4", 4],
    ["integer", "12", "at most 9", "9", 9],
    ["number", "0", "more than 0", "1.5", 1.5],
    ["json", "{", "not JSON", '{"a":[1,2]}', { a: [1, 2] }],
    ["json", '{"a":["x"]}', "integer|number", '{"b":[3]}', { b: [3] }],
  ])("%s: %j is not taken and says why, the question stays open", async (name, wrong, why, right, value) => {
    const question = await open(name, `${name}-${right.replace(/\W/g, "")}`);
    await question.reply(wrong);
    await refusal(question.chat, why);
    expect(question.now().text).toMatch(/^❓/);
    await question.reply(right);
    expect(await question.answer()).toEqual(value);
  });

  it("takes a .json file as the answer", async () => {
    const question = await open("json", "file");
    const prompt = await bench.waitForNew(question.chat, ({ forceReply }) => forceReply !== undefined);
    const file = { name: "answer.json", data: '{"from":[4,5]}' };
    bench.peer.sendFile(bench.lead, question.chat, file, { replyTo: prompt });
    expect(await question.answer()).toEqual({ from: [4, 5] });
  });

  it("is not answered by somebody else's reply", async () => {
    const question = await open("integer", "other");
    const prompt = await bench.waitForNew(question.chat, ({ forceReply }) => forceReply !== undefined);
    const reply = bench.peer.write(bench.teammate, question.chat, "4", { replyTo: prompt });
    const answer = await bench.waitForNew(question.chat, ({ replyTo }) => replyTo === reply.id);
    expect(answer.text).toBe("This question is for Dev lead.");
    expect(question.now().text).toMatch(/^❓/);
  });
});

describe("a question of several fields", () => {
  it("goes field by field, keeps what was entered over a kill, and is sent with Submit", async () => {
    const question = await open("object");
    await question.reply("7");
    await refusal(question.chat, "Version");
    await question.reply("v7");
    await question.waitFor("Channel");
    await question.press("beta");
    await question.waitFor("Notify everybody");
    await bench.restart();
    await question.press("Yes");
    const summary = await question.waitFor("Your answer");
    expect(summary.text).toContain("v7");
    await question.press("Submit");
    expect(await question.answer()).toEqual({ version: "v7", channel: "beta", notify: true });
  });

  it("shows every problem of a whole answer, and takes a right one", async () => {
    const question = await open("object", "whole");
    const runId = /run ([0-9A-Z]{8})/.exec(question.form.text)?.[1] ?? "";
    bench.peer.write(bench.lead, question.chat, `/answer ${runId} {"version":"7","channel":"gamma"}`);
    const { text } = await bench.waitForNew(question.chat, ({ text: told }) => told.includes("That was not taken:"));
    expect(text).toMatch(/Version[^]*Channel|Channel[^]*Version/);
    bench.peer.write(bench.lead, question.chat, `/answer ${runId} {"version":"v7","channel":"stable","notify":false}`);
    expect(await question.answer()).toEqual({ version: "v7", channel: "stable", notify: false });
  });
});

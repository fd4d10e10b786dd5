import { describe, expect, it } from "vitest";
import { openChat } from "../chat.ts";

const HOSTS = Array.from({ length: 12 }, (_, index) => `host-${index + 1}`);
const STALE = "That choice belongs to an earlier step of this question; please use the latest message.";

const one = (): ReturnType<typeof openChat> => openChat({ enum: HOSTS, title: "Host" });
const some = (more: object = {}): ReturnType<typeof openChat> =>
  openChat({ type: "array", title: "Hosts", items: { enum: HOSTS }, minItems: 2, maxItems: 3, ...more });

const form = (): ReturnType<typeof openChat> =>
  openChat({
    type: "object",
    required: ["a", "b", "c", "d"],
    properties: {
      a: { enum: HOSTS },
      b: { enum: HOSTS },
      c: { type: "boolean" },
      d: { type: "string" },
    },
  });

describe("one value chosen from a list", () => {
  it("is the answer, whatever it is", () => {
    expect(one().choose("host-12")).toMatchObject({ done: "host-12", problems: [], echo: ["Host: host-12"] });
    const mixed = openChat({ enum: [...HOSTS, null, 0, { a: [1] }] });
    expect(mixed.forge(["14"])).toMatchObject({ done: { a: [1] } });
    expect(openChat({ enum: [...HOSTS, null] }).forge(["12"]).done).toBeNull();
  });

  it.each([
    [[], "Host: choose at least 1."],
    [["0", "1"], "Host: choose at most 1."],
    [["0", "0"], "Host: no entry may stand there twice."],
  ])("is not %j", (values, problem) => {
    const chat = one();
    expect(chat.forge(values)).toEqual({ state: chat.state(), problems: [problem], echo: [] });
  });

  it.each([
    "12",
    "-1",
    "01",
    "1.0",
    "1e0",
    " 1",
    "",
    "host-1",
    "Infinity",
    "NaN",
    "length",
    "999999999999",
    "__proto__",
  ])("is nothing that the question does not offer (%j)", (value) => {
    for (const values of [[value], ["0", value]]) {
      const { done, problems } = one().forge(values);
      expect(done).toBeUndefined();
      expect(problems).toEqual(["Host: this is none of the choices."]);
    }
  });
});

describe("several values chosen from a list", () => {
  it("are the answer in the order of the schema", () => {
    expect(some().choose("host-3", "host-1")).toMatchObject({ done: ["host-1", "host-3"], problems: [] });
  });

  it("may be none where the schema has it so", () => {
    expect(some({ minItems: 0 }).choose()).toMatchObject({ done: [] });
    expect(openChat({ type: "array", items: { enum: HOSTS } }).press("Done")).toMatchObject({ done: [] });
  });

  it.each([
    [["0"], "Hosts: choose at least 2."],
    [[], "Hosts: choose at least 2."],
    [["0", "1", "2", "3"], "Hosts: choose at most 3."],
    [["0", "1", "1"], "Hosts: no entry may stand there twice."],
    [["0", "1", "12"], "Hosts: this is none of the choices."],
    [["0", "host-2"], "Hosts: this is none of the choices."],
  ])("are not %j", (values, problem) => {
    const { done, problems } = some().forge(values);
    expect(done).toBeUndefined();
    expect(problems).toEqual([problem]);
  });

  it("that the schema does not take stay marked, with its reason", () => {
    const chat = some({ contains: { const: "host-9" } });
    const refused = chat.choose("host-1", "host-2");
    expect(refused.done).toBeUndefined();
    expect(refused.problems).not.toEqual([]);
    expect(
      chat
        .step()
        .options.filter(({ marked }) => marked === true)
        .map(({ label }) => label),
    ).toEqual(["host-1", "host-2"]);
    expect(chat.choose("host-1", "host-9")).toMatchObject({ done: ["host-1", "host-9"] });
  });

  it("replace what was marked one by one, and marks can be handed in as they are", () => {
    const chat = some();
    chat.press("host-5");
    expect(chat.choose("host-1", "host-2").done).toEqual(["host-1", "host-2"]);
    const marked = some();
    marked.press("host-5");
    marked.press("host-6");
    expect(marked.press("Done").done).toEqual(["host-5", "host-6"]);
  });
});

describe("a choice of a step", () => {
  it("that is over answers nothing", () => {
    const chat = form();
    const first = chat.step().id;
    chat.choose("host-1");
    const { state } = chat.forge(["1"], first);
    expect(state.entries).toEqual({ "/a": { kind: "value", json: '"host-1"' } });
    expect(chat.forge(["1"], first).problems).toEqual([STALE]);
    expect(chat.forge(["1"], "").problems).toEqual([STALE]);
    expect(chat.choose("host-2").problems).toEqual([]);
  });

  it("that has nothing to choose from answers nothing: yes or no, words, the summary, JSON", () => {
    const whole = form();
    whole.press("Answer with JSON");
    expect(whole.forge(["0"]).problems).toEqual([STALE]);
    const chat = form();
    chat.choose("host-1");
    chat.choose("host-2");
    expect(chat.forge(["0"]).problems).toEqual([STALE]);
    chat.press("Yes");
    expect(chat.forge(["0"]).problems).toEqual([STALE]);
    chat.type("x");
    expect(chat.step().kind).toBe("summary");
    expect(chat.forge(["0"]).problems).toEqual([STALE]);
    chat.press("Answer with JSON");
    expect(chat.forge(["0"]).problems).toEqual([STALE]);
  });

  it("is changed from the summary before it is sent", () => {
    const chat = form();
    chat.choose("host-1");
    chat.choose("host-2");
    chat.press("Yes");
    chat.type("x");
    chat.press("Edit a");
    chat.choose("host-7");
    expect(chat.press("Submit").done).toEqual({ a: "host-7", b: "host-2", c: true, d: "x" });
  });
});

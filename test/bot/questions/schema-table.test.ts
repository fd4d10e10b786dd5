import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/runtime/json.ts";
import { openChat, type Chat } from "./chat.ts";

interface Right {
  readonly name: string;
  readonly schema: JsonObject;
  readonly answer: (chat: Chat) => { readonly done?: JsonValue };
  readonly value: JsonValue;
}

const places: JsonObject = {
  oneOf: [
    { const: "eu", title: "Europe" },
    { const: "us", title: "America" },
  ],
};
const colours: JsonObject = { type: "array", items: { enum: ["red", "green", "blue"] }, minItems: 1, maxItems: 2 };

const right: readonly Right[] = [
  { name: "a boolean by button", schema: { type: "boolean" }, answer: (chat) => chat.press("Yes"), value: true },
  { name: "a boolean in writing", schema: { type: "boolean" }, answer: (chat) => chat.type("Off"), value: false },
  { name: "an option by button", schema: places, answer: (chat) => chat.press("America"), value: "us" },
  { name: "an option by title", schema: places, answer: (chat) => chat.type("europe"), value: "eu" },
  { name: "an option by value", schema: places, answer: (chat) => chat.type("us"), value: "us" },
  { name: "an option by number", schema: places, answer: (chat) => chat.type("2"), value: "us" },
  { name: "an option that is null", schema: { enum: ["a", null] }, answer: (chat) => chat.press("None"), value: null },
  {
    name: "an option that is an object",
    schema: { enum: [{ id: 1 }, { id: 2 }] },
    answer: (chat) => chat.press('{"id":2}'),
    value: { id: 2 },
  },
  {
    name: "several options by marks",
    schema: colours,
    answer: (chat) => {
      chat.press("blue");
      chat.press("red");
      chat.press("red");
      chat.press("green");
      return chat.press("Done");
    },
    value: ["green", "blue"],
  },
  {
    name: "several options in writing",
    schema: colours,
    answer: (chat) => {
      chat.type("blue, RED");
      return chat.press("Done");
    },
    value: ["red", "blue"],
  },
  {
    name: "text as it is typed",
    schema: { type: "string" },
    answer: (chat) => chat.type("  a\n b \n"),
    value: "  a\n b ",
  },
  {
    name: "text that looks like JSON",
    schema: { type: "string" },
    answer: (chat) => chat.type('{"a":1}'),
    value: '{"a":1}',
  },
  {
    name: "an address",
    schema: { type: "string", format: "email" },
    answer: (chat) => chat.type(" a@b.example "),
    value: "a@b.example",
  },
  { name: "a number", schema: { type: "number" }, answer: (chat) => chat.type("1,5"), value: 1.5 },
  { name: "a whole number", schema: { type: "integer" }, answer: (chat) => chat.type("1 500"), value: 1500 },
  {
    name: "a whole number beyond 2^53",
    schema: { type: "integer" },
    answer: (chat) => chat.type("-1001234567890123456789"),
    value: -1001234567890123456789n,
  },
  {
    name: "a day",
    schema: { type: "string", format: "date" },
    answer: (chat) => chat.type("1.12.2026"),
    value: "2026-12-01",
  },
  {
    name: "a time",
    schema: { type: "string", format: "time" },
    answer: (chat) => chat.type("9:30 UTC"),
    value: "09:30:00Z",
  },
  {
    name: "a day and time",
    schema: { type: "string", format: "date-time" },
    answer: (chat) => chat.type("2026-12-01 14:30+02:00"),
    value: "2026-12-01T14:30:00+02:00",
  },
  { name: "null", schema: { type: ["integer", "null"] }, answer: (chat) => chat.press("None"), value: null },
  { name: "JSON in a message", schema: {}, answer: (chat) => chat.type('{"a":[1,null]}'), value: { a: [1, null] } },
  { name: "JSON in a file", schema: { type: "array" }, answer: (chat) => chat.send("[1]\n"), value: [1] },
  {
    name: "a flat object",
    schema: { type: "object", required: ["env"], properties: { env: { enum: ["a", "b"] }, note: { type: "string" } } },
    answer: (chat) => {
      chat.press("b");
      chat.press("Skip");
      return chat.press("Submit");
    },
    value: { env: "b" },
  },
  {
    name: "a nested object",
    schema: {
      type: "object",
      required: ["owner"],
      properties: {
        owner: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        backup: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        spare: { type: "object", properties: { name: { type: "string" } } },
      },
    },
    answer: (chat) => {
      chat.type("Ann");
      chat.press("Fill in");
      chat.type("Bob");
      chat.press("Skip");
      return chat.press("Submit");
    },
    value: { owner: { name: "Ann" }, backup: { name: "Bob" } },
  },
  {
    name: "a list of texts",
    schema: { type: "array", items: { type: "string" }, minItems: 1 },
    answer: (chat) => {
      chat.type("one");
      chat.type("two");
      chat.press("Done");
      return chat.press("Submit");
    },
    value: ["one", "two"],
  },
  {
    name: "an empty list",
    schema: { type: "array", items: { type: "string" } },
    answer: (chat) => {
      chat.press("Done");
      return chat.press("Submit");
    },
    value: [],
  },
  {
    name: "a list of objects",
    schema: { type: "array", items: { type: "object", required: ["port"], properties: { port: { type: "integer" } } } },
    answer: (chat) => {
      chat.press("Add another");
      chat.type("80");
      chat.press("Add another");
      chat.type("443");
      chat.press("Done");
      return chat.press("Submit");
    },
    value: [{ port: 80 }, { port: 443 }],
  },
  {
    name: "the whole of an object as JSON",
    schema: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
    answer: (chat) => {
      chat.press("Answer with JSON");
      return chat.type('{"a":"x","more":1}');
    },
    value: { a: "x", more: 1 },
  },
  {
    name: "the whole of an object as a file, at any time",
    schema: { type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "boolean" } } },
    answer: (chat) => {
      chat.type("begun");
      return chat.send('{"a":"x"}');
    },
    value: { a: "x" },
  },
  {
    name: "members with hostile names",
    schema: {
      type: "object",
      required: ["__proto__", "constructor", "a/b~c"],
      properties: { ["__proto__"]: { type: "string" }, constructor: { type: "integer" }, "a/b~c": { type: "boolean" } },
    },
    answer: (chat) => {
      chat.type("polluted?");
      chat.type("7");
      chat.press("No");
      return chat.press("Submit");
    },
    value: { ["__proto__"]: "polluted?", constructor: 7, "a/b~c": false },
  },
];

describe("a right answer", () => {
  it.each(right.map((one) => [one.name, one] as const))("%s is taken", (_name, { schema, answer, value }) => {
    const { done } = answer(openChat(schema));
    expect(done).toEqual(value);
    expect(JSON.stringify(Object.keys(Object(done)))).toBe(JSON.stringify(Object.keys(Object(value))));
  });
});

interface Wrong {
  readonly name: string;
  readonly schema: JsonObject;
  readonly typed: string;
  readonly problem: RegExp;
}

const titled = (schema: JsonObject): JsonObject => ({ ...schema, title: "Field" });

const wrong: readonly Wrong[] = [
  { name: "no boolean", schema: { type: "boolean" }, typed: "maybe", problem: /^Field: please answer yes or no/u },
  {
    name: "no option",
    schema: { enum: ["prod", "stage"] },
    typed: "pro",
    problem: /^Field: “pro” is none of the choices\. Near it: prod\./u,
  },
  {
    name: "an option twice",
    schema: {
      oneOf: [
        { const: 1, title: "X" },
        { const: 2, title: "X" },
      ],
    },
    typed: "x",
    problem: /^Field: this can be several choices: X \(1\); X \(2\)/u,
  },
  { name: "an unknown mark", schema: colours, typed: "red, pink", problem: /^Field: “pink” is none/u },
  { name: "too many marks", schema: colours, typed: "red, green, blue", problem: /^Field: choose at most 2/u },
  {
    name: "short text",
    schema: { type: "string", minLength: 3 },
    typed: "ab",
    problem: /^Field: must NOT have fewer than 3/u,
  },
  {
    name: "text of another pattern",
    schema: { type: "string", pattern: "^v\\d" },
    typed: "1.0",
    problem: /^Field: must match pattern/u,
  },
  {
    name: "no address",
    schema: { type: "string", format: "email" },
    typed: "a@",
    problem: /^Field: must match format "email"/u,
  },
  { name: "no number", schema: { type: "number" }, typed: "many", problem: /^Field: this is not a number/u },
  {
    name: "a number of two meanings",
    schema: { type: "number" },
    typed: "1,500",
    problem: /^Field: .*Write 1500 or 1\.5000/u,
  },
  {
    name: "no whole number",
    schema: { type: "integer" },
    typed: "1.5",
    problem: /^Field: this has to be a whole number/u,
  },
  {
    name: "a number out of range",
    schema: { type: "integer", maximum: 9 },
    typed: "10",
    problem: /^Field: must be <= 9/u,
  },
  {
    name: "a number that would be rounded",
    schema: { type: "number" },
    typed: "0.12345678901234567890",
    problem: /^Field: .*digits/u,
  },
  {
    name: "a number without end",
    schema: { type: "number" },
    typed: "1e999",
    problem: /^Field: this number is too large/u,
  },
  {
    name: "a day of two meanings",
    schema: { type: "string", format: "date" },
    typed: "01/02/2026",
    problem: /^Field: .*2026-01-02 or 2026-02-01/u,
  },
  {
    name: "no day",
    schema: { type: "string", format: "date" },
    typed: "30.2.2026",
    problem: /^Field: there is no such day/u,
  },
  {
    name: "a time without zone",
    schema: { type: "string", format: "date-time" },
    typed: "2026-12-01 14:30",
    problem: /^Field: the time zone is missing/u,
  },
  {
    name: "no time",
    schema: { type: "string", format: "time" },
    typed: "25:00Z",
    problem: /^Field: there is no such time/u,
  },
  { name: "text that is not JSON", schema: {}, typed: "hello", problem: /^Field: this is not JSON .*write "hello"/u },
  {
    name: "JSON with another shape",
    schema: { type: ["string", "number"] },
    typed: "[1]",
    problem: /^Field: must be string/u,
  },
  {
    name: "JSON that nests too deeply",
    schema: {},
    typed: "[".repeat(200),
    problem: /^Field: this JSON is nested too deeply/u,
  },
  {
    name: "text of 100 kB",
    schema: { type: "string" },
    typed: "x".repeat(100_000),
    problem: /^Field: the answer is too long; the limit is 64 KiB/u,
  },
  {
    name: "JSON of 100 kB",
    schema: {},
    typed: JSON.stringify("x".repeat(100_000)),
    problem: /^Field: the answer is too long/u,
  },
];

describe("a wrong answer", () => {
  it.each(wrong.map((one) => [one.name, one] as const))(
    "%s leaves the question open and says why",
    (_name, { schema, typed, problem }) => {
      const chat = openChat(titled(schema));
      const before = JSON.stringify([chat.state(), chat.step()]);
      const outcome = chat.type(typed);
      expect(outcome.problems).toEqual([expect.stringMatching(problem)]);
      expect(outcome.done).toBeUndefined();
      expect(JSON.stringify([chat.state(), chat.step()])).toBe(before);
    },
  );

  it("of a field keeps what was entered before, and the next answer goes on from there", () => {
    const chat = openChat({
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string" }, b: { type: "integer", minimum: 5 } },
    });
    chat.type("kept");
    expect(chat.type("3").problems).toEqual(["b: must be >= 5"]);
    expect(chat.type("five").problems).toHaveLength(1);
    chat.type("5");
    expect(chat.press("Submit").done).toEqual({ a: "kept", b: 5 });
  });

  it("in JSON tells every problem with its field, and keeps the fields entered so far", () => {
    const chat = openChat({
      type: "object",
      required: ["name", "hosts"],
      properties: {
        name: { type: "string", title: "Name" },
        hosts: {
          type: "array",
          title: "Hosts",
          items: { type: "object", properties: { port: { type: "integer", title: "Port" } } },
        },
        extra: { title: "Extra", type: ["object", "string"], properties: { deep: { type: "boolean" } } },
      },
    });
    chat.type("kept");
    const outcome = chat.send('{"name":1,"hosts":[{"port":80},{"port":"x"}],"extra":{"deep":3}}');
    expect(outcome.problems.toSorted()).toEqual([
      "Extra › /deep: must be boolean",
      "Hosts 2 › Port: must be integer",
      "Name: must be string",
    ]);
    expect(chat.state().entries).toHaveProperty(["/name"]);
  });
});

import { expect } from "vitest";
import { onEveryPlatform } from "./on-every-platform.ts";
import type { Scene } from "./scene/open-scene.ts";
import { readRunId } from "./scene/read-card.ts";
import type { Person, Place, Seen, SeenFile } from "./venue/venue.ts";
import { ask } from "./workflows.ts";

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
  dozen: { enum: COLOURS.slice(0, 12) },
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
  placement: {
    type: "object",
    properties: {
      colour: { enum: COLOURS.slice(0, 12), title: "Colour" },
      hosts: { type: "array", items: { enum: ["api", "web", "worker"] }, minItems: 1, title: "Hosts" },
      spare: { enum: COLOURS.slice(0, 12), title: "Spare" },
    },
    required: ["colour", "hosts"],
  },
  wide: { type: "array", items: { enum: COLOURS }, minItems: 1, maxItems: 2 },
  list: { type: "array", items: { enum: ["api", "web", "worker"] }, minItems: 1, maxItems: 2 },
  json: { type: "object", additionalProperties: { type: "array", items: { type: "integer" } }, minProperties: 1 },
} as const;

/** Arguments that a person may leave out, or get wrong. */
const SHOW = `
args:
  env: { required: true, enum: [staging, production], description: Where to }
  tag: { default: latest }
steps:
  - id: show
    run: printf '%s' "$LOBSTER_ARG_ENV/$LOBSTER_ARG_TAG" > shown.txt
`;

const WORKFLOWS = {
  ...Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ask(schema)])),
  show: SHOW,
};

onEveryPlatform("a question", { workflows: WORKFLOWS }, (scenario) => {
  scenario("of two or a few values has a button for each, for the starter alone", async (scene) => {
    const boolean = await open(scene, "boolean");
    expect(boolean.form.text).toContain("Dev lead answers it.");
    expect(boolean.form.buttons).toEqual(["Yes", "No"]);
    expect(await boolean.press("Yes", "teammate")).toBe("This question is for Dev lead.");
    expect(boolean.now().text).toMatch(/^❓/);
    await boolean.press("No");
    expect(await boolean.answer()).toBe(false);
    expect(boolean.now().text).toMatch(/^✅ Answered\nAnswered by Dev lead, /);
    const values = await open(scene, "enum");
    expect(values.form.buttons).toEqual(["stable", "beta", "nightly"]);
    await values.press("beta");
    expect(await values.answer()).toBe("beta");
    const titled = await open(scene, "titled");
    await titled.press("Two");
    expect(await titled.answer()).toBe(2);
  });

  scenario("of many values is answered with any of them, by the starter alone", async (scene) => {
    const dozen = await open(scene, "dozen");
    expect(await dozen.choose("colour-1", "teammate")).toBe("This question is for Dev lead.");
    expect(dozen.now().text).toMatch(/^❓/);
    expect(await dozen.choose("colour-12")).toContain("Answer: colour-12");
    expect(await dozen.answer()).toBe("colour-12");
    const big = await open(scene, "big");
    await big.choose("colour-30");
    expect(await big.answer()).toBe("colour-30");
  });

  scenario("of several values is answered with some of them", async (scene) => {
    const list = await open(scene, "list");
    expect(await list.choose(["web", "api"])).toContain("Answer: api, web");
    expect(await list.answer()).toEqual(["api", "web"]);
  });

  scenario("of several of very many values has pages, marks and Done; too many are not taken", async (scene) => {
    const wide = await open(scene, "wide");
    wide.tap("colour-1");
    await wide.waitFor("Marked so far: 1");
    while (!wide.now().buttons.includes("colour-30")) await wide.turnPage();
    wide.tap("colour-30");
    await wide.waitFor("Marked so far: 2");
    expect(await wide.press("colour-29")).toContain("choose at most 2");
    expect(wide.now().text).toContain("Marked so far: 2");
    await wide.press("Done");
    expect(await wide.answer()).toEqual(["colour-1", "colour-30"]);
  });

  scenario("of choices can be changed, and what is optional left out, before it is sent", async (scene) => {
    const question = await open(scene, "placement");
    await question.choose("colour-3");
    await question.waitFor("Hosts (2 of 3)");
    await question.choose(["worker"]);
    await question.waitFor("Spare (3 of 3");
    question.tap("Skip");
    await question.waitFor("Nothing is sent before you press Submit.");
    question.tap("Edit Colour");
    await question.waitFor("Colour (1 of 3)");
    await question.choose("colour-7");
    await question.waitFor("Nothing is sent before you press Submit.");
    await question.press("Submit");
    expect(await question.answer()).toEqual({ colour: "colour-7", hosts: ["worker"] });
  });

  scenario("in writing stays open after wrong answers, says why, and takes a right one", async (scene) => {
    for (const [name, wrong, right, value] of WRITTEN) {
      const question = await open(scene, name);
      for (const [text, why] of wrong) {
        const refusal = await question.write(text).then((deed) => deed.answer());
        expect(refusal).toMatch(/^That was not taken:/);
        expect(refusal).toMatch(new RegExp(why));
        expect(question.now().text).toMatch(/^❓/);
      }
      await question.write(right);
      expect(await question.answer()).toEqual(value);
    }
  });

  scenario("takes a .json file as the answer", ["uploads"], async (scene) => {
    const question = await open(scene, "json", "file");
    await question.send({ name: "answer.json", text: '{"from":[4,5]}' });
    expect(await question.answer()).toEqual({ from: [4, 5] });
  });

  scenario("is answered with /answer in any letter case, by the starter alone", async (scene) => {
    const question = await open(scene, "integer", "typed");
    const id = readRunId(question.form);
    expect(await scene.say("teammate", question.place, `/answer ${id} 4`)).toBe("This question is for Dev lead.");
    expect(question.now().text).toMatch(/^❓/);
    scene.type("dev-lead", question.place, `/answer ${id.toLowerCase()} 7`);
    expect(await question.answer()).toBe(7);
  });

  scenario("of several fields goes field by field, and is sent with Submit", async (scene) => {
    const question = await open(scene, "object");
    expect(await question.write("7").then((deed) => deed.answer())).toContain("Version");
    await question.write("v7");
    await question.waitFor("Channel (");
    const atChannel = question.now();
    await question.press("beta");
    await question.waitFor("Notify everybody (");
    // A second tap on a button of an earlier field is not for this one.
    await scene.press("dev-lead", atChannel, "stable");
    await question.press("Yes");
    const summary = await question.waitFor("Your answer");
    for (const given of ["v7", "beta"]) expect(summary.text).toContain(given);
    await question.press("Submit");
    expect(await question.answer()).toEqual({ version: "v7", channel: "beta", notify: true });
  });

  scenario("shows every problem of a whole answer, and takes a right one", async (scene) => {
    const question = await open(scene, "object", "whole");
    const line = `/answer ${readRunId(question.form)}`;
    const refusal = await scene.say("dev-lead", question.place, `${line} {"version":"7","channel":"gamma"}`);
    expect(refusal).toContain("That was not taken:");
    expect(refusal).toMatch(/Version[^]*Channel|Channel[^]*Version/);
    scene.type("dev-lead", question.place, `${line} {"version":"v7","channel":"stable","notify":false}`);
    expect(await question.answer()).toEqual({ version: "v7", channel: "stable", notify: false });
  });
});

onEveryPlatform("/run", { workflows: WORKFLOWS }, (scenario) => {
  scenario("is refused with the reason when what it is given does not fit, and nothing starts", async (scene) => {
    const place = scene.place();
    for (const [line, reason] of MISTYPED) {
      expect(await scene.say("dev-lead", place, `/run ${line}`)).toContain(reason);
    }
    expect(await scene.say("dev-lead", place, "/status")).toBe("No run is known in this conversation.");
  });

  scenario("without a name offers the workflows as buttons, to the person who asked", async (scene) => {
    const place = scene.place();
    const list = await scene.next(
      place,
      ({ buttons }) => buttons.includes("integer"),
      () => scene.type("dev-lead", place, "/run"),
    );
    for (const name of Object.keys(WORKFLOWS)) expect(`${list.buttons.join(" ")} ${list.text}`).toContain(name);
    expect(await scene.press("teammate", list, "integer")).toContain("This question is for Dev lead.");
    await scene.next(
      place,
      ({ text }) => text.startsWith("❓"),
      () => scene.tap("dev-lead", list, "integer"),
    );
  });

  scenario(
    "asks for arguments that are missing, of the person who starts, and starts with the answer",
    async (scene) => {
      const place = scene.place();
      const form = await scene.next(
        place,
        ({ text }) => text.startsWith("Dev lead, before show can start:"),
        () => scene.type("dev-lead", place, "/run show tag=v3"),
      );
      expect(await scene.press("teammate", form, "production")).toBe("This question is for Dev lead.");
      scene.tap("dev-lead", form, "production");
      const summary = await scene.waitForText(form, "Your answer");
      scene.tap("dev-lead", summary, "Submit");
      expect(await scene.waitForLines("shown.txt", 1)).toEqual(["production/v3"]);
    },
  );
});

const MISTYPED = [
  ["show envv=production", "There is no argument envv. Did you mean env?"],
  ["show env=nowhere", "env"],
  ["shoe", "There is no workflow shoe. Did you mean show?"],
  ["show production", "production is not name=value."],
] as const;

const WRITTEN = [
  ["string", [["7", "pattern|match"]], "v7", "v7"],
  ["date", [["soon", "not a date"]], "2026-12-24", "2026-12-24"],
  [
    "integer",
    [
      ["none", "not a number"],
      ["12", "at most 9"],
    ],
    "9",
    9,
  ],
  ["number", [["0", "more than 0"]], "1.5", 1.5],
  [
    "json",
    [
      ["{", "not JSON"],
      ['{"a":["x"]}', "integer|number"],
    ],
    '{"a":[1,2]}',
    { a: [1, 2] },
  ],
] as const;

/** One question in a conversation of its own. */
interface Question {
  readonly place: Place;
  readonly form: Seen;
  /** The form as it is now. */
  now(): Seen;
  press(label: string | RegExp, person?: Person): Promise<string>;
  /** Chooses one value, or several, as the platform lets people choose. */
  choose(labels: string | readonly string[], person?: Person): Promise<string>;
  /** The same as a press where nothing is said for it. */
  tap(label: string): void;
  /** Gives the written answer it asks for now. */
  write(text: string): ReturnType<Scene["fillIn"]>;
  send(file: SeenFile): ReturnType<Scene["fillInFile"]>;
  /** Goes to the next page of choices. */
  turnPage(): Promise<void>;
  /** Waits until the form says this. */
  waitFor(text: string): Promise<Seen>;
  /** What the run was given. */
  answer(): Promise<unknown>;
}

async function open(scene: Scene, name: string, mark = name): Promise<Question> {
  const place = scene.place();
  const form = await scene.next(
    place,
    ({ text }) => text.startsWith("❓") && text.includes("What shall it be?"),
    () => scene.type("dev-lead", place, `/run ${name} mark=${mark}`),
  );
  const now = (): Seen => scene.look(form) ?? form;
  return {
    place,
    form,
    now,
    press: (label, person = "dev-lead") => scene.press(person, now(), label),
    choose: (labels, person = "dev-lead") => scene.choose(person, form, labels).then((deed) => deed.answer()),
    tap: (label) => void scene.tap("dev-lead", now(), label),
    write: (text) => scene.fillIn("dev-lead", form, text),
    send: (file) => scene.fillInFile("dev-lead", form, file),
    turnPage: async () => {
      const { edits } = now();
      scene.tap("dev-lead", now(), "More ›");
      await scene.waitUntil(() => now().edits > edits, "the next page");
    },
    waitFor: (text) => scene.waitForText(form, text),
    answer: async () => {
      await scene.waitForText(form, /^✅ Answered/);
      return readValue((await scene.waitForLines(`answer-${mark}.txt`, 1)).join("\n"));
    },
  };
}

/** What a step is given: text as it is, everything else as JSON. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

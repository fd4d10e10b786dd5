import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDiscordScene, type Scene } from "../scene/open-scene.ts";
import { allowForProcesses } from "../scene/patience.ts";
import { readRunId } from "../scene/read-card.ts";
import type { DiscordVenue } from "../venue/discord-venue.ts";
import type { Person, Seen } from "../venue/venue.ts";
import { ask, OPEN_GATE } from "../workflows.ts";

allowForProcesses();

const HOSTS = Array.from({ length: 30 }, (_, index) => `host-${index + 1}`);
const LONG = "a name that no list can show, ".repeat(5);

const SCHEMAS = {
  dozen: { enum: HOSTS.slice(0, 12) },
  many: { enum: HOSTS },
  some: { type: "array", items: { enum: HOSTS.slice(0, 25) }, minItems: 1, maxItems: 3 },
  any: { type: "array", items: { enum: ["api", "web"] } },
  odd: { type: "array", items: { enum: [`${LONG}1`, `${LONG}2`, "a\u202eb", "@everyone", "**x**"] }, minItems: 2 },
} as const;

let scene: Scene<DiscordVenue>;

beforeAll(async () => {
  scene = await openDiscordScene({
    workflows: {
      ...Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ask(schema)])),
      "open-gate": OPEN_GATE,
    },
  });
});

afterEach(() => scene.assertClean());

afterAll(() => scene.stop());

const STALE = "This button is no longer valid.";

describe("a select", () => {
  it("shows what is chosen from, a page at a time where it holds no more, and takes a choice at once", async () => {
    const form = await open("many");
    expect(form.list).toEqual({ options: HOSTS.slice(0, 25), chosen: [], min: 1, max: 1 });
    expect(form.buttons).toEqual(["More ›"]);
    scene.tap("dev-lead", form, "More ›");
    const next = await scene.waitForText(form, "26 to 30 of 30");
    expect(next.list?.options).toEqual(HOSTS.slice(25));
    expect(next.buttons).toEqual(["‹ Previous"]);
    expect(await choose(next, ["host-26"])).toContain("Answer: host-26");
    await scene.waitForText(form, /^✅ Answered/);
    expect(await answerOf("many")).toBe("host-26");
    expect(scene.look(form)).toMatchObject({ buttons: [] });
    expect(scene.look(form)?.list).toBeUndefined();
  });

  it("of several has the bounds of the schema, and Done where none of them is an answer", async () => {
    const some = await open("some");
    expect(some.list).toEqual({ options: HOSTS.slice(0, 25), chosen: [], min: 1, max: 3 });
    expect(some.buttons).toEqual([]);
    await choose(some, ["host-25", "host-2"]);
    await scene.waitForText(some, /^✅ Answered/);
    expect(await answerOf("some")).toBe('["host-2","host-25"]');
    const any = await open("any");
    expect(any.list).toMatchObject({ min: 0, max: 2 });
    await scene.press("dev-lead", any, "Done");
    await scene.waitForText(any, /^✅ Answered/);
    expect(await answerOf("any")).toBe("[]");
  });

  it("shows labels of any kind as what they are, whole in the message where they are cut", async () => {
    const form = await open("odd");
    expect(form.list?.options).toEqual([
      expect.stringMatching(/^1\. a name .{85,}…$/u),
      expect.stringMatching(/^2\. a name .{85,}…$/u),
      String.raw`a\u{202e}b`,
      "@everyone",
      "**x**",
    ]);
    for (const number of ["1", "2"]) expect(form.text).toContain(`${number}. ${LONG}${number}`);
    await choose(form, [form.list?.options[1] ?? "", "@everyone"]);
    await scene.waitForText(form, /^✅ Answered/);
    expect(await answerOf("odd")).toBe(JSON.stringify([`${LONG}2`, "@everyone"]));
  });
});

describe("a choice as only a changed client sends it", () => {
  it.each([
    ["a value that is not offered", ["25"], "none of the choices"],
    ["the value itself", ["host-1"], "none of the choices"],
    ["one that is offered and one that is not", ["0", "-1"], "none of the choices"],
    ["a value twice", ["0", "0"], "twice"],
    ["more than may be chosen", ["0", "1", "2", "3"], "choose at most 3"],
    ["nothing", [], "choose at least 1"],
  ])("answers nothing with %s", async (what, values, why) => {
    const mark = what.replaceAll(" ", "-");
    const form = await open("some", mark);
    const refusal = await forge(form, customIdOf(form), values);
    expect(refusal).toMatch(/^That was not taken:/);
    expect(refusal).toContain(why);
    expect(scene.look(form)).toMatchObject({ text: form.text, list: { chosen: [] } });
    await choose(form, ["host-1"]);
    await scene.waitForText(form, /^✅ Answered/);
    expect(await answerOf(mark)).toBe('["host-1"]');
  });

  it("gives nobody else an answer, and counts in the conversation of its question alone", async () => {
    const form = await open("dozen", "others");
    const id = customIdOf(form);
    expect(await forge(form, id, ["3"], "teammate")).toBe("This question is for Dev lead.");
    expect(await forge(form, id, ["3"], "mallory")).toMatch(/^You are not registered here/);
    expect(await forge(form, id, ["3"], "impostor")).toMatch(/^You are not registered here/);
    const other = await open("dozen", "elsewhere");
    expect(await forge(other, id, ["3"])).toBe("This counts only in a conversation where its card was posted.");
    for (const wrong of ["x", id.replace(/[0-9a-f]{16}/, "0".repeat(16)), `${id}:x`, id.replace("qchoose", "q")]) {
      expect(await forge(form, wrong, ["3"])).toBe(STALE);
    }
    // The question's payload under a button has chosen nothing.
    expect(await scene.tapForged("dev-lead", form, id).answer()).toContain("belongs to an earlier step");
    expect(scene.look(form)?.text).toBe(form.text);
    expect(await scene.lines("answer-others.txt")).toEqual([]);
  });

  it("never opens a gate", async () => {
    const card = await scene.openGate(scene.place(), "open-gate mark=chosen");
    const approve = scene.payloadOf(card, "Approve");
    for (const values of [[], ["0"], ["approve"]]) {
      expect(await forge(card, approve, values, "release-manager")).toBe(STALE);
      expect(await forge(card, approve.replace("approve", "qchoose"), values, "release-manager")).toBe(STALE);
    }
    expect(scene.look(card)?.text).toMatch(/^⏳/);
    expect(await scene.lines("acted-chosen.txt")).toEqual([]);
  });
});

describe("a choice that comes again, or too late", () => {
  it("answers once when it is replayed after the connection came back", async () => {
    const { gateway } = scene.peer;
    const form = await open("dozen", "replayed");
    const deed = scene.pick("dev-lead", form, ["host-4"]);
    expect(await deed.answer()).toContain("Answer: host-4");
    await scene.waitForText(form, /^✅ Answered/);
    const letGo = gateway.holdEvents();
    deed.deliverAgain();
    gateway.drop();
    letGo();
    await gateway.waitForResume();
    await scene.settle(form.place);
    expect(await answerOf("replayed")).toBe("host-4");
  });

  it("is told that the question was answered meanwhile", async () => {
    const form = await open("dozen", "meanwhile");
    scene.type("dev-lead", form.place, `/answer ${readRunId(form)} host-2`);
    await scene.waitForText(form, /^✅ Answered/);
    expect(await choose(form, ["host-9"])).toMatch(/^Already answered by Dev lead, /);
    expect(await answerOf("meanwhile")).toBe("host-2");
  });
});

async function open(name: keyof typeof SCHEMAS, mark: string = name): Promise<Seen> {
  const place = scene.place();
  return await scene.next(
    place,
    ({ text }) => text.startsWith("❓") && text.includes("What shall it be?"),
    () => scene.type("dev-lead", place, `/run ${name} mark=${mark}`),
  );
}

function choose(form: Seen, labels: readonly string[]): Promise<string> {
  return scene.pick("dev-lead", form, labels).answer();
}

function forge(
  message: Seen,
  customId: string,
  values: readonly string[],
  person: Person = "dev-lead",
): Promise<string> {
  const forged = scene.peer.pressForged(scene.users[person], scene.original(message), { customId, values });
  return scene.deedOf(forged, message.place).answer();
}

function customIdOf(form: Seen): string {
  return scene.original(form).selects[0]?.customId ?? "";
}

/** What the run was given, once. */
async function answerOf(mark: string): Promise<string> {
  return (await scene.waitForLines(`answer-${mark}.txt`, 1)).join("");
}

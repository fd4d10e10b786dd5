import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Form } from "../../src/bot/adapter.ts";
import { payloadOf } from "../fakes/bot-bench.ts";
import { createFakePlatform, type FakeEvent, type FakePlatform } from "../fakes/fake-adapter.ts";
import { openStage, type Stage } from "../hostile/bot/stage.ts";

const NAMES = ["one", "two", "three", "four", "five", "six"];

const LONG = `
args:
${NAMES.map((name) => `  ${name}: { type: string, required: true }`).join("\n")}
steps:
  - id: go
    run: echo "$LOBSTER_ARGS_JSON" > args.txt
`;

const GATED = `
args:
  target: { type: string, required: true }
steps:
  - id: sure
    approval: Really?
  - id: go
    run: echo "$LOBSTER_ARG_TARGET" > target.txt
`;

let platform: FakePlatform;
let stage: Stage;

beforeEach(async () => {
  platform = createFakePlatform({ limits: { forms: true, formFields: 5, privateResponses: true } });
  stage = await openStage({ platform, files: { "long.lobster": LONG, "gated.lobster": GATED } });
});

afterEach(() => stage.stop());

const read = (name: string): Promise<string | undefined> =>
  readFile(path.join(stage.workspace.workflowsDirectory, name), "utf8").catch(() => undefined);

/** Acts, and returns the form that was opened in answer, if one was. `opens` is what the platform says about it. */
const act = async (event: FakeEvent, opens = true) => {
  const forms: Form[] = [];
  const openForm = (form: Form): Promise<boolean> => {
    forms.push(form);
    return Promise.resolve(opens);
  };
  const answer = await stage.act({ ...event, openForm });
  return { ...answer, form: forms[0] };
};

const run = (rest: string, opens?: boolean) => act({ kind: "command", name: "run", rest, from: "101" }, opens);
const submit = (form: Form | undefined, values: readonly string[]) =>
  act({
    kind: "form",
    payload: form?.payload ?? "",
    values: Object.fromEntries((form?.fields ?? []).map(({ id }, index) => [id, values[index] ?? ""])),
    from: "101",
  });

describe("missing arguments, where the platform has forms", () => {
  it("are asked for with a form at once, and nothing is posted meanwhile", async () => {
    const { form, text } = await run("gated");
    expect(form).toMatchObject({ title: "gated", fields: [{ label: "target", required: true }] });
    expect([text, stage.texts()]).toEqual(["", []]);
    await submit(form, ["staging"]);
    await act({ kind: "press", payload: payloadOf(stage.find("Your answer"), "Submit"), from: "101" });
    expect(stage.texts().join("\n")).toContain("target=staging");
  });

  it("go on behind Continue when they do not fit into one form", async () => {
    const first = await run("long");
    expect(first.form?.fields.map(({ label }) => label)).toEqual(NAMES.slice(0, 5));
    await submit(first.form, ["1", "2", "3", "4", "5"]);
    const message = stage.find("before long can start");
    const more = await act({
      kind: "press",
      payload: payloadOf(message, "Continue"),
      from: "101",
      message: message.ref,
    });
    expect(more.form?.fields.map(({ label }) => label)).toEqual(["six"]);
    await submit(more.form, ["6"]);
    await act({ kind: "press", payload: payloadOf(stage.find("Your answer"), "Submit"), from: "101" });
    expect(JSON.parse((await read("args.txt")) ?? "{}")).toMatchObject({ one: "1", six: "6" });
  });

  it("are asked for in a message when it is too late for a form", async () => {
    expect(await run("gated", false)).toMatchObject({ acknowledged: true, form: { title: "gated" } });
    expect(stage.texts()).toEqual([expect.stringContaining("before gated can start")]);
  });

  it("of an earlier form are not taken once another run was asked for", async () => {
    const { form } = await run("gated");
    await run("long");
    expect((await submit(form, ["production"])).text).toContain("no longer valid");
    expect(await read("target.txt")).toBeUndefined();
  });
});

const pressDenyWhy = async (opens: boolean) => {
  await run("gated target=staging");
  const card = stage.find("Waiting for approval");
  await act({ kind: "press", payload: payloadOf(card, "Deny"), from: "102", message: card.ref });
  const payload = payloadOf(stage.find("deny gated"), "Deny with reason");
  return await act({ kind: "press", payload, from: "102" }, opens);
};

describe("a press that needs a form", () => {
  it("is answered with words when it is too late for one, and decides nothing", async () => {
    expect((await pressDenyWhy(false)).text).toContain("Press the button again");
    expect(stage.find("Waiting for approval").deleted).toBe(false);
  });

  it("denies with what was written, in the name of whoever sent it", async () => {
    const { form } = await pressDenyWhy(true);
    const values = { reason: "not on a Friday" };
    await act({ kind: "form", payload: form?.payload ?? "", values, from: "102" });
    expect(platform.textOf(stage.find("Denied by Release manager"))).toContain("not on a Friday");
  });

  it("says so on its button, so that the platform can hold its first answer back", async () => {
    await pressDenyWhy(false);
    const buttons = stage.find("deny gated").content.buttons?.flat() ?? [];
    expect(buttons.filter(({ opensForm }) => opensForm).map(({ label }) => label)).toEqual(["Deny with reason"]);
  });
});

describe("what reached the bot too late, or for the second time", () => {
  it("starts nothing: they may have sent it again already", async () => {
    const { text } = await act({ kind: "command", name: "run", rest: "gated target=x", from: "101", late: true });
    expect(text).toContain("Send it again");
    expect(stage.texts()).toEqual([]);
  });

  it("starts nothing either when an earlier process answered it and may have started it", async () => {
    const { text } = await act({ kind: "command", name: "run", rest: "gated target=x", from: "101", repeated: true });
    expect(text).toContain("Look at /status");
    expect(stage.texts()).toEqual([]);
  });

  it("still counts where sending it again changes nothing", async () => {
    await run("gated target=staging");
    const card = stage.find("Waiting for approval");
    const { text } = await act({ kind: "press", payload: payloadOf(card, "Approve"), from: "102", late: true });
    expect(text).toContain("Approved");
    expect(await read("target.txt")).toBe("staging\n");
  });
});

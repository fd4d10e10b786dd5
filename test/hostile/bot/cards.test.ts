import { afterEach, describe, expect, it } from "vitest";
import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import { encodeBody, PLAIN } from "../../../adapters/terminal/encode.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let platform: FakePlatform;

afterEach(() => stage.stop());

/** A platform whose messages hold this many characters. */
const holding = (chars: number): FakePlatform =>
  createFakePlatform({
    limits: { fits: ({ body }: OutboundMessage) => encodeBody(body, PLAIN).join("\n").length <= chars },
  });

const open = async (name: string, text: string): Promise<void> => {
  stage = await openStage({ platform, files: { [`${name}.lobster`]: text } });
};
const run = (rest: string) => stage.act({ kind: "command", name: "run", rest, from: "101" });
const press = (text: string, label: string, from: string) => {
  const card = stage.find(text);
  return stage.act({ kind: "press", payload: payloadOf(card, label), message: card.ref, from });
};
const everything = (): string =>
  platform.messages
    .map((message) => [platform.textOf(message), ...(message.content.files ?? []).map(({ text }) => text)].join("\n"))
    .join("\n");

describe("Details", () => {
  it("never leave out silently what runs after the gate: what does not fit is in a file or said to be missing", async () => {
    platform = holding(900);
    const steps = Array.from(
      { length: 40 },
      (_, n) => `  - id: step-${n}\n    run: echo number ${n} of the steps after it\n`,
    );
    await open("long", `steps:\n  - id: gate\n    approval: { prompt: "Run all?" }\n${steps.join("")}`);
    await run("long");
    await press("Run all?", "Details", "102");
    expect(stage.texts().some((text) => text.includes("Details of long"))).toBe(true);
    expect(everything()).toMatch(/step-39|more steps|not shown/);
  });
});

const CHILD = `
steps:
  - id: ask
    approval: { prompt: "Ship the child?" }
  - id: ship
    run: echo ship-it
`;

const openFiles = async (files: Readonly<Record<string, string>>): Promise<void> => {
  platform = createFakePlatform();
  stage = await openStage({ platform, files });
};

describe("what Details say runs after a gate", () => {
  it("has the rest of the sub-workflow the gate stands in, and what follows the step that called it", async () => {
    await openFiles({
      "outer.lobster": "steps:\n  - id: call\n    workflow: ./child.lobster\n  - id: last\n    run: echo the-last\n",
      "child.lobster": CHILD,
    });
    await run("outer");
    await press("Ship the child?", "Details", "102");
    const text = platform.textOf(stage.find("Details of outer"));
    expect(text).toContain("call/ship: echo ship-it");
    expect(text).toContain("last: echo the-last");
  });

  it("never is nothing while the sub-workflow goes on", async () => {
    await openFiles({
      "outer.lobster": "steps:\n  - id: call\n    workflow: ./child.lobster\n",
      "child.lobster": CHILD,
    });
    await run("outer");
    await press("Ship the child?", "Details", "102");
    const text = platform.textOf(stage.find("Details of outer"));
    expect(text).toContain("call/ship: echo ship-it");
    expect(text).not.toContain("Nothing runs after it");
  });

  it("has the commands inside of branches, loops and sub-workflows", async () => {
    await openFiles({
      "outer.lobster": `
steps:
  - id: gate
    approval: { prompt: "Run all?" }
  - id: both
    parallel:
      wait: all
      branches:
        - id: left
          run: echo left-branch
        - id: right
          run: echo right-branch
  - id: loop
    for_each: $gate.json
    steps:
      - id: each
        run: echo one-item
  - id: call
    workflow: ./child.lobster
`,
      "child.lobster": CHILD,
    });
    await run("outer");
    await press("Run all?", "Details", "102");
    const text = platform.textOf(stage.find("Details of outer"));
    for (const command of ["both/left: echo left-branch", "both/right: echo right-branch", "loop/each: echo one-item"])
      expect(text).toContain(command);
    expect(text).toContain("call: ./child.lobster");
    expect(text).toContain("call/ship: echo ship-it");
  });
});

describe("a card after the decision", () => {
  it("does not pass off the beginning of what was approved as all of it", async () => {
    platform = holding(900);
    const items = JSON.stringify(Array.from({ length: 60 }, (_, n) => `host number ${n}`));
    await open("hosts", `steps:\n  - id: gate\n    approval: { prompt: "Change hosts?", items: ${items} }\n`);
    await run("hosts");
    await press("Change hosts?", "Details", "102");
    expect((await press("Change hosts?", "Approve", "102")).text).toBe("Approved. The run goes on.");
    const text = platform.textOf(stage.find("✅"));
    expect(text).toContain("host number 0");
    // All of it, or a word about the rest.
    expect(text).toMatch(/host number 59|more lines|approval-[0-9a-f]{8}\.json/);
  });
});

describe("the card of a run", () => {
  it("does not pass off the first of its arguments as all of them", async () => {
    platform = holding(900);
    const names = Array.from({ length: 12 }, (_, n) => `argument-number-${String(n).padStart(2, "0")}`);
    const args = names.map((name) => `  ${name}: { type: string, default: ${"x".repeat(60)} }\n`).join("");
    await open("many", `args:\n${args}steps:\n  - id: wait\n    run: echo done\n`);
    await run("many");
    const text = platform.textOf(stage.find("many"));
    expect(text).toContain("argument-number-00");
    expect(text).toMatch(/argument-number-11|more line/);
  });
});

describe("what is approved", () => {
  it("looks different where it is different: a joiner inside a word is shown", async () => {
    platform = createFakePlatform();
    await open(
      "join",
      `steps:\n  - id: gate\n    approval: { prompt: "Deploy?", items: ["pro\\u200dd", "prod\\ufe0f"] }\n`,
    );
    await run("join");
    const text = platform.textOf(stage.find("Deploy?"));
    // No emoji stands here that would need them.
    expect([text.includes("\u200d"), text.includes("\ufe0f")]).toEqual([false, false]);
    expect(text).toContain("pro\\u{200d}d");
  });
});

describe("/pending", () => {
  it("gives every page the buttons of its own gates", async () => {
    platform = createFakePlatform({
      limits: {
        buttonRows: 3,
        fits: ({ body }: OutboundMessage) => encodeBody(body, PLAIN).join("\n").length <= 330,
      },
    });
    await open("deploy-guard", DEPLOY_GUARD);
    for (let n = 0; n < 5; n += 1) await run("deploy-guard");
    const list = async (page: string): Promise<{ text: string; labels: readonly string[] }> => {
      const before = platform.messages.length;
      await stage.act({ kind: "command", name: "pending", rest: page, from: "102" });
      const message = platform.messages.slice(before).at(-1);
      if (message === undefined) throw new Error("no list");
      return {
        text: platform.textOf(message),
        labels: (message.content.buttons ?? []).flat().map(({ label }) => label),
      };
    };
    const last = await list("9");
    expect(last.text).toMatch(/Page [2-9] of/);
    const shown = [...last.text.matchAll(/deploy-guard · ([0-9A-Z]{8})/g)].map(([, id]) => `Show ${id}`);
    expect(shown.length).toBeGreaterThan(0);
    expect(last.labels).toEqual(shown);
  });
});

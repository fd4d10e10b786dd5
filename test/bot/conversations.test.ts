import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BotConfig } from "../../src/bot/core.ts";
import type { PersonConfig } from "../../src/config/config.ts";
import { payloadOf, startBench, type BotBench } from "../fakes/bot-bench.ts";
import { createFakePlatform, type FakeEvent, type FakePlatform } from "../fakes/fake-adapter.ts";
import { configFor, createWorkspace, DEPLOY_GUARD, type Workspace } from "../scenarios/workspace.ts";

/** The same human may have an account on each platform. */
const person = (id: string, name: string, number: string): PersonConfig => ({
  id,
  name,
  groups: [],
  accounts: [
    { platform: "telegram", id: `1${number}` },
    { platform: "discord", id: `2${number}` },
  ],
});

const CONFIG: Partial<BotConfig> = {
  people: [
    person("dev-lead", "Dev lead", "01"),
    person("release-manager", "Release manager", "02"),
    person("teammate", "Teammate", "03"),
  ],
  chats: [
    { platform: "telegram", id: "100" },
    { platform: "telegram", id: "300" },
    { platform: "discord", id: "200" },
  ],
  workflows: new Map([
    [
      "deploy-guard",
      {
        postTo: [{ kind: "origin" }, { kind: "conversation", conversation: { platform: "discord", id: "200" } }],
      },
    ],
  ]),
};

let workspace: Workspace;
let telegram: FakePlatform;
let discord: FakePlatform;
let bench: BotBench;

beforeEach(async () => {
  workspace = await createWorkspace({ "deploy-guard.lobster": DEPLOY_GUARD });
  telegram = createFakePlatform({ platform: "telegram" });
  discord = createFakePlatform({ platform: "discord", limits: { privateResponses: true, nonceWindowMs: 120_000 } });
  bench = await startBench(workspace, [telegram, discord], CONFIG);
});

afterEach(async () => {
  await bench.bot.stop({ graceMs: 0 });
  await workspace.remove();
});

const countDeployments = async (): Promise<number> => {
  const text = await readFile(path.join(workspace.workflowsDirectory, "deployed.txt"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "").length;
};

const act = async (platform: FakePlatform, event: FakeEvent) => {
  const answer = await platform.deliver(event);
  await bench.bot.idle();
  return answer;
};

const startRun = () => act(telegram, { kind: "command", name: "run", rest: "deploy-guard", from: "101" });
const cardOn = (platform: FakePlatform) => bench.find(platform, "approval id");
const approve = (platform: FakePlatform, from: string, conversation?: FakeEvent["conversation"]) =>
  act(platform, {
    kind: "press",
    payload: payloadOf(cardOn(platform), "Approve"),
    message: cardOn(platform).ref,
    from,
    conversation: conversation ?? { platform: platform.adapter.platform, id: platform === telegram ? "100" : "200" },
  });

describe("a card in two conversations", () => {
  it("is decided once, from either, by people and not by accounts, and both copies tell it", async () => {
    await startRun();
    const [there, here] = [cardOn(discord), cardOn(telegram)];
    expect((await approve(discord, "201")).text).toContain("you started it yourself");
    const payload = payloadOf(there, "Approve");
    expect((await approve(telegram, "102")).text).toBe("Approved. The run goes on.");
    expect(telegram.textOf(here)).toMatch(/^✅ Finished/);
    expect(discord.textOf(there)).toMatch(/^✅ Finished/);
    const again = await act(discord, {
      kind: "press",
      payload,
      from: "203",
      conversation: { platform: "discord", id: "200" },
    });
    expect(again.text).toMatch(/^Already approved by Release manager, /);
    expect(await countDeployments()).toBe(1);
  });

  it("carries no token in its buttons, and payloads that every platform takes", async () => {
    await startRun();
    const { buttons = [] } = cardOn(telegram).content;
    for (const { payload } of buttons.flat()) {
      expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(64);
      expect(payload).toMatch(/^1:[a-z]+:[0-9a-f]{16}$/);
    }
  });

  it("counts nothing that is pressed or typed where it was not posted", async () => {
    await startRun();
    const elsewhere = { platform: "telegram", id: "300" } as const;
    expect((await approve(telegram, "102", elsewhere)).text).toBe(
      "This counts only in a conversation where its card was posted.",
    );
    const id = /approval id ([0-9a-f]{8})/.exec(telegram.textOf(cardOn(telegram)))?.[1] ?? "";
    const typed = await act(telegram, {
      kind: "command",
      name: "approve",
      rest: id,
      from: "102",
      conversation: elsewhere,
    });
    expect(typed.text).toContain("No approval with the id");
    expect(await countDeployments()).toBe(0);
  });

  it("tells its starter elsewhere when one of its cards could not be posted", async () => {
    discord.sendFaults.push(...Array.from({ length: 4 }, () => ({ outcome: GONE, act: false })));
    await startRun();
    expect(telegram.textOf(bench.find(telegram, "could not be posted in discord:200"))).toContain(
      "The gate stays open.",
    );
    expect((await approve(telegram, "102")).text).toBe("Approved. The run goes on.");
  });
});

const GONE = { kind: "gone", detail: "kicked" } as const;

describe("people nobody knows", () => {
  it.each<readonly [string, Pick<FakeEvent, "from" | "nobody">, string]>([
    ["an unknown account", { from: "999" }, "You are not registered here, so nothing happened."],
    ["an anonymous admin", { from: undefined, nobody: "anonymous_admin" }, "without a person's own account"],
    ["a bot with the account of a person", { from: "102", nobody: "bot" }, "without a person's own account"],
  ])("%s approves nothing and starts nothing", async (_who, sender, words) => {
    await startRun();
    const payload = payloadOf(cardOn(telegram), "Approve");
    expect((await act(telegram, { kind: "press", payload, ...sender })).text).toContain(words);
    expect((await act(telegram, { kind: "command", name: "run", rest: "deploy-guard", ...sender })).text).toContain(
      words,
    );
    expect(telegram.messages.filter((message) => telegram.textOf(message).includes("Deploy 3"))).toHaveLength(1);
    expect(await countDeployments()).toBe(0);
  });

  it("are told by /whoami, anywhere, what belongs into the configuration", async () => {
    const answer = await act(telegram, {
      kind: "command",
      name: "whoami",
      from: "999",
      conversation: { platform: "telegram", id: "-100777", topic: "17" },
    });
    expect(answer.text).toContain("Your account: telegram: 999");
    expect(answer.text).toContain("You are not registered.");
    expect(answer.text).toContain("This conversation: telegram: -100777, topic: 17");
    expect(answer.text).toContain("The bot does not work here");
    const nobody = await act(telegram, { kind: "command", name: "whoami", from: undefined, nobody: "channel" });
    expect(nobody.text).toContain("You write without an account of your own (a channel)");
    expect((await act(telegram, { kind: "command", name: "help", from: "999" })).text).toContain("/approve <id>");
  });

  it("writing to each other are not interrupted", async () => {
    await startRun();
    const replyTo = cardOn(telegram).ref;
    expect(await act(telegram, { kind: "text", text: "nice", from: "999", replyTo })).toEqual(SILENCE);
    expect(await act(telegram, { kind: "text", text: "lunch?", from: "101" })).toEqual(SILENCE);
  });
});

const SILENCE = { text: "", files: [], acknowledged: false };

describe("a conversation the bot does not work in", () => {
  const elsewhere = { platform: "telegram", id: "555" } as const;

  it("gets no answer to commands other than /whoami and /help", async () => {
    const run = { kind: "command", name: "run", rest: "deploy-guard", from: "101", conversation: elsewhere } as const;
    expect(await act(telegram, run)).toEqual({ ...SILENCE, acknowledged: true });
    expect(telegram.messages).toEqual([]);
  });

  it("gets every press answered, and none of them counts", async () => {
    await startRun();
    expect((await approve(telegram, "102", elsewhere)).text).toBe(
      "This counts only in a conversation where its card was posted.",
    );
  });
});

describe("events that come twice", () => {
  it("start one run", async () => {
    const event = { kind: "command", name: "run", rest: "deploy-guard", from: "101", eventId: "u1" } as const;
    await Promise.all([telegram.deliver(event), telegram.deliver(event)]);
    await bench.bot.idle();
    await act(telegram, event);
    expect(telegram.messages.filter((message) => telegram.textOf(message).includes("Deploy 3"))).toHaveLength(1);
  });

  it("start one run after a restart in between", async () => {
    const event = { kind: "command", name: "run", rest: "deploy-guard", from: "101", eventId: "u1" } as const;
    await act(telegram, event);
    await bench.restart();
    expect(await act(telegram, event)).toEqual({ ...SILENCE, acknowledged: true });
    expect(telegram.messages.filter((message) => telegram.textOf(message).includes("Deploy 3"))).toHaveLength(1);
  });

  it("are not started again when the bot died in the middle: a person decides", async () => {
    await bench.store.create("chat_seen_telegram.3au1", { value: { done: false, at: 0 } });
    const event = { kind: "command", name: "run", rest: "deploy-guard", from: "101", eventId: "u1" } as const;
    expect((await act(telegram, event)).text).toContain("Look at /status: if nothing started, send it again.");
    expect(telegram.messages).toEqual([]);
  });

  it("decide once", async () => {
    await startRun();
    const payload = payloadOf(cardOn(telegram), "Approve");
    const press = { kind: "press", payload, from: "102", eventId: "p1" } as const;
    await act(telegram, press);
    await act(telegram, press);
    // A press that was never answered may come again under another id.
    expect((await act(telegram, { ...press, eventId: "p2" })).text).toMatch(/^You approved it already/);
    expect(await countDeployments()).toBe(1);
  });
});

describe("a card whose sending was not answered yet", () => {
  it("can be pressed by whoever sees it already", async () => {
    let answerSends: (() => void) | undefined;
    const replies = new Promise<void>((resolve) => (answerSends = resolve));
    const pressed = new Promise<string>((resolve) => {
      telegram.afterSend = () => {
        const [newest] = telegram.messages.slice(-1);
        if (newest?.content.buttons === undefined) return;
        telegram.afterSend = undefined;
        telegram.replies = replies;
        const press = {
          kind: "press",
          payload: payloadOf(newest, "Approve"),
          message: newest.ref,
          from: "102",
        } as const;
        void telegram.deliver(press).then(({ text }) => resolve(text));
        setImmediate(() => answerSends?.());
      };
    });
    await startRun();
    expect(await pressed).toBe("Approved. The run goes on.");
    await bench.bot.idle();
    expect(await countDeployments()).toBe(1);
  });
});

describe("a card whose sending was lost", () => {
  it("is followed once, and a press on the first copy counts and is told on both", async () => {
    // The run's card goes first.
    telegram.sendFaults.push({ outcome: { kind: "sent", message: ref("1") }, act: true }, LOST);
    await startRun();
    const copies = telegram.messages.filter((message) => telegram.textOf(message).includes("Deploy 3 services?"));
    expect(copies).toHaveLength(2);
    const [first] = copies;
    if (first === undefined) throw new Error("no copy");
    const payload = payloadOf(first, "Approve");
    const answer = await act(telegram, { kind: "press", payload, message: first.ref, from: "102" });
    expect(answer.text).toBe("Approved. The run goes on.");
    expect(copies.map(telegram.textOf).map((text) => text.split(" in ")[0])).toEqual(["✅ Finished", "✅ Finished"]);
    expect(await countDeployments()).toBe(1);
  });
});

const LOST = { outcome: { kind: "unknown", detail: "cut" }, act: true } as const;

function ref(id: string) {
  return { conversation: { platform: "telegram", id: "100" }, id } as const;
}

describe("details", () => {
  it("are shown to the person alone where the platform can, else in the conversation", async () => {
    await startRun();
    const press = async (platform: FakePlatform, from: string) => {
      const id = platform === telegram ? "100" : "200";
      const payload = payloadOf(cardOn(platform), "Details");
      return await act(platform, {
        kind: "press",
        payload,
        from,
        conversation: { platform: platform.adapter.platform, id },
      });
    };
    const before = discord.messages.length;
    expect((await press(discord, "202")).text).toContain("Details of deploy-guard");
    expect(discord.messages).toHaveLength(before);
    expect((await press(telegram, "102")).text).toBe("The details are below.");
    expect(telegram.textOf(bench.find(telegram, "Details of deploy-guard"))).toContain(
      "deploy: echo x >> deployed.txt",
    );
    expect((await press(telegram, "102")).text).toBe("The details are in a message above.");
  });
});

describe("the store fails", () => {
  it("while somebody decides: they are told, nothing is approved, and the next press works", async () => {
    await startRun();
    bench.store.failure = new Error("disk full");
    expect((await approve(telegram, "102")).text).toContain("Something went wrong here and was logged");
    bench.store.failure = undefined;
    expect(await countDeployments()).toBe(0);
    expect((await approve(telegram, "102")).text).toBe("Approved. The run goes on.");
    expect(await countDeployments()).toBe(1);
  });
});

describe("a starter who wants direct messages", () => {
  it("is told the outcome once, also over a restart", async () => {
    await bench.bot.stop({ graceMs: 0 });
    const { defaults } = configFor(workspace);
    bench = await startBench(workspace, [telegram, discord], {
      ...CONFIG,
      defaults: { ...defaults, notifyStarter: true },
    });
    await startRun();
    await approve(telegram, "102");
    await bench.restart();
    expect(telegram.notified).toHaveLength(1);
    expect(telegram.notified[0]?.account).toBe("101");
    expect(telegram.notified[0]?.text).toMatch(/^Dev lead, your run deploy-guard · run [0-9A-Z]{8} finished\.$/);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allowForProcesses } from "./patience.ts";
import { LIMIT_MS, startTelegram, type TelegramBench } from "./telegram-bench.ts";
import { DEPLOY, OPEN_GATE } from "./workflows.ts";

allowForProcesses();

let bench: TelegramBench;

beforeAll(async () => {
  bench = await startTelegram({ deploy: DEPLOY, "open-gate": OPEN_GATE });
});

afterEach(() => bench.assertClean());

afterAll(() => bench.stop());

const APPROVED = "Approved. The run goes on.";

describe("a group that becomes a supergroup while a gate waits", () => {
  it("gets the card anew, and it is opened there", async () => {
    const chat = bench.group({ kind: "group" });
    const card = await bench.openGate(chat, "/run deploy mark=moved");
    const upgraded = bench.peer.migrateGroup(chat);
    const fresh = await bench.waitForNew(upgraded, ({ text }) => text.includes("Deploy 3 services?"));
    expect(await bench.press(bench.teammate, fresh, "Approve")).toMatch(/^Refused/);
    expect(await bench.press(bench.manager, fresh, "Approve")).toBe(APPROVED);
    await bench.waitForText(fresh, /^✅ Finished/);
    expect(bench.peer.look(card)).toBeDefined();
    expect(await bench.lines("deployed-moved.txt")).toEqual(["release-manager"]);
    const again = await bench.openGate(upgraded, "/run deploy mark=after");
    expect(again.text).toContain("Deploy 3 services?");
  });

  it("while the bot is away: the same", async () => {
    const chat = bench.group({ kind: "group" });
    const card = await bench.openGate(chat, "/run deploy mark=moved-away");
    await bench.press(bench.teammate, card, "Approve");
    await bench.kill();
    const upgraded = bench.peer.migrateGroup(chat);
    await bench.start();
    const fresh = await bench.waitForNew(upgraded, ({ text }) => text.includes("Deploy 3 services?"));
    expect(await bench.press(bench.manager, fresh, "Approve")).toBe(APPROVED);
    await bench.waitForText(fresh, /^✅ Finished/);
    expect(await bench.lines("deployed-moved-away.txt")).toEqual(["release-manager"]);
  });
});

const isEnd = (text: string): boolean => text.startsWith("✅ Finished") && text.includes("Deploy 3 services?");

describe("a card that was deleted", () => {
  it("is opened by its id, and its end is told in one new message", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run deploy mark=deleted");
    const id = /approval id ([0-9a-f]{8})/.exec(card.text)?.[1] ?? "";
    bench.peer.deleteMessage(card);
    bench.peer.write(bench.manager, chat, `/approve ${id}`);
    await bench.waitForNew(chat, ({ text }) => isEnd(text));
    expect(bench.peer.messages(chat).filter(({ text }) => isEnd(text))).toHaveLength(1);
    expect(await bench.lines("deployed-deleted.txt")).toEqual(["release-manager"]);
  });

  it("is brought back by /pending where messages have no links", async () => {
    const chat = bench.group({ kind: "group" });
    const card = await bench.openGate(chat, "/run deploy mark=pending");
    bench.peer.deleteMessage(card);
    bench.peer.write(bench.manager, chat, "/pending");
    const list = await bench.waitForNew(chat, ({ text }) => text.startsWith("You can act on:"));
    await bench.press(bench.manager, list, /^Show /);
    const fresh = await bench.waitForNew(chat, ({ text, id }) => text.includes("Deploy 3 services?") && id > list.id);
    expect(await bench.press(bench.manager, fresh, "Approve")).toBe(APPROVED);
    await bench.waitForText(fresh, /^✅ Finished/);
  });

  it("is in /pending with its id, which opens it", async () => {
    const chat = bench.group();
    bench.peer.deleteMessage(await bench.openGate(chat, "/run deploy mark=listed"));
    bench.peer.write(bench.manager, chat, "/pending");
    const list = await bench.waitForNew(chat, ({ text }) => text.startsWith("You can act on:"));
    const id = / · ([0-9a-f]{8})\b/.exec(list.text)?.[1] ?? "";
    bench.peer.write(bench.manager, chat, `/approve ${id}`);
    expect(await bench.waitForLines("deployed-listed.txt", 1)).toEqual(["release-manager"]);
  });

  it("can still be pressed by somebody who sees it", async () => {
    const card = await bench.openGate(bench.group(), "/run deploy mark=ghost");
    await bench.press(bench.teammate, card, "Approve");
    bench.peer.deleteMessage(card);
    const tap = bench.peer.press(bench.manager, card, "Approve");
    expect((await tap.answer({ timeoutMs: LIMIT_MS })).text).toBe(APPROVED);
    await bench.waitForLines("deployed-ghost.txt", 1);
  });
});

describe("a bot that is shut out", () => {
  it("blocked by a person: the gate stays open, and is told again once it is unblocked", async () => {
    const chat = bench.peer.privateChat(bench.lead);
    const card = await bench.openGate(chat, "/run open-gate mark=blocked");
    bench.peer.blockBot(bench.lead);
    await bench.peer.waitUntil(() => bench.peer.pendingUpdates() === 0, { timeoutMs: LIMIT_MS });
    const other = await bench.openGate(bench.group(), "/run open-gate mark=not-blocked");
    expect(await bench.press(bench.manager, other, "Approve")).toBe(APPROVED);
    bench.peer.unblockBot(bench.lead);
    expect(await bench.press(bench.lead, card, "Approve")).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("acted-blocked.txt")).toEqual(["dev-lead"]);
  });

  it("kicked from a group while a gate waits: nothing is decided, and back again the gate is there", async () => {
    const chat = bench.group();
    const card = await bench.openGate(chat, "/run deploy mark=kicked");
    await bench.press(bench.teammate, card, "Approve");
    bench.peer.kickBot(chat);
    bench.peer.setRole(chat, bench.peer.botUser, "member");
    expect(await bench.press(bench.manager, card, "Approve")).toBe(APPROVED);
    await bench.waitForText(card, /^✅ Finished/);
    expect(await bench.lines("deployed-kicked.txt")).toEqual(["release-manager"]);
  });
});

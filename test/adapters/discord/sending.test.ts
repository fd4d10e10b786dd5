import { describe, expect, it } from "vitest";
import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import { line, plain } from "../../../src/bot/text/rich-text.ts";
import type { FaultRoute } from "../../peers/discord/index.ts";
import type { Permission } from "../../peers/discord/index.ts";
import { conversationOf, createBench } from "./bench.ts";

const POST: FaultRoute = "POST /channels/{channel_id}/messages";
const PATCH: FaultRoute = "PATCH /channels/{channel_id}/messages/{message_id}";
const NONCE = "0123456789abcdef01234567";

const CARD: OutboundMessage = {
  body: [line({ kind: "bold", text: "Deploy?" }), { kind: "code", text: "x <b>", language: "json" }, line("@everyone")],
  buttons: [
    [
      { label: "Approve", payload: "1:approve:0123456789abcdef", style: "primary" },
      { label: "Deny", payload: "1:deny:0123456789abcdef", style: "danger" },
    ],
  ],
};

const FILES = [
  { name: "approval-A1.json", text: '{"ä":1}' },
  { name: "why so?.txt", text: "" },
];

/** What the invite link does not ask for. */
const UNASKED: readonly Permission[] = [
  "ADD_REACTIONS",
  "EMBED_LINKS",
  "MENTION_EVERYONE",
  "USE_APPLICATION_COMMANDS",
  "CREATE_PRIVATE_THREADS",
  "MANAGE_THREADS",
  "MANAGE_MESSAGES",
  "MANAGE_CHANNELS",
];

describe("a card", () => {
  it("is one message with text, files and buttons, without a preview and without a mention", async () => {
    const { peer, channel, send } = await createBench();
    const sent = await send({ ...CARD, files: FILES });
    const [shown, ...others] = peer.messages(channel);
    expect(others).toEqual([]);
    expect(sent).toEqual({ conversation: conversationOf(channel), id: shown?.id });
    expect(shown?.shown).toBe("Deploy?\nx <b>\n@everyone");
    expect(shown?.buttons.flat().map(({ label, customId, style }) => [label, customId, style])).toEqual([
      ["Approve", "1:approve:0123456789abcdef", 1],
      ["Deny", "1:deny:0123456789abcdef", 4],
    ]);
    expect(shown?.files.map(({ name, data }) => [name, data.toString()])).toEqual([
      ["approval-A1.json", '{"ä":1}'],
      ["why_so_.txt", "\n"],
    ]);
    expect([peer.pings, peer.complaints()]).toEqual([[], []]);
  });

  it("replies to what it belongs to, and is sent although that is gone", async () => {
    const { peer, channel, send } = await createBench();
    const replyTo = await send(CARD);
    await send({ body: plain("more") }, { replyTo });
    for (const message of peer.messages(channel)) peer.deleteMessage(message);
    await send({ body: plain("still there") }, { replyTo });
    expect(peer.messages(channel)).toMatchObject([{ shown: "still there", replyTo: undefined }]);
    expect(peer.complaints()).toEqual([]);
  });

  it("needs no more than the permissions that the invite link asks for, and stands alone where even replying is denied", async () => {
    const { peer, guild, channel, send, adapter } = await createBench();
    const other = peer.addChannel(guild, { name: "bare" });
    peer.setPermissions(channel, peer.botUser, { deny: UNASKED });
    const replyTo = await send({ ...CARD, files: FILES });
    await send(CARD, { replyTo });
    peer.setPermissions(other, peer.botUser, { deny: [...UNASKED, "READ_MESSAGE_HISTORY"] });
    const first = await adapter.send(conversationOf(other), CARD);
    if (first.kind !== "sent") throw new Error(first.kind);
    expect(await adapter.send(conversationOf(other), CARD, { replyTo: first.message })).toMatchObject({ kind: "sent" });
    expect(peer.messages(other)).toHaveLength(2);
  });

  it("stands in a thread that is a conversation of its own, and in direct messages", async () => {
    const { peer, channel, anna, adapter } = await createBench();
    const thread = peer.openThread(anna, channel, "Releases");
    const direct = peer.directChannel(anna);
    for (const place of [thread, direct]) await adapter.send(conversationOf(place), CARD);
    expect([peer.messages(thread).length, peer.messages(direct).length]).toEqual([1, 1]);
    expect(peer.complaints()).toEqual([]);
  });

  it("repeated with its nonce is one message", async () => {
    const { peer, channel, send } = await createBench();
    const first = await send(CARD, { nonce: NONCE });
    expect(await send(CARD, { nonce: NONCE })).toEqual(first);
    expect(peer.messages(channel)).toHaveLength(1);
  });
});

describe("a send that fails", () => {
  it.each(["cutAfter", "cutMidAnswer", "cutBefore"] as const)(
    "may have happened when no answer came (%s), and is not repeated",
    async (fault) => {
      const { peer, channel, adapter } = await createBench();
      peer.faults[fault](POST);
      expect(await adapter.send(conversationOf(channel), CARD)).toMatchObject({ kind: "unknown" });
      expect(peer.messages(channel)).toHaveLength(fault === "cutBefore" ? 0 : 1);
      expect(peer.log.filter(({ route }) => route === POST)).toHaveLength(1);
    },
  );

  it("may have happened when the server failed", async () => {
    const { peer, channel, adapter } = await createBench();
    peer.faults.refuseAfter(POST, 502);
    expect(await adapter.send(conversationOf(channel), CARD)).toEqual({ kind: "unknown", detail: "status 502" });
  });

  it("did not happen when nothing answers there, and comes later", async () => {
    const { peer, channel, adapter } = await createBench();
    await peer.goDown();
    expect(await adapter.send(conversationOf(channel), CARD)).toEqual({ kind: "later", retryAfterMs: 5000 });
  });

  it("waits for as long as Discord asks, and asks no more meanwhile", async () => {
    const { peer, channel, adapter } = await createBench();
    peer.faults.tooMany(POST, 0.4);
    const outcome = await adapter.send(conversationOf(channel), CARD);
    expect(outcome).toMatchObject({ kind: "later" });
    expect(outcome.kind === "later" ? outcome.retryAfterMs : 0).toBeGreaterThanOrEqual(400);
  });

  it("honours the limit of a channel before Discord has to refuse", async () => {
    const { peer, channel, adapter } = await createBench({
      peer: { rates: { [POST]: { limit: 1, windowMs: 60_000 } } },
    });
    await adapter.send(conversationOf(channel), CARD);
    // The library learns which limit a request counts against from the answer to the first one.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await adapter.send(conversationOf(channel), CARD)).toMatchObject({ kind: "later" });
    }
    expect(peer.log.filter(({ route }) => route === POST)).toHaveLength(2);
  });

  it.each<[string, number, { code: number; message: string }]>([
    ["to a channel that is gone", 404, { code: 10003, message: "Unknown Channel" }],
    ["without the permission", 403, { code: 50013, message: "Missing Permissions" }],
  ])("is final %s", async (_what, status, error) => {
    const { peer, channel, adapter } = await createBench();
    peer.faults.refuse(POST, status, error);
    expect(await adapter.send(conversationOf(channel), CARD)).toEqual({
      kind: "gone",
      detail: `${status} ${error.code} ${error.message}`,
    });
  });

  it("is no fault of the message when the token is refused once: the next one is sent", async () => {
    const { peer, channel, adapter } = await createBench();
    peer.faults.refuse(POST, 401);
    expect(await adapter.send(conversationOf(channel), CARD)).toMatchObject({ kind: "later" });
    expect(await adapter.send(conversationOf(channel), CARD)).toMatchObject({ kind: "sent" });
  });

  it("is final for ids that are not Discord's", async () => {
    const { peer, adapter } = await createBench();
    expect(await adapter.send({ platform: "discord", id: "general/../x" }, CARD)).toMatchObject({ kind: "gone" });
    expect(peer.log).toEqual([]);
  });
});

describe("an edit", () => {
  it("shows the new content, takes buttons away that it does not have, and keeps the files", async () => {
    const { peer, channel, adapter, send } = await createBench();
    const sent = await send({ ...CARD, files: FILES });
    expect(await adapter.update(sent, { body: plain("Approved.") })).toEqual({ kind: "done" });
    const [shown] = peer.messages(channel);
    expect([shown?.shown, shown?.buttons, shown?.files.length]).toEqual(["Approved.", [], 2]);
    expect(JSON.stringify(shown?.components)).toContain("approval-A1.json");
    expect(peer.complaints()).toEqual([]);
  });

  it("keeps the files of a message that an earlier process sent", async () => {
    const bench = await createBench();
    const sent = await bench.send({ ...CARD, files: FILES });
    const later = await bench.restart();
    expect(await later.update(sent, { body: plain("Approved.") })).toEqual({ kind: "done" });
    expect(JSON.stringify(bench.peer.messages(bench.channel)[0]?.components)).toContain("why_so_.txt");
    expect(bench.peer.complaints()).toEqual([]);
  });

  it("tells the truth although Discord no longer finds the files in the message", async () => {
    const { peer, adapter, send } = await createBench();
    const sent = await send({ ...CARD, files: FILES });
    peer.faults.refuse(PATCH, 400, { code: 50035, message: "Invalid Form Body" });
    expect(await adapter.update(sent, { body: plain("Approved.") })).toEqual({ kind: "done" });
    expect(peer.look(sent)?.shown).toBe("Approved.");
  });

  it("of a deleted message, of another's message and in a channel that is gone is final", async () => {
    const { peer, channel, anna, adapter, send } = await createBench();
    const [deleted, lost] = [await send(CARD), await send(CARD)];
    const other = { conversation: conversationOf(channel), id: peer.write(anna, channel, "hello").id };
    for (const message of peer.messages(channel)) if (message.id === deleted.id) peer.deleteMessage(message);
    expect(await adapter.update(deleted, CARD)).toMatchObject({ kind: "gone" });
    expect(await adapter.update(other, CARD)).toMatchObject({ kind: "gone" });
    peer.deleteChannel(channel);
    expect(await adapter.update(lost, CARD)).toMatchObject({ kind: "gone" });
    expect(await adapter.update({ ...lost, id: "x" }, CARD)).toMatchObject({ kind: "gone" });
  });
});

const RUN: OutboundMessage = { body: plain("Running"), threadName: "deploy-guard · A2B3C4D5" };
const open = () => createBench({ config: { threadPerRun: true } });

describe("with a thread for each run", () => {
  it("what replies to the run's card stands in its thread, and so does what replies to that", async () => {
    const { peer, channel, adapter, send } = await open();
    const run = await send(RUN);
    const gate = await send(CARD, { replyTo: run });
    await send({ body: plain("Reminder") }, { replyTo: gate });
    const [thread] = peer.threads(channel);
    if (thread === undefined) throw new Error("no thread");
    expect(peer.messages(channel)).toMatchObject([{ shown: "Running", thread: { id: thread.id } }]);
    const opened = peer.log.find(({ route }) => route.endsWith("/threads"));
    expect(opened?.body).toMatchObject({ name: "deploy-guard · A2B3C4D5" });
    const [card, reminder] = peer.messages(thread);
    expect(reminder).toMatchObject({ shown: "Reminder", replyTo: card?.id });
    expect(gate).toEqual({ conversation: conversationOf(channel), id: `${thread.id}-${card?.id}` });
    expect(await adapter.update(gate, { body: plain("Approved.") })).toEqual({ kind: "done" });
    expect(peer.messages(thread)[0]?.shown).toBe("Approved.");
    expect(peer.complaints()).toEqual([]);
  });

  it("needs no more than the permissions that the invite link asks for, also to wake a thread up", async () => {
    const { peer, channel, adapter, send } = await open();
    peer.setPermissions(channel, peer.botUser, { deny: UNASKED });
    const run = await send(RUN);
    const gate = await send({ ...CARD, files: FILES }, { replyTo: run });
    const [thread] = peer.threads(channel);
    if (thread === undefined) throw new Error("no thread");
    expect(peer.messages(thread)).toHaveLength(1);
    peer.archiveThread(thread);
    expect(await adapter.update(gate, { body: plain("Approved.") })).toEqual({ kind: "done" });
    expect(peer.messages(thread)[0]?.files).toHaveLength(2);
    expect(peer.complaints()).toEqual([]);
  });

  it("a press in the thread counts as one in the channel", async () => {
    const bench = await open();
    await bench.start();
    const gate = await bench.send(CARD, { replyTo: await bench.send(RUN) });
    const [thread] = bench.peer.threads(bench.channel);
    const [card] = thread === undefined ? [] : bench.peer.messages(thread);
    if (card === undefined) throw new Error("no card");
    bench.peer.press(bench.anna, card, "Approve");
    await bench.untilEvents(1);
    expect(bench.events).toMatchObject([{ conversation: conversationOf(bench.channel), message: gate }]);
    expect(bench.adapter.link?.(gate)).toBe(`https://discord.com/channels/${bench.guild.id}/${thread?.id}/${card.id}`);
  });

  it.each<[string, (bench: Awaited<ReturnType<typeof open>>) => void]>([
    ["was deleted", ({ peer, channel }) => peer.threads(channel).forEach((thread) => peer.deleteChannel(thread))],
    [
      "is locked",
      ({ peer, channel }) => peer.threads(channel).forEach((thread) => peer.archiveThread(thread, { isLocked: true })),
    ],
  ])("a thread that %s is no reason to say nothing: the channel is told", async (_what, change) => {
    const bench = await open();
    const run = await bench.send(RUN);
    change(bench);
    const gate = await bench.send(CARD, { replyTo: run });
    expect(bench.peer.look(gate)).toMatchObject({ shown: "Deploy?\nx <b>\n@everyone", replyTo: run.id });
    expect(bench.peer.complaints()).toEqual([]);
  });

  it("a thread that was put aside is woken up to keep its cards true; one that is locked is not", async () => {
    const bench = await open();
    const gate = await bench.send(CARD, { replyTo: await bench.send(RUN) });
    const [thread] = bench.peer.threads(bench.channel);
    if (thread === undefined) throw new Error("no thread");
    bench.peer.archiveThread(thread);
    expect(await bench.adapter.update(gate, { body: plain("Approved.") })).toEqual({ kind: "done" });
    bench.peer.archiveThread(thread, { isLocked: true });
    expect(await bench.adapter.update(gate, CARD)).toMatchObject({ kind: "gone" });
    expect(bench.peer.messages(thread)).toMatchObject([{ shown: "Approved." }]);
  });

  it("a thread that cannot be opened is logged, and everything stands in the channel", async () => {
    const { peer, channel, anna, adapter, logged } = await open();
    const direct = conversationOf(peer.directChannel(anna));
    const run = await adapter.send(direct, RUN);
    if (run.kind !== "sent") throw new Error(run.kind);
    expect(await adapter.send(direct, CARD, { replyTo: run.message })).toMatchObject({ kind: "sent" });
    expect(logged.map(({ event }) => event)).toEqual(["thread_not_opened"]);
    expect(peer.threads(channel)).toEqual([]);
  });

  it("a message that may have been sent is found in the thread", async () => {
    const bench = await open();
    await bench.start();
    const run = await bench.send(RUN);
    const gate = await bench.send(CARD, { replyTo: run, nonce: NONCE });
    expect(await bench.adapter.find?.(conversationOf(bench.channel), NONCE, Date.now(), run)).toEqual(gate);
  });
});

describe("a message that may have been sent", () => {
  it("is found by its nonce, also where Discord shows none, behind whatever was written since", async () => {
    const bench = await createBench();
    await bench.start();
    const { peer, channel, anna, adapter } = bench;
    const sinceMs = Date.now();
    await bench.send(CARD, { nonce: "fedcba9876543210fedcba98" });
    const sent = await bench.send(CARD, { nonce: NONCE });
    for (let count = 0; count < 120; count += 1) peer.write(anna, channel, "chatter");
    expect(await adapter.find?.(conversationOf(channel), NONCE, sinceMs)).toEqual(sent);
    expect(await adapter.find?.(conversationOf(channel), "aaaaaaaaaaaaaaaaaaaaaaaa", sinceMs)).toBeUndefined();
  });

  it("is not said to be missing when Discord could not be asked", async () => {
    const bench = await createBench();
    await bench.start();
    bench.peer.faults.refuse("GET /channels/{channel_id}/messages", 502);
    await expect(bench.adapter.find?.(conversationOf(bench.channel), NONCE, 0)).rejects.toThrow("history");
  });
});

describe("a direct message", () => {
  it("reaches the person", async () => {
    const { peer, anna, adapter } = await createBench();
    expect(await adapter.notify(anna.id, { body: plain("Your run finished.") })).toMatchObject({ kind: "sent" });
    expect(peer.messages(peer.directChannel(anna)).map(({ shown }) => shown)).toEqual(["Your run finished."]);
  });

  it("is gone for somebody who takes none, and for nobody", async () => {
    const { peer, anna, adapter } = await createBench();
    peer.closeDirectMessages(anna);
    expect(await adapter.notify(anna.id, { body: plain("x") })).toMatchObject({ kind: "gone" });
    expect(await adapter.notify("100000000000000009", { body: plain("x") })).toMatchObject({ kind: "gone" });
    expect(await adapter.notify("anna", { body: plain("x") })).toMatchObject({ kind: "gone" });
  });
});

describe("being at work", () => {
  it("shows as typing, and never rejects", async () => {
    const { peer, channel, adapter } = await createBench();
    await adapter.showWorking?.(conversationOf(channel));
    peer.deleteChannel(channel);
    await adapter.showWorking?.(conversationOf(channel));
    await adapter.showWorking?.({ platform: "discord", id: "x" });
    expect(peer.typing(channel)).toBe(1);
  });
});

import { describe, expect, it } from "vitest";
import type { Content, Slot } from "../../../src/bot/delivery/delivery.ts";
import { createOutbox, type Outbox } from "../../../src/bot/delivery/outbox.ts";
import { line } from "../../../src/bot/text/rich-text.ts";
import { createRedaction } from "../../../src/bot/text/redaction.ts";
import { createShelves } from "../../../src/bot/storage/shelf.ts";
import { createVisibleText } from "../../../src/bot/text/visible-text.ts";
import { createFakePlatform, type FakeOptions, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock, settle, type ManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

interface Bench {
  readonly platform: FakePlatform;
  readonly clock: ManualClock;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly undelivered: Slot[];
  readonly warnings: string[];
  outbox: Outbox;
  /** Starts again on what was stored, as after a crash. */
  readonly restart: () => void;
  readonly texts: () => readonly string[];
}

function setUp(options: FakeOptions = {}): Bench {
  const platform = createFakePlatform(options);
  const clock = createManualClock();
  const store = createMemoryStore();
  const undelivered: Slot[] = [];
  const warnings: string[] = [];
  let nonce = 0;
  const open = (): Outbox =>
    createOutbox({
      adapters: new Map([[platform.adapter.platform, platform.adapter]]),
      openShelf: createShelves(store),
      visible: createVisibleText(createRedaction(["hunter22"])),
      clock,
      ids: { hex: (bytes) => String((nonce += 1)).padStart(bytes * 2, "0") },
      log: { info: () => undefined, warn: (event) => warnings.push(event), error: (event) => warnings.push(event) },
      superseded: () => Promise.resolve({ body: [] }),
      onUndelivered: (slot) => undelivered.push(slot),
    });
  const bench: Bench = {
    platform,
    clock,
    store,
    undelivered,
    warnings,
    outbox: open(),
    restart: () => {
      bench.outbox.stop();
      bench.outbox = open();
    },
    texts: () => platform.messages.filter(({ deleted }) => !deleted).map(platform.textOf),
  };
  return bench;
}

const SLOT: Slot = { purpose: "gate:g1", conversation: "telegram:100" };
const OTHER: Slot = { purpose: "gate:g2", conversation: "telegram:100" };

const saying = (text: string, changes: Partial<Content> = {}): Content => ({
  message: { body: [line(text)] },
  complete: true,
  pace: "now",
  ...changes,
});

const progress = (text: string): Content => saying(text, { pace: "progress" });

describe("showing", () => {
  it("sends once, edits what differs, and leaves what is the same", async () => {
    const { outbox, platform, texts } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    outbox.show(SLOT, saying("done"));
    await outbox.idle();
    expect(texts()).toEqual(["done"]);
    expect(platform.messages[0]?.edits).toBe(1);
  });

  it("sends nothing again after a restart", async () => {
    const bench = setUp();
    bench.outbox.show(SLOT, saying("open"));
    await bench.outbox.idle();
    bench.restart();
    bench.outbox.show(SLOT, saying("open"));
    await bench.outbox.idle();
    expect(bench.texts()).toEqual(["open"]);
    expect(bench.platform.messages[0]?.edits).toBe(0);
  });

  it("skips what was replaced before its turn came", async () => {
    const { outbox, platform, texts } = setUp();
    outbox.show(OTHER, saying("other"));
    for (const text of ["1", "2", "3"]) outbox.show(SLOT, saying(text));
    await outbox.idle();
    expect(texts()).toEqual(["other", "3"]);
    expect(platform.messages.map(({ edits }) => edits)).toEqual([0, 0]);
  });

  it("redacts secrets and shows what is invisible", async () => {
    const { outbox, texts } = setUp();
    outbox.show(SLOT, saying("hunter22 and \u202eevil\n"));
    await outbox.idle();
    expect(texts()).toEqual(["[redacted] and \\u{202e}evil\\u{a}"]);
  });

  it("replies to the message of another purpose", async () => {
    const { outbox, platform } = setUp();
    outbox.show(OTHER, saying("card"));
    outbox.show(SLOT, saying("question", { replyTo: OTHER.purpose }));
    await outbox.idle();
    expect(platform.messages[1]?.replyTo).toBe("1");
  });

  it("shows a further message on demand, and keeps every copy the same from then on", async () => {
    const { outbox, texts } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    outbox.showAgain(SLOT, saying("still open"));
    await outbox.idle();
    expect(texts()).toEqual(["still open", "still open"]);
    outbox.show(SLOT, saying("done"));
    await outbox.idle();
    expect(texts()).toEqual(["done", "done"]);
  });

  it("finds the slot of a message", async () => {
    const { outbox, platform } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    const [message] = platform.messages;
    if (message === undefined) throw new Error("nothing was sent");
    expect(await outbox.findByMessage(message.ref)).toEqual(SLOT);
    await outbox.forget(SLOT);
    expect(await outbox.findByMessage(message.ref)).toBeUndefined();
    expect(await outbox.find(SLOT)).toBeUndefined();
  });
});

describe("a send whose outcome is unknown", () => {
  const lost = { outcome: { kind: "unknown", detail: "cut" }, act: true } as const;

  it("is followed by exactly one further message", async () => {
    const { outbox, platform, texts } = setUp();
    platform.sendFaults.push(lost);
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    expect(texts()).toEqual(["open", "open"]);
    expect((await outbox.find(SLOT))?.messages).toEqual(["2"]);
  });

  it("is given up, and told, when the further message is lost as well", async () => {
    const { outbox, platform, undelivered } = setUp();
    platform.sendFaults.push(lost, { outcome: "throw", act: false });
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    expect(undelivered).toEqual([SLOT]);
    outbox.show(SLOT, saying("done"));
    await outbox.idle();
    expect(platform.messages).toHaveLength(1);
  });

  it("still gets its one further message when the platform first asks to wait", async () => {
    const { outbox, platform, clock, texts } = setUp();
    platform.sendFaults.push(lost, { outcome: { kind: "later", retryAfterMs: 5_000 }, act: false });
    outbox.show(SLOT, saying("open"));
    await clock.advance(5_000);
    await outbox.idle();
    expect(texts()).toEqual(["open", "open"]);
  });

  it("is treated the same when the bot died before it could note the outcome", async () => {
    const bench = setUp();
    bench.platform.afterSend = () => {
      bench.store.failure = new Error("the machine died");
    };
    bench.outbox.show(SLOT, saying("open"));
    await settle();
    expect(bench.texts()).toEqual(["open"]);
    bench.platform.afterSend = undefined;
    bench.store.failure = undefined;
    bench.restart();
    bench.outbox.show(SLOT, saying("open"));
    await bench.outbox.idle();
    expect(bench.texts()).toEqual(["open", "open"]);
    bench.restart();
    bench.outbox.show(SLOT, saying("open"));
    await bench.outbox.idle();
    expect(bench.texts()).toHaveLength(2);
  });

  it("is not repeated where the platform finds it by its nonce", async () => {
    const { outbox, platform, texts } = setUp();
    platform.canFind = true;
    platform.sendFaults.push(lost);
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    expect(texts()).toEqual(["open"]);
    expect((await outbox.find(SLOT))?.messages).toEqual(["1"]);
  });

  it("is repeated with the same nonce while that makes one message", async () => {
    const { outbox, platform, clock } = setUp({ limits: { nonceWindowMs: 120_000 } });
    platform.sendFaults.push({ outcome: { kind: "unknown", detail: "cut" }, act: true });
    outbox.show(SLOT, saying("open"));
    await clock.advance(1_000);
    await outbox.idle();
    const nonces = platform.messages.map(({ nonce }) => nonce);
    expect(nonces).toHaveLength(2);
    expect(nonces[0]).toBe(nonces[1]);
    expect(nonces[0]?.length).toBeLessThanOrEqual(25);
  });

  it.each(["canFind", "knowsNonces"] as const)(
    "shows what is true now, although it was sent when something else was (%s)",
    async (how) => {
      const bench = setUp({ limits: { nonceWindowMs: how === "knowsNonces" ? 120_000 : 0 } });
      bench.platform[how] = true;
      bench.platform.afterSend = () => {
        bench.store.failure = new Error("the machine died");
      };
      bench.outbox.show(SLOT, saying("open"));
      await settle();
      bench.platform.afterSend = undefined;
      bench.store.failure = undefined;
      bench.restart();
      bench.outbox.show(SLOT, saying("denied"));
      await bench.clock.advance(1_000);
      await bench.outbox.idle();
      expect(bench.texts()).toEqual(["denied"]);
    },
  );

  it("waits for the platform that could tell whether it is there, and is not repeated blindly", async () => {
    const { outbox, platform, clock, texts } = setUp();
    platform.canFind = true;
    platform.cannotLook = true;
    platform.sendFaults.push(lost);
    outbox.show(SLOT, saying("open"));
    await clock.advance(4_000);
    expect(texts()).toEqual(["open"]);
    platform.cannotLook = false;
    await clock.advance(60_000);
    await outbox.idle();
    expect(texts()).toEqual(["open"]);
    expect((await outbox.find(SLOT))?.messages).toEqual(["1"]);
  });

  it("lets the lost copy be adopted, so that both tell the same story", async () => {
    const { outbox, platform, texts } = setUp();
    platform.sendFaults.push(lost);
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    const [first] = platform.messages;
    if (first === undefined) throw new Error("nothing was sent");
    await outbox.adopt(SLOT, first.ref);
    outbox.show(SLOT, saying("done"));
    await outbox.idle();
    expect(texts()).toEqual(["done", "done"]);
  });
});

describe("a platform that asks to wait", () => {
  it("is asked again only when the time is over, and nothing is sent twice", async () => {
    const { outbox, platform, clock, texts } = setUp();
    platform.sendFaults.push({ outcome: { kind: "later", retryAfterMs: 5_000 }, act: false });
    outbox.show(SLOT, saying("open"));
    await clock.advance(4_999);
    expect(texts()).toEqual([]);
    await clock.advance(1);
    await outbox.idle();
    expect(texts()).toEqual(["open"]);
  });

  it("holds up only its own conversation", async () => {
    const { outbox, platform, clock, texts } = setUp();
    platform.sendFaults.push({ outcome: { kind: "later", retryAfterMs: 5_000 }, act: false });
    outbox.show(SLOT, saying("waits"));
    await settle();
    outbox.show({ purpose: "gate:g1", conversation: "telegram:200" }, saying("goes"));
    await settle();
    expect(texts()).toEqual(["goes"]);
    await clock.advance(5_000);
    await outbox.idle();
  });

  it("collapses the edits that came meanwhile into the last", async () => {
    const { outbox, platform, clock, texts } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    platform.updateFaults.push({ outcome: { kind: "later", retryAfterMs: 5_000 }, act: false });
    for (const text of ["1", "2", "3"]) {
      outbox.show(SLOT, saying(text));
      await settle();
    }
    await clock.advance(5_000);
    await outbox.idle();
    expect(texts()).toEqual(["3"]);
    expect(platform.messages[0]?.edits).toBe(1);
  });
});

describe("progress", () => {
  it("uses at most half of the conversation's budget", async () => {
    const { outbox, platform, clock } = setUp({ limits: { messagesPerMinute: () => 20 } });
    outbox.show(SLOT, saying("start"));
    await outbox.idle();
    for (let second = 0; second < 59; second += 1) {
      outbox.show(SLOT, progress(`second ${second}`));
      await clock.advance(1_000);
    }
    expect(platform.messages[0]?.edits).toBeGreaterThanOrEqual(9);
    expect(platform.messages[0]?.edits).toBeLessThanOrEqual(10);
  });

  it("never holds up a decision", async () => {
    const { outbox, clock, texts } = setUp({ limits: { messagesPerMinute: () => 20 } });
    outbox.show(SLOT, saying("start"));
    await outbox.idle();
    outbox.show(SLOT, progress("1"));
    await settle();
    outbox.show(SLOT, progress("2"));
    await settle();
    expect(texts()).toEqual(["1"]);
    outbox.show(SLOT, saying("approved"));
    await settle();
    expect(texts()).toEqual(["approved"]);
    await clock.advance(60_000);
    expect(texts()).toEqual(["approved"]);
  });
});

describe("an edit that cannot be made", () => {
  it("is followed by one new message", async () => {
    const { outbox, platform, texts } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    const [message] = platform.messages;
    if (message !== undefined) message.deleted = true;
    outbox.show(SLOT, saying("done"));
    await outbox.idle();
    outbox.show(SLOT, saying("done"));
    await outbox.idle();
    expect(texts()).toEqual(["done"]);
    expect((await outbox.find(SLOT))?.messages).toEqual(["2"]);
  });

  it("is tried again when nobody knows whether it was made", async () => {
    const { outbox, platform, clock, texts } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    platform.updateFaults.push({ outcome: "throw", act: false }, { outcome: "throw", act: false });
    outbox.show(SLOT, saying("done"));
    await clock.advance(10_000);
    await outbox.idle();
    expect(texts()).toEqual(["done"]);
  });

  it.each([
    ["nobody knows whether it was made", { outcome: "throw", act: true }],
    ["only one copy of two took it", { outcome: { kind: "later", retryAfterMs: 60_000 }, act: false }],
  ] as const)("is taken back where %s and what was shown before is true again", async (_what, fault) => {
    const { outbox, platform, clock, texts } = setUp();
    outbox.show(SLOT, saying("no vote"));
    await outbox.idle();
    outbox.showAgain(SLOT, saying("no vote"));
    await outbox.idle();
    if (fault.act) platform.updateFaults.push(fault, fault);
    else platform.updateFaults.push({ outcome: { kind: "done" }, act: true }, fault);
    outbox.show(SLOT, saying("one vote"));
    await settle();
    expect(texts()).toContain("one vote");
    outbox.show(SLOT, saying("no vote"));
    await clock.advance(120_000);
    await outbox.idle();
    expect(texts()).toEqual(["no vote", "no vote"]);
  });

  it("counts as incomplete as soon as a copy may be, and until the last one is complete", async () => {
    const { outbox, platform, clock } = setUp();
    const isComplete = async (): Promise<boolean | undefined> => (await outbox.find(SLOT))?.shown?.complete;
    outbox.show(SLOT, saying("whole"));
    await outbox.idle();
    platform.updateFaults.push({ outcome: "throw", act: true });
    outbox.show(SLOT, saying("cut", { complete: false }));
    await settle();
    expect(await isComplete()).toBe(false);
    await clock.advance(10_000);
    await outbox.idle();
    // The further copy is there, the one before is not edited yet.
    platform.updateFaults.push({ outcome: { kind: "later", retryAfterMs: 60_000 }, act: false });
    outbox.showAgain(SLOT, saying("whole"));
    await settle();
    expect(platform.messages.map(platform.textOf)).toEqual(["cut", "whole"]);
    expect(await isComplete()).toBe(false);
    await clock.advance(120_000);
    await outbox.idle();
    expect(await isComplete()).toBe(true);
  });

  it("is given up after some tries, without a new message", async () => {
    const { outbox, platform, clock, warnings } = setUp();
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    for (let n = 0; n < 20; n += 1) platform.updateFaults.push({ outcome: "throw", act: false });
    outbox.show(SLOT, saying("done"));
    await clock.advance(600_000);
    await outbox.idle();
    expect(platform.messages).toHaveLength(1);
    expect(warnings).toContain("message_given_up");
  });
});

describe("a conversation that cannot be reached", () => {
  it("leaves the slot undelivered and tells", async () => {
    const { outbox, platform, undelivered } = setUp();
    platform.sendFaults.push({ outcome: { kind: "gone", detail: "kicked" }, act: false });
    outbox.show(SLOT, saying("open"));
    await outbox.idle();
    expect(undelivered).toEqual([SLOT]);
    expect((await outbox.find(SLOT))?.state).toBe("undelivered");
  });

  it("is followed to its new id, for this and every later message", async () => {
    const { outbox, platform, clock } = setUp();
    const to = { platform: "telegram", id: "-1001" } as const;
    platform.sendFaults.push({ outcome: { kind: "moved", to }, act: false });
    outbox.show(SLOT, saying("open"));
    await clock.advance(1_000);
    await outbox.idle();
    outbox.show(OTHER, saying("next"));
    await outbox.idle();
    expect(platform.messages.map(({ ref }) => ref.conversation.id)).toEqual(["-1001", "-1001"]);
    expect(await outbox.moved.inbound(to)).toEqual({ platform: "telegram", id: "100" });
  });
});

describe("a conversation that got a new id", () => {
  const FROM = { platform: "telegram", id: "100" } as const;
  const TO = { platform: "telegram", id: "-1001" } as const;
  const BUTTONS = [[{ label: "Approve", payload: "1:approve:0123456789abcdef" }]];
  const card = (text: string, buttons?: typeof BUTTONS): Content =>
    saying(text, { message: { body: [line(text)], ...(buttons === undefined ? {} : { buttons }) } });

  it("gets a new message instead of an edit: an id of the old one means another message there", async () => {
    const { outbox, platform } = setUp();
    outbox.show(SLOT, card("open", BUTTONS));
    await outbox.idle();
    await outbox.moved.record(FROM, TO);
    outbox.show(SLOT, card("denied"));
    await outbox.idle();
    outbox.show(SLOT, card("over"));
    await outbox.idle();
    expect(platform.messages.map(({ ref, content, edits }) => [ref.conversation.id, content.body, edits])).toEqual([
      ["100", [line("open")], 0],
      ["-1001", [line("over")], 1],
    ]);
  });

  it("gets again a question that is answered from a list alone", async () => {
    const { outbox, platform } = setUp();
    const options = [{ label: "a", value: "0" }];
    const select = { payload: "1:qchoose:0123456789abcdef:0", placeholder: "Choose one", min: 1, max: 1, options };
    const question = saying("open", { message: { body: [line("open")], select } });
    outbox.show(SLOT, question);
    await outbox.idle();
    await outbox.moved.record(FROM, TO);
    outbox.show(SLOT, question);
    await outbox.idle();
    expect(platform.messages.map(({ ref, content }) => [ref.conversation.id, content.select])).toEqual([
      ["100", select],
      ["-1001", select],
    ]);
  });

  it("gets the cards that wait with their buttons again, and nothing else that is shown already", async () => {
    const { outbox, platform } = setUp();
    outbox.show(SLOT, card("open", BUTTONS));
    outbox.show(OTHER, card("over"));
    await outbox.idle();
    await outbox.moved.record(FROM, TO);
    for (let time = 0; time < 2; time += 1) {
      outbox.show(SLOT, card("open", BUTTONS));
      outbox.show(OTHER, card("over"));
      await outbox.idle();
    }
    expect(platform.messages.slice(2).map(({ ref, content }) => [ref.conversation.id, content.body])).toEqual([
      ["-1001", [line("open")]],
    ]);
  });

  it("gets no replies to messages that stayed behind", async () => {
    const { outbox, platform } = setUp();
    outbox.show(SLOT, card("open"));
    await outbox.idle();
    await outbox.moved.record(FROM, TO);
    outbox.show(OTHER, saying("next", { replyTo: SLOT.purpose }));
    await outbox.idle();
    expect(platform.messages.at(-1)?.replyTo).toBeUndefined();
  });
});

describe("a store that is down", () => {
  it("means nothing is sent: an intent comes first", async () => {
    const { outbox, platform, store, clock, texts } = setUp();
    store.failure = new Error("disk full");
    outbox.show(SLOT, saying("open"));
    await clock.advance(3_000);
    expect(platform.messages).toHaveLength(0);
    store.failure = undefined;
    await clock.advance(60_000);
    await outbox.idle();
    expect(texts()).toEqual(["open"]);
  });
});

const card = (text: string): Content => saying(text, { opening: { body: [line("started")] } });

describe("a message without buttons, where messages can be lost", () => {
  const lossy = { limits: { losesMessages: true } } as const;
  it("says at first what stays true, and the rest as soon as it can be edited", async () => {
    const { outbox, platform, texts } = setUp(lossy);
    outbox.show(SLOT, card("running"));
    await outbox.idle();
    expect(texts()).toEqual(["running"]);
    expect(platform.messages[0]?.edits).toBe(1);
  });

  it("leaves no copy behind that turns wrong", async () => {
    const { outbox, clock, platform, texts } = setUp(lossy);
    platform.sendFaults.push({ outcome: { kind: "unknown", detail: "cut" }, act: true });
    outbox.show(SLOT, card("running"));
    await clock.advance(60_000);
    outbox.show(SLOT, card("finished"));
    await outbox.idle();
    expect(texts()).toEqual(["started", "finished"]);
  });

  it("says all at once where a lost message can be found again", async () => {
    const { outbox, platform, texts } = setUp();
    outbox.show(SLOT, card("running"));
    await outbox.idle();
    expect(texts()).toEqual(["running"]);
    expect(platform.messages[0]?.edits).toBe(0);
  });
});

/** What a process gets that dies meanwhile. */
const NEVER = new Promise<void>(() => undefined);

describe("a process that died before it learned that its message was sent", () => {
  it.each([true, false])("left a message of which is known whether it showed everything (%s)", async (complete) => {
    const bench = setUp();
    bench.platform.replies = NEVER;
    bench.outbox.show(SLOT, saying("open", { complete }));
    await settle();
    expect(await bench.outbox.find(SLOT)).toMatchObject({ state: "sending", shown: { complete } });
    bench.restart();
    const lost = bench.platform.messages[0]?.ref;
    if (lost === undefined) throw new Error("nothing was sent");
    await bench.outbox.adopt(SLOT, lost);
    expect(await bench.outbox.find(SLOT)).toMatchObject({ state: "sent", messages: [lost.id], shown: { complete } });
  });
});

describe("a clock that is set", () => {
  it("back by a day holds up nothing that waits", async () => {
    const { outbox, clock, platform, texts } = setUp();
    platform.sendFaults.push({ outcome: { kind: "later", retryAfterMs: 5_000 }, act: false });
    outbox.show(SLOT, saying("open"));
    await settle();
    clock.set(-86_400_000);
    await clock.advance(6_000);
    expect(texts()).toEqual(["open"]);
  });

  it("back makes no send be repeated that may be older than the platform remembers", async () => {
    const bench = setUp({ limits: { nonceWindowMs: 120_000 } });
    const { clock, platform } = bench;
    platform.replies = NEVER;
    bench.outbox.show(SLOT, saying("open"));
    await settle();
    platform.replies = undefined;
    const nonce = platform.messages[0]?.nonce;
    bench.restart();
    clock.set(-3_600_000);
    bench.outbox.show(SLOT, saying("open"));
    await clock.advance(10_000);
    expect(platform.messages.map((message) => message.nonce === nonce)).toEqual([true, false]);
  });
});

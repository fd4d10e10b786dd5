import { describe, expect, it } from "vitest";
import type { MessageRef } from "../../../src/bot/adapter.ts";
import type { Content, Slot } from "../../../src/bot/delivery/delivery.ts";
import { createOutbox, type Outbox } from "../../../src/bot/delivery/outbox.ts";
import { createRedaction } from "../../../src/bot/text/redaction.ts";
import { line } from "../../../src/bot/text/rich-text.ts";
import { createShelves } from "../../../src/bot/storage/shelf.ts";
import { createVisibleText } from "../../../src/bot/text/visible-text.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { createFakePlatform, type FakeOptions, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { createManualClock, settle, type ManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore, type MemoryStore } from "../../fakes/memory-store.ts";

/** What a process gets that dies meanwhile. */
const NEVER = new Promise<never>(() => undefined);

interface Bench {
  readonly platform: FakePlatform;
  readonly clock: ManualClock;
  readonly store: MemoryStore;
  readonly undelivered: Slot[];
  outbox: Outbox;
  /** The process that works now dies at its n-th write (from 0) from here on. */
  dieAtWrite(n: number): void;
  readonly restart: () => void;
  readonly texts: () => readonly string[];
}

function setUp(options: FakeOptions = {}): Bench {
  const platform = createFakePlatform(options);
  const clock = createManualClock();
  const store = createMemoryStore();
  const undelivered: Slot[] = [];
  let nonce = 0;
  let life = { writesLeft: Infinity };
  const open = (): Outbox => {
    const own = { writesLeft: Infinity };
    life = own;
    return createOutbox({
      adapters: new Map([[platform.adapter.platform, platform.adapter]]),
      openShelf: createShelves(mortal(store, own)),
      visible: createVisibleText(createRedaction([])),
      clock,
      ids: { hex: (bytes) => String((nonce += 1)).padStart(bytes * 2, "0") },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      superseded: () => Promise.resolve({ body: [line("moved")] }),
      onUndelivered: (slot) => undelivered.push(slot),
    });
  };
  const bench: Bench = {
    platform,
    clock,
    store,
    undelivered,
    outbox: open(),
    dieAtWrite: (n) => {
      life.writesLeft = n;
    },
    restart: () => {
      bench.outbox.stop();
      bench.outbox = open();
    },
    texts: () => platform.messages.filter(({ deleted }) => !deleted).map(platform.textOf),
  };
  return bench;
}

/** A store as a process sees it that dies at a write: that one and everything after it is never done. */
function mortal(store: StateStore, life: { writesLeft: number }): StateStore {
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    if (life.writesLeft <= 0) return NEVER;
    life.writesLeft -= 1;
    return work();
  };
  return {
    ...store,
    create: (...given) => write(() => store.create(...given)),
    replace: (...given) => write(() => store.replace(...given)),
    remove: (...given) => write(() => store.remove(...given)),
  };
}

const SLOT: Slot = { purpose: "gate:g1", conversation: "telegram:100" };
const BUTTONS = [[{ label: "Approve", payload: "1:approve:0123456789abcdef" }]];

const saying = (text: string, buttons?: typeof BUTTONS): Content => ({
  message: { body: [line(text)], ...(buttons === undefined ? {} : { buttons }) },
  complete: true,
  pace: "now",
});

async function shown(bench: Bench): Promise<void> {
  bench.outbox.show(SLOT, saying("waits", BUTTONS));
  await bench.clock.advance(5_000);
  await bench.outbox.idle();
}

async function decide(bench: Bench): Promise<void> {
  bench.outbox.show(SLOT, saying("denied"));
  await bench.clock.advance(600_000);
  await bench.outbox.idle();
}

const PLATFORMS = [
  ["that finds its messages", {}, "canFind"],
  ["that knows what it was sent", { limits: { nonceWindowMs: 120_000 } }, "knowsNonces"],
  ["that loses messages", { limits: { losesMessages: true } }, undefined],
] as const;

function expectTrue(texts: readonly string[]): void {
  // What moved leads to the newer one.
  expect(texts.filter((text) => text !== "denied" && text !== "moved")).toEqual([]);
  expect(texts[0]).toBe("denied");
}

describe.each(PLATFORMS)("on a platform %s", (_name, options, how) => {
  const open = async (): Promise<Bench> => {
    const bench = setUp(options);
    if (how !== undefined) bench.platform[how] = true;
    await shown(bench);
    return bench;
  };
  it.each([0, 1, 2, 3, 4, 5])(
    "every copy tells the decision where the process died at write %i of showing a further one",
    async (write) => {
      const bench = await open();
      bench.dieAtWrite(write);
      bench.outbox.showAgain(SLOT, saying("waits", BUTTONS));
      await settle();
      await bench.clock.advance(10_000);
      bench.restart();
      await decide(bench);
      expectTrue(bench.texts());
      expect(bench.texts().length).toBeLessThanOrEqual(3);
      for (const { ref } of bench.platform.messages.filter((message) => bench.platform.textOf(message) === "denied")) {
        expect(await bench.outbox.findByMessage(ref)).toEqual(SLOT);
      }
      const before = bench.platform.messages.length;
      bench.restart();
      await decide(bench);
      expect(bench.platform.messages).toHaveLength(before);
    },
  );

  it.each([
    ["was sent", true],
    ["was not sent", false],
  ])(
    "every copy tells the decision where nobody knows whether a further one was sent, which %s",
    async (_what, act) => {
      const bench = await open();
      bench.platform.sendFaults.push({ outcome: "throw", act });
      bench.outbox.showAgain(SLOT, saying("waits", BUTTONS));
      await bench.clock.advance(600_000);
      await decide(bench);
      expectTrue(bench.texts());
      expect(bench.texts().length).toBeLessThanOrEqual(3);
    },
  );

  it.each([
    ["was refused for good", [{ outcome: { kind: "gone", detail: "no right to send" }, act: false }]],
    ["was lost twice", Array.from({ length: 200 }, () => ({ outcome: "throw", act: true }) as const)],
  ] as const)("the copies that are there tell the decision although a further one %s", async (_what, faults) => {
    const bench = await open();
    bench.platform.sendFaults.push(...faults);
    bench.outbox.showAgain(SLOT, saying("waits", BUTTONS));
    await bench.clock.advance(600_000);
    await decide(bench);
    expect(bench.texts()[0]).toBe("denied");
    // Whoever is sent the same again with the same nonce for two minutes in vain does not know the first one any more.
    if (how !== "knowsNonces") expectTrue(bench.texts());
    expect(bench.undelivered).toEqual([]);
  });

  it("the copies that are there tell the decision although one of them was lost, or cannot be edited now", async () => {
    const bench = await open();
    for (let n = 0; n < 2; n += 1) {
      bench.outbox.showAgain(SLOT, saying("waits", BUTTONS));
      await bench.clock.advance(5_000);
    }
    const [first, second] = bench.platform.messages;
    if (first === undefined || second === undefined) throw new Error("nothing was sent");
    first.deleted = true;
    bench.platform.updateFaults.push({ outcome: { kind: "gone", detail: "x" }, act: false });
    for (let n = 0; n < 20; n += 1) {
      bench.platform.updateFaults.push(
        { outcome: "throw", act: false },
        { outcome: { kind: "done" }, act: true },
        { outcome: { kind: "gone", detail: "x" }, act: false },
      );
    }
    await decide(bench);
    expect(bench.platform.textOf(bench.platform.messages[2] ?? second)).toBe("denied");
  });

  it.each([0, 1, 2, 3, 4])(
    "every copy in the conversation that a group became tells the decision where the process died at write %i",
    async (write) => {
      const bench = await open();
      await bench.outbox.moved.record({ platform: "telegram", id: "100" }, { platform: "telegram", id: "-1001" });
      bench.dieAtWrite(write);
      bench.outbox.show(SLOT, saying("waits", BUTTONS));
      await settle();
      await bench.clock.advance(10_000);
      bench.restart();
      await decide(bench);
      const there = bench.platform.messages.filter(({ ref }) => ref.conversation.id === "-1001");
      expectTrue(there.map(bench.platform.textOf).toSorted());
      expect(there.length).toBeLessThanOrEqual(2);
    },
  );
});

describe("while nobody can tell whether a further copy is there", () => {
  it("the others tell the decision", async () => {
    const bench = setUp();
    bench.platform.canFind = true;
    await shown(bench);
    bench.platform.cannotLook = true;
    bench.platform.sendFaults.push({ outcome: "throw", act: true });
    bench.outbox.showAgain(SLOT, saying("waits", BUTTONS));
    await bench.clock.advance(600_000);
    await decide(bench);
    expect(bench.texts()).toEqual(["denied", "waits"]);
    bench.platform.cannotLook = false;
    await decide(bench);
    expect(bench.texts()).toEqual(["denied", "denied"]);
  });
});

/** The first copy of a slot that is shown, of which nobody knows that it is there. */
async function loseFirst(bench: Bench): Promise<MessageRef> {
  bench.platform.sendFaults.push({ outcome: "throw", act: true });
  await shown(bench);
  const [first] = bench.platform.messages;
  if (first === undefined) throw new Error("nothing was sent");
  return first.ref;
}

describe("a copy that turns up late", () => {
  it("is known to be missing, however many copies were shown since", async () => {
    const bench = setUp();
    await loseFirst(bench);
    bench.outbox.showAgain(SLOT, saying("waits", BUTTONS));
    await bench.outbox.idle();
    expect(await bench.outbox.find(SLOT)).toMatchObject({ state: "sent", mayHaveLost: true });
  });

  it.each([0, 1, 2])("is taken in although the process that did so before died at write %i", async (write) => {
    const bench = setUp();
    const ref = await loseFirst(bench);
    bench.dieAtWrite(write);
    void bench.outbox.adopt(SLOT, ref);
    await settle();
    bench.restart();
    await bench.outbox.adopt(SLOT, ref);
    await decide(bench);
    expect(bench.texts()).toEqual(["denied", "denied"]);
    expect(await bench.outbox.findByMessage(ref)).toEqual(SLOT);
  });

  it("does not turn the numbers of one conversation into those of another", async () => {
    const bench = setUp();
    const ref = await loseFirst(bench);
    await bench.outbox.moved.record({ platform: "telegram", id: "100" }, { platform: "telegram", id: "-1001" });
    await decide(bench);
    await bench.outbox.adopt(SLOT, ref);
    const known = await bench.outbox.find(SLOT);
    expect(known?.sentTo).toBe("telegram:-1001");
    expect(known?.messages).not.toContain(ref.id);
  });
});

describe("a further message that asks for a reply", () => {
  it.each(PLATFORMS)(
    "is sent as it stands on a platform %s: no edit makes a message ask for one",
    async (_which, has) => {
      const bench = setUp(has);
      const asking: Content = { ...saying("reply"), message: { body: [line("reply")], expectReply: { from: ["1"] } } };
      for (let round = 0; round < 3; round += 1) {
        bench.outbox.showAgain(SLOT, asking);
        await bench.clock.advance(5_000);
        await bench.outbox.idle();
      }
      expect(bench.platform.messages.map(({ sentAs }) => sentAs.expectReply)).toEqual([
        { from: ["1"] },
        { from: ["1"] },
        { from: ["1"] },
      ]);
    },
  );
});

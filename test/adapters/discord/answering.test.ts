import { describe, expect, it, onTestFinished } from "vitest";
import type { Form, InboundEvent } from "../../../src/bot/adapter.ts";
import { line, plain } from "../../../src/bot/text/rich-text.ts";
import { createManualClock, settle } from "../../fakes/manual-clock.ts";
import type { FaultRoute, Interaction, SeenMessage, SeenModal } from "../../peers/discord/index.ts";
import { createBench, createGate, type Bench, type BenchOptions } from "./bench.ts";

const CALLBACK: FaultRoute = "POST /interactions/{interaction_id}/{interaction_token}/callback";
const FOLLOW_UP: FaultRoute = "POST /webhooks/{webhook_id}/{webhook_token}";
const MESSAGES: FaultRoute = "POST /channels/{channel_id}/messages";
const REMOVE_ANSWER: FaultRoute = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}";
const EDIT_ANSWER: FaultRoute = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}";

const FORM: Form = {
  title: "Deny with reason",
  payload: "1:denyform:0123456789abcdef",
  fields: [{ id: "reason", label: "Reason", required: true, multiline: true }],
};

/** Something somebody did, and the event it became; its handler ends when the test says so, or with the test. */
interface Done {
  readonly interaction: Interaction;
  readonly event: InboundEvent;
  readonly finish: () => void;
}

interface Scene extends Bench {
  readonly card: SeenMessage;
  readonly press: (label?: string) => Promise<Done>;
  readonly command: (name: string, options?: Readonly<Record<string, string>>) => Promise<Done>;
  readonly submit: (modal: SeenModal, values: Readonly<Record<string, string>>) => Promise<Done>;
  /** What one person sees in the channel beside the card. */
  readonly answers: () => readonly string[];
}

/** A channel with a card; the handler of an event ends when the test says so. */
async function createScene(options?: BenchOptions): Promise<Scene> {
  const bench = await createBench(options);
  await bench.start();
  const { peer, channel, anna, events } = bench;
  const buttons = [
    [
      { label: "Approve", payload: "1:approve:0123456789abcdef" },
      { label: "Why", payload: "1:denywhy:0123456789abcdef", opensForm: true as const },
    ],
  ];
  const { id } = await bench.send({ body: plain("Deploy?"), buttons });
  const card = peer.look({ id });
  if (card === undefined) throw new Error("no card");
  const act = async (begin: () => Interaction): Promise<Done> => {
    const gate = createGate();
    onTestFinished(gate.open);
    bench.handle = () => gate.opened;
    const interaction = begin();
    await bench.untilEvents(events.length + 1);
    const event = events.at(-1);
    if (event === undefined) throw new Error("no event");
    return { interaction, event, finish: gate.open };
  };
  return {
    ...bench,
    card,
    press: (label = "Approve") => act(() => peer.press(anna, card, label)),
    submit: (modal, values) => act(() => peer.submit(anna, modal, values)),
    command: (name, values = {}) => act(() => peer.command(anna, channel, name, values)),
    answers: () =>
      peer
        .messages(channel, { as: anna })
        .filter((message) => message.id !== card.id)
        .map(({ shown, isThinking }) => (isThinking ? "(thinking)" : shown)),
  };
}

describe("a press", () => {
  it("is acknowledged before any work, and answered with the verdict to the person alone", async () => {
    const { peer, channel, card, press } = await createScene();
    const { interaction, event } = await press();
    expect(await interaction.acknowledged()).toBe(6);
    await event.respond([line({ kind: "bold", text: "Approved." }), line("The run goes on.")]);
    expect(await interaction.message()).toMatchObject({ shown: "Approved.\nThe run goes on.", isEphemeral: true });
    expect(peer.messages(channel).map(({ id }) => id)).toEqual([card.id]);
    expect(peer.complaints()).toEqual([]);
  });

  it("is acknowledged at once although what came before it takes long", async () => {
    const { peer, anna, card, press } = await createScene();
    await press();
    expect(await peer.press(anna, card, "Approve").acknowledged()).toBe(6);
  });

  it("gets a word after a second, and its verdict in the place of the word", async () => {
    const clock = createManualClock();
    const { press, answers, peer } = await createScene({ clock, peer: { clock } });
    const { event } = await press();
    await clock.advance(999);
    expect(answers()).toEqual([]);
    await clock.advance(1);
    await peer.waitUntil(() => answers().length === 1);
    expect(answers()).toEqual(["Received. The answer follows."]);
    await event.respond(plain("Approved."));
    expect(answers()).toEqual(["Approved."]);
    await event.respond(plain("And more."));
    expect(answers()).toEqual(["Approved.", "And more."]);
  });

  it("leaves no word behind although the first try to take it away got no answer", async () => {
    const clock = createManualClock();
    const { press, answers, peer } = await createScene({ clock, peer: { clock } });
    const { event } = await press();
    await clock.advance(1000);
    await peer.waitUntil(() => answers().length === 1);
    peer.faults.cutBefore(REMOVE_ANSWER);
    await event.acknowledge();
    expect(answers()).toEqual([]);
  });

  it("shows nothing when what was asked for shows by itself, or when nobody said anything", async () => {
    const { press, answers, peer } = await createScene();
    const { event, finish } = await press();
    await event.acknowledge();
    finish();
    const silent = await press();
    silent.finish();
    await settle();
    expect([answers(), peer.complaints()]).toEqual([[], []]);
  });

  it("whose answer is longer than a message gets all of it as a file, beside its other files", async () => {
    const { press, peer, anna, channel } = await createScene();
    const { event } = await press();
    await event.respond(plain("*".repeat(3000)), [{ name: "approval.json", text: "{}" }]);
    const answer = peer.messages(channel, { as: anna }).at(-1);
    expect(answer?.files.map(({ name, data }) => [name, data.toString().trim().length])).toEqual([
      ["answer.txt", 3000],
      ["approval.json", 2],
    ]);
    expect(peer.complaints()).toEqual([]);
  });

  it("that is late is handled as such, and answered in the conversation", async () => {
    const clock = createManualClock();
    const scene = await createScene({ clock, peer: { clock } });
    const release = scene.peer.gateway.holdEvents();
    const pressing = scene.press();
    await clock.jump(3001);
    release();
    const { event, interaction } = await pressing;
    expect(event.late).toBe(true);
    await event.respond(plain("Approved."));
    expect(scene.peer.messages(scene.channel).at(-1)).toMatchObject({ shown: "Approved.", replyTo: scene.card.id });
    expect([interaction.answers(), scene.peer.complaints()]).toEqual([[], []]);
  });

  it("that somebody else acknowledged is answered all the same", async () => {
    const { peer, press, answers } = await createScene();
    peer.faults.refuse(CALLBACK, 400, { code: 40060, message: "Interaction has already been acknowledged." });
    const { event, interaction } = await press();
    expect([event.late, event.repeated]).toEqual([undefined, true]);
    // The other one did acknowledge it.
    await fetch(`${peer.apiBase}/v10/interactions/${interaction.id}/${interaction.token}/callback`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "DiscordBot (x, 1)" },
      body: '{"type":6}',
    });
    await event.respond(plain("Approved."));
    await event.acknowledge();
    expect(answers()).toEqual(["Approved."]);
  });

  it.each(["cutBefore", "cutAfter", "hold", "holdAnswer"] as const)(
    "is taken on although the first try got no answer: %s",
    async (fault) => {
      const scene = await createScene();
      scene.peer.faults[fault](CALLBACK);
      const { event } = await scene.press();
      expect(event.late).toBeUndefined();
      await event.respond(plain("Approved."));
      expect(scene.answers()).toEqual(["Approved."]);
    },
  );

  it.each(["cutBefore", "cutAfter"] as const)(
    "is told for certain, at worst twice, when a try got no answer: %s",
    async (fault) => {
      const { peer, press, answers } = await createScene();
      const { event } = await press();
      peer.faults[fault](FOLLOW_UP);
      expect(await event.respond(plain("Approved."))).toBe(true);
      expect(new Set(answers())).toEqual(new Set(["Approved."]));
    },
  );

  it("is said to be untold, for whoever has to be sure, when no try got an answer", async () => {
    const { peer, press } = await createScene();
    const { event } = await press();
    peer.faults.cutAfter(FOLLOW_UP, { times: 2 });
    peer.faults.cutAfter(MESSAGES);
    expect(await event.respond(plain("All of it:"), [{ name: "a.txt", text: "x" }])).toBe(false);
  });

  it("is answered in the conversation after a quarter of an hour", async () => {
    const clock = createManualClock();
    const { peer, channel, press } = await createScene({ clock, peer: { clock } });
    const { event } = await press();
    await clock.jump(16 * 60_000);
    await event.respond(plain("Finished."));
    expect(peer.messages(channel).at(-1)?.shown).toBe("Finished.");
    expect(peer.complaints()).toEqual([]);
  });

  it("waits for a limit of rates, for a short one", async () => {
    const { peer, press, answers } = await createScene();
    const { event } = await press();
    peer.faults.tooMany(FOLLOW_UP, 0.2);
    await event.respond(plain("Approved."));
    expect(answers()).toEqual(["Approved."]);
  });

  it("delivered again is handled once while it is handled, and leaves its answer alone afterwards", async () => {
    const { press, events, answers, untilEvents } = await createScene();
    const { interaction, event, finish } = await press();
    interaction.deliverAgain();
    await event.respond(plain("Approved."));
    finish();
    await settle();
    expect(events).toHaveLength(1);
    interaction.deliverAgain();
    await untilEvents(2);
    expect(events[1]?.eventId).toBe(event.eventId);
    await events[1]?.acknowledge();
    expect(answers()).toEqual(["Approved."]);
  });
});

describe("a press on a button that opens a form", () => {
  it("is not acknowledged before the form, which is its answer", async () => {
    const { press, peer, anna, events, untilEvents } = await createScene();
    const { interaction, event, finish } = await press("Why");
    expect(interaction.state()).toBe("waiting");
    expect(await event.openForm?.(FORM)).toBe(true);
    finish();
    const modal = await interaction.modal();
    expect(modal).toMatchObject({ title: "Deny with reason", fields: [{ label: "Reason", isMultiline: true }] });
    const sent = peer.submit(anna, modal, { Reason: "not on a Friday" });
    await untilEvents(2);
    expect(events[1]).toMatchObject({
      kind: "form",
      payload: FORM.payload,
      values: { reason: "not on a Friday" },
    });
    expect(events[1]).not.toHaveProperty("openForm");
    await events[1]?.respond(plain("Denied."));
    expect(await sent.message()).toMatchObject({ shown: "Denied.", isEphemeral: true });
    expect(peer.complaints()).toEqual([]);
  });

  it("whose form takes long to be handled gets a word in the meantime", async () => {
    const clock = createManualClock();
    const { press, submit, answers, peer } = await createScene({ clock, peer: { clock } });
    const pressed = await press("Why");
    await pressed.event.openForm?.(FORM);
    pressed.finish();
    const { event } = await submit(await pressed.interaction.modal(), { Reason: "not on a Friday" });
    await clock.advance(1000);
    await peer.waitUntil(() => answers().length === 1);
    expect(answers()).toEqual(["Received. The answer follows."]);
    await event.respond(plain("Denied."));
    expect(answers()).toEqual(["Denied."]);
  });

  it("is answered with words where there is nothing to ask", async () => {
    const { press } = await createScene();
    const { interaction, event } = await press("Why");
    await event.respond(plain("Already denied."));
    expect(await interaction.acknowledged()).toBe(4);
    expect(await interaction.message()).toMatchObject({ shown: "Already denied.", isEphemeral: true });
  });

  it("is acknowledged in time when the form takes long, and then it is too late for one", async () => {
    const clock = createManualClock();
    const { press, answers, peer } = await createScene({ clock, peer: { clock } });
    const { interaction, event } = await press("Why");
    await clock.advance(1800);
    expect(await interaction.acknowledged()).toBe(6);
    await peer.waitUntil(() => answers().length === 1);
    expect(answers()).toEqual(["Received. The answer follows."]);
    expect(await event.openForm?.(FORM)).toBe(false);
    await event.respond(plain("Press again."));
    expect(answers()).toEqual(["Press again."]);
  });

  it("is answered with words when Discord does not take the form", async () => {
    const { press, peer, answers } = await createScene();
    const { event } = await press("Why");
    peer.faults.refuse(CALLBACK, 400, { code: 50035, message: "Invalid Form Body" });
    expect(await event.openForm?.(FORM)).toBe(false);
    await event.respond(plain("Press again."));
    expect(answers()).toEqual(["Press again."]);
  });

  it("opens its form although the answer to that was lost", async () => {
    const { press, peer } = await createScene();
    const { interaction, event } = await press("Why");
    peer.faults.cutAfter(CALLBACK);
    expect(await event.openForm?.(FORM)).toBe(true);
    expect((await interaction.modal()).title).toBe("Deny with reason");
  });

  it("that comes with a delay has so much less time for its form, and is acknowledged in time", async () => {
    const clock = createManualClock();
    const scene = await createScene({ clock, peer: { clock } });
    const release = scene.peer.gateway.holdEvents();
    const pressing = scene.press("Why");
    await clock.jump(1_500);
    release();
    const { interaction, event } = await pressing;
    expect(event.openForm).toBeDefined();
    await clock.advance(300);
    expect(await interaction.acknowledged({ timeoutMs: 1_000 })).toBe(6);
    expect(event.late).toBeUndefined();
  });

  it("that is old is acknowledged first although others before it were answered late", async () => {
    const clock = createManualClock();
    const scene = await createScene({ clock, peer: { clock } });
    const first = await scene.press("Why");
    await clock.advance(1_700);
    expect(await first.event.openForm?.(FORM)).toBe(true);
    first.finish();
    const release = scene.peer.gateway.holdEvents();
    const pressing = scene.press("Why");
    await clock.jump(2_000);
    release();
    const { interaction, event } = await pressing;
    expect(await interaction.acknowledged({ timeoutMs: 1_000 })).toBe(6);
    expect(event.openForm).toBeUndefined();
  });

  it("that is old is acknowledged first, for it may be late", async () => {
    const clock = createManualClock();
    const scene = await createScene({ clock, peer: { clock } });
    const release = scene.peer.gateway.holdEvents();
    const pressing = scene.press("Why");
    await clock.jump(10_000);
    release();
    const { event } = await pressing;
    expect([event.late, event.openForm]).toEqual([true, undefined]);
  });

  it("opens its form again once it is known that this machine's clock is ahead", async () => {
    const peerClock = createManualClock();
    const clock = { ...peerClock, now: () => peerClock.now() + 60_000 };
    const { press } = await createScene({ clock, peer: { clock: peerClock } });
    const first = await press("Why");
    expect([first.event.late, first.event.openForm]).toEqual([undefined, undefined]);
    first.finish();
    expect((await press("Why")).event.openForm).toBeDefined();
  });
});

describe("a command", () => {
  it("is acknowledged before any work, for one person, and answered in that place", async () => {
    const { command, peer, channel, card, answers } = await createScene();
    const { interaction, event } = await command("status");
    expect(await interaction.acknowledged()).toBe(5);
    expect(answers()).toEqual(["(thinking)"]);
    await event.respond(plain("All is well."));
    await event.respond(plain("More."));
    expect(answers()).toEqual(["All is well.", "More."]);
    expect(peer.messages(channel).map(({ id }) => id)).toEqual([card.id]);
    expect(peer.complaints()).toEqual([]);
  });

  it("leaves nothing behind when what was asked for shows by itself", async () => {
    const { command, answers } = await createScene();
    const { event } = await command("pending");
    await event.acknowledge();
    expect(answers()).toEqual([]);
  });

  it("that may need a form opens one as its answer", async () => {
    const { command } = await createScene();
    const { interaction, event } = await command("run", { workflow: "deploy" });
    expect(await event.openForm?.(FORM)).toBe(true);
    expect((await interaction.modal()).fields).toHaveLength(1);
  });

  it("has its values in the order in which they would be typed", async () => {
    const { command, peer, anna, channel, untilEvents, events } = await createScene();
    const { event } = await command("run", { args: 'env=prod note="a b"', workflow: "deploy" });
    expect(event).toMatchObject({ kind: "command", name: "run", rest: 'deploy env=prod note="a b"' });
    await event.acknowledge();
    peer.command(anna, peer.directChannel(anna), "deny", { reason: "not now", id: "A1B2C3D4" });
    await untilEvents(2);
    expect(events[1]).toMatchObject({ rest: "A1B2C3D4 not now" });
    expect(channel.id).not.toBe(events[1]?.conversation.id);
  });

  it("brings its file, or says why not", async () => {
    const { peer, anna, channel, events, untilEvents } = await createScene();
    for (const [data, expected] of [
      ['{"a":1}', { rest: "A1", files: [{ name: "a.json", text: '{"a":1}' }] }],
      [Buffer.from([0xff, 0xfe]), { lostFile: "not_text" }],
      ["x".repeat(1024 * 1024 + 1), { lostFile: "too_large" }],
    ] as const) {
      peer.command(anna, channel, "answer", { question: "A1", file: { name: "a.json", data } });
      await untilEvents(events.length + 1);
      expect(events.at(-1)).toMatchObject(expected);
      await settle();
    }
  });

  it("is told once when the answer to its answer was lost, for it can be given again", async () => {
    const { command, peer, answers } = await createScene();
    const { event } = await command("status");
    peer.faults.cutBefore(EDIT_ANSWER);
    await event.respond(plain("All is well."));
    expect(answers()).toEqual(["All is well."]);
  });

  it("that comes too late starts nothing without the core knowing", async () => {
    const clock = createManualClock();
    const scene = await createScene({ clock, peer: { clock } });
    const release = scene.peer.gateway.holdEvents();
    const running = scene.command("run", { workflow: "deploy" });
    await clock.jump(4000);
    release();
    const { event } = await running;
    expect([event.late, event.openForm]).toEqual([true, undefined]);
    await event.respond(plain("Send it again."));
    expect(scene.peer.messages(scene.channel).at(-1)?.shown).toBe("Send it again.");
  });
});

const suggest = (values: readonly string[]) => () =>
  Promise.resolve(values.map((value) => ({ value, label: `${value} ${"x".repeat(120)}` })));

describe("somebody who types", () => {
  it("is offered what the value could be, as far as Discord takes it", async () => {
    const values = Array.from({ length: 30 }, (_, index) => `deploy-${index}`);
    const bench = await createBench({ host: { suggest: suggest(["x".repeat(101), "", ...values]) } });
    await bench.start();
    const { peer, anna, channel } = bench;
    const choices = await peer.autocomplete(anna, channel, "run", { workflow: "dep" }, "workflow").choices();
    expect(choices.map(({ value }) => value)).toEqual(values.slice(0, 25));
    expect(peer.complaints()).toEqual([]);
  });

  it("is shown what cannot be seen in a label, and picks the value as it is", async () => {
    const value = "run\u202Egnp";
    const bench = await createBench({ host: { suggest: () => Promise.resolve([{ value, label: value }]) } });
    await bench.start();
    const { peer, anna, channel } = bench;
    const choices = await peer.autocomplete(anna, channel, "run", { workflow: "" }, "workflow").choices();
    expect(choices).toEqual([{ name: "run\\u{202e}gnp", value }]);
  });

  it("is offered nothing when that fails or takes too long, and holds nobody up", async () => {
    const clock = createManualClock();
    const never = new Promise<never>(() => undefined);
    const answers = [() => Promise.reject(new Error("the store is down")), () => never];
    const bench = await createBench({ clock, peer: { clock }, host: { suggest: () => answers.shift()?.() ?? never } });
    await bench.start();
    const { peer, anna, channel } = bench;
    const failing = peer.autocomplete(anna, channel, "status", { run: "A" }, "run");
    expect(await failing.choices()).toEqual([]);
    const slow = peer.autocomplete(anna, channel, "status", { run: "A" }, "run");
    peer.command(anna, channel, "status");
    await bench.untilEvents(1);
    await clock.advance(1500);
    expect(await slow.choices()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { createManualClock } from "../../fakes/manual-clock.ts";
import type { Interaction, SeenMessage } from "./index.ts";
import { setScene } from "./scene.ts";
import type { Asked, Scene } from "./scene.ts";

const BUTTONS = [
  {
    type: 1,
    components: [
      { type: 2, style: 3, label: "Approve", custom_id: "v1:approve" },
      { type: 2, style: 4, label: "Deny", custom_id: "v1:deny", disabled: true },
    ],
  },
];
const COMMAND = { name: "run", description: "Starts a workflow", options: [] };

const INPUT = { type: 4, custom_id: "reason", style: 2, max_length: 10 };
const label = (component: object, words = "Why?"): object => ({ type: 18, label: words, component });
const modal = (...components: readonly object[]): object => ({
  type: 9,
  data: { custom_id: "m", title: "Deny", components },
});

async function postCard(scene: Scene): Promise<SeenMessage> {
  await scene.ask("POST", `/channels/${scene.channel.id}/messages`, { content: "Deploy?", components: BUTTONS });
  const card = scene.peer.messages(scene.channel).at(-1);
  if (card === undefined) throw new Error("The card is there");
  return card;
}

async function begin(scene: Scene): Promise<Interaction> {
  await scene.ask("PUT", `/applications/${scene.peer.application.id}/commands`, [COMMAND]);
  return scene.peer.command(scene.ann, scene.channel, "run");
}

function callBack(scene: Scene, { id, token }: Interaction, body: object, query = ""): Promise<Asked> {
  return scene.ask("POST", `/interactions/${id}/${token}/callback${query}`, body, { authorization: undefined });
}

function webhook(scene: Scene, { token }: Interaction, rest = ""): string {
  return `/webhooks/${scene.peer.application.id}/${token}${rest}`;
}

describe("an interaction", () => {
  it("is acknowledged once", async () => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    expect(await callBack(scene, interaction, { type: 4, data: { content: "1" } })).toMatchObject({ status: 204 });
    const again = await callBack(scene, interaction, { type: 4, data: { content: "2" } });
    expect(again).toMatchObject({ status: 400, body: { code: 40060 } });
    expect(scene.peer.messages(scene.channel).map(({ text }) => text)).toEqual(["1"]);
    expect(scene.peer.refused).toMatchObject([{ malformed: false }]);
  });

  it("is gone after 3 s without an answer", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const interaction = await begin(scene);
    await clock.jump(3001);
    expect(interaction.state()).toBe("failed");
    expect(await callBack(scene, interaction, { type: 5 })).toMatchObject({ status: 404, body: { code: 10062 } });
  });

  it("has a token that works for 15 minutes after the first answer", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const interaction = await begin(scene);
    await callBack(scene, interaction, { type: 5 });
    await clock.jump(900_000);
    const original = webhook(scene, interaction, "/messages/%40original");
    expect(await scene.ask("PATCH", original, { content: "Done" })).toMatchObject({ status: 200 });
    await clock.jump(1);
    expect(await scene.ask("PATCH", original, { content: "Late" })).toMatchObject({
      status: 401,
      body: { code: 50027 },
    });
    const [message] = scene.peer.messages(scene.channel);
    const path = `/channels/${scene.channel.id}/messages/${message?.id}`;
    expect(await scene.ask("PATCH", path, { content: "Through the channel" })).toMatchObject({ status: 200 });
  });

  it("has no answer to edit before the first", async () => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    const answer = await scene.ask("PATCH", webhook(scene, interaction, "/messages/@original"), { content: "x" });
    expect(answer.body).toMatchObject({ code: 10015 });
  });

  it("stays unanswered when its answer is malformed", async () => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    expect(await callBack(scene, interaction, { type: 4, data: {} })).toMatchObject({ body: { code: 50006 } });
    const long = await callBack(scene, interaction, { type: 4, data: { content: "x".repeat(2001) } });
    expect(long.body).toMatchObject({ code: 50035, errors: { data: { content: {} } } });
    expect(interaction.state()).toBe("waiting");
    expect(await callBack(scene, interaction, { type: 4, data: { content: "x" } })).toMatchObject({ status: 204 });
  });

  it.each([
    ["an update without a message", 7],
    ["a deferred update without a message", 6],
    ["choices for what is no autocompletion", 8],
    ["a ping's answer", 1],
  ])("cannot be answered with %s", async (_, type) => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    const data = type === 8 ? { choices: [] } : { content: "x" };
    expect(await callBack(scene, interaction, { type, data })).toMatchObject({ status: 400, body: { code: 50035 } });
  });

  it("tells what it answered when asked for it", async () => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    const answer = await callBack(scene, interaction, { type: 4, data: { content: "x" } }, "?with_response=true");
    const [message] = scene.peer.messages(scene.channel);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        interaction: { id: interaction.id, response_message_id: message?.id, response_message_loading: false },
        resource: { type: 4, message: { type: 20, content: "x", interaction_metadata: { id: interaction.id } } },
      },
    });
  });

  it("is followed up; the first follow-up fills what was promised", async () => {
    await using scene = await setScene();
    const { peer, channel } = scene;
    const interaction = await begin(scene);
    await callBack(scene, interaction, { type: 5 });
    expect(peer.messages(channel)).toMatchObject([{ isThinking: true, text: "" }]);
    const original = webhook(scene, interaction, "/messages/%40original");
    expect((await scene.ask("GET", original)).body).toMatchObject({ content: "", flags: 128 });
    await scene.ask("POST", webhook(scene, interaction), { content: "first" });
    expect((await scene.ask("GET", original)).body).toMatchObject({ content: "first", flags: 0 });
    await scene.ask("POST", webhook(scene, interaction), { content: "for you", flags: 64 });
    expect(peer.messages(channel)).toMatchObject([{ isThinking: false, text: "first" }]);
    expect(peer.messages(channel, { as: scene.ann }).map(({ text }) => text)).toEqual(["first", "for you"]);
    expect(peer.messages(channel, { as: scene.bob }).map(({ text }) => text)).toEqual(["first"]);
    expect(await scene.ask("DELETE", webhook(scene, interaction, "/messages/@original"))).toMatchObject({
      status: 204,
    });
    expect(interaction.answers().map(({ kind }) => kind)).toEqual(["message", "message", "deleted"]);
  });

  it("is answered for one person, whose answer other routes do not know", async () => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    await callBack(scene, interaction, { type: 4, data: { content: "Not yours", flags: 64 } });
    const { id } = await interaction.message();
    const path = `/channels/${scene.channel.id}/messages/${id}`;
    expect((await scene.ask("PATCH", path, { content: "x" })).body).toMatchObject({ code: 10008 });
    const mine = await scene.ask("PATCH", webhook(scene, interaction, `/messages/${id}`), { content: "Still not" });
    expect(mine.body).toMatchObject({ content: "Still not", flags: 64 });
  });
});

describe("a press", () => {
  it("changes the message it is on", async () => {
    await using scene = await setScene();
    const card = await postCard(scene);
    const press = scene.peer.press(scene.ann, card, "Approve");
    await callBack(scene, press, { type: 7, data: { content: "Approved", components: [] } });
    expect(await press.answer()).toMatchObject({ kind: "update", message: { id: card.id, text: "Approved" } });
  });

  it("deferred to an update changes the message through the token", async () => {
    await using scene = await setScene();
    const card = await postCard(scene);
    const press = scene.peer.press(scene.ann, card, /^App/);
    await callBack(scene, press, { type: 6 });
    expect(press.answers()).toEqual([]);
    await scene.ask("PATCH", webhook(scene, press, "/messages/@original"), { content: "Running" });
    expect(scene.peer.look(card)).toMatchObject({ text: "Running", buttons: [[{ label: "Approve" }, {}]] });
  });

  it.each([
    ["a button that is not there", "Withdraw", "has no button"],
    ["a disabled button", "Deny", "has no button"],
  ])("of %s is nothing a client sends", async (_, button, message) => {
    await using scene = await setScene();
    const card = await postCard(scene);
    expect(() => scene.peer.press(scene.ann, card, button)).toThrow(message);
  });

  it("of somebody who left, or never was there, is nothing a client sends, unless it is forged", async () => {
    await using scene = await setScene();
    const { peer, ann } = scene;
    const card = await postCard(scene);
    peer.removeMember(scene.guild, ann);
    expect(() => peer.press(ann, card, "Approve")).toThrow("does not see");
    const { webhook: hook } = peer.writeAsWebhook(scene.channel, "CI", "built");
    const bot = peer.addUser({ isBot: true });
    expect(() => peer.press(bot, card, "Approve")).toThrow("press nothing");
    for (const user of [ann, hook, bot]) {
      const press = peer.pressForged(user, card, { customId: "v1:approve" });
      expect(await callBack(scene, press, { type: 6 })).toMatchObject({ status: 204 });
    }
  });

  it("on a message that is deleted is nothing a client sends, unless it is forged", async () => {
    await using scene = await setScene();
    const card = await postCard(scene);
    scene.peer.deleteMessage(card);
    expect(() => scene.peer.press(scene.ann, card, "Approve")).toThrow("does not see message");
    const press = scene.peer.pressForged(scene.ann, card, { customId: "v1:approve" });
    expect(await callBack(scene, press, { type: 4, data: { content: "Gone", flags: 64 } })).toMatchObject({
      status: 204,
    });
  });

  it("on a message that was deleted meanwhile cannot change it", async () => {
    await using scene = await setScene();
    const card = await postCard(scene);
    const press = scene.peer.press(scene.ann, card, "Approve");
    scene.peer.deleteMessage(card);
    expect((await callBack(scene, press, { type: 7, data: { content: "x" } })).body).toMatchObject({ code: 10008 });
    expect(await callBack(scene, press, { type: 4, data: { content: "x", flags: 64 } })).toMatchObject({ status: 204 });
  });
});

describe("a select", () => {
  it("is chosen from within its limits", async () => {
    await using scene = await setScene();
    const options = ["a", "b", "c"].map((value) => ({ label: value.toUpperCase(), value }));
    const select = { type: 3, custom_id: "s", placeholder: "Which?", max_values: 2, options };
    const components = [{ type: 1, components: [select] }];
    await scene.ask("POST", `/channels/${scene.channel.id}/messages`, { content: "x", components });
    const [message] = scene.peer.messages(scene.channel);
    if (message === undefined) throw new Error("The message is there");
    expect(() => scene.peer.choose(scene.ann, message, "s", ["a", "b", "c"])).toThrow("1 to 2 values");
    expect(() => scene.peer.choose(scene.ann, message, "s", ["z"])).toThrow("does not offer z");
    expect(() => scene.peer.choose(scene.ann, message, "s", ["a", "A"])).toThrow("each value once");
    const interaction = scene.peer.choose(scene.ann, message, "Which?", ["A", "c"]);
    expect(await callBack(scene, interaction, { type: 6 })).toMatchObject({ status: 204 });
  });

  it("sends nothing when the choice stays what it was", async () => {
    await using scene = await setScene();
    const options = ["a", "b"].map((value) => ({ label: value, value, default: value === "b" }));
    const select = { type: 3, custom_id: "s", min_values: 0, max_values: 2, options };
    await scene.ask("POST", `/channels/${scene.channel.id}/messages`, {
      content: "x",
      components: [{ type: 1, components: [select] }],
    });
    const [message] = scene.peer.messages(scene.channel);
    if (message === undefined) throw new Error("The message is there");
    expect(() => scene.peer.choose(scene.ann, message, "s", ["b"])).toThrow("shows this choice already");
    expect(await callBack(scene, scene.peer.choose(scene.ann, message, "s", []), { type: 6 })).toMatchObject({
      status: 204,
    });
  });
});

describe("a modal", () => {
  it.each([
    ["a title over 45", { type: 9, data: { custom_id: "m", title: "x".repeat(46), components: [label(INPUT)] } }],
    ["a label over 45", modal(label(INPUT, "x".repeat(46)))],
    ["a placeholder over 100", modal(label({ ...INPUT, placeholder: "x".repeat(101) }))],
    ["a value longer than it takes", modal(label({ ...INPUT, value: "x".repeat(11) }))],
    ["a row with an input that has no label", modal({ type: 1, components: [INPUT] })],
    ["two inputs with one custom id", modal(label(INPUT), label(INPUT))],
    ["6 inputs", modal(...Array.from({ length: 6 }, (_, i) => label({ ...INPUT, custom_id: `${i}` })))],
    ["a button", modal({ type: 1, components: [{ type: 2, style: 1, label: "x", custom_id: "b" }] })],
  ])("is refused with %s", async (_, body) => {
    await using scene = await setScene();
    const interaction = await begin(scene);
    expect(await callBack(scene, interaction, body)).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(scene.peer.refused).toMatchObject([{ malformed: true }]);
  });

  it("is filled in within its limits, and cannot be answered with another", async () => {
    await using scene = await setScene();
    const { peer, ann, bob } = scene;
    const interaction = await begin(scene);
    await callBack(
      scene,
      interaction,
      modal(label(INPUT), label({ ...INPUT, custom_id: "ticket", required: false, value: "T-1" }, "Ticket")),
    );
    const shown = await interaction.modal();
    expect(() => peer.submit(bob, shown, {})).toThrow("opened for user");
    expect(() => peer.submit(ann, shown, {})).toThrow("No client sends 0 characters");
    expect(() => peer.submit(ann, shown, { reason: "x".repeat(11) })).toThrow("No client sends 11 characters");
    expect(() => peer.submit(ann, shown, { nonsense: "x" })).toThrow("has no field nonsense");
    const submitted = peer.submit(ann, shown, { "Why?": "Too early" });
    expect(await callBack(scene, submitted, modal(label(INPUT)))).toMatchObject({ status: 400 });
    expect(await callBack(scene, submitted, { type: 7, data: { content: "x" } })).toMatchObject({ status: 400 });
    expect(await callBack(scene, submitted, { type: 4, data: { content: "Noted" } })).toMatchObject({ status: 204 });
  });
});

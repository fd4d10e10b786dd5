import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import { describe, expect, it } from "vitest";
import { setScene } from "./scene.ts";

const RUN = new SlashCommandBuilder()
  .setName("run")
  .setDescription("Starts a workflow")
  .addStringOption((option) =>
    option.setName("workflow").setDescription("Which one").setRequired(true).setAutocomplete(true),
  )
  .addStringOption((option) => option.setName("args").setDescription("name=value"))
  .addAttachmentOption((option) => option.setName("file").setDescription("A file"));

describe("a client with discord.js", () => {
  it("logs in, and knows itself, its guild and the channel", async () => {
    await using scene = await setScene();
    const client = await scene.logIn();
    expect(client.user.id).toBe(scene.peer.botUser.id);
    expect(client.guilds.cache.get(scene.guild.id)?.name).toBe("Release crew");
    expect(client.channels.cache.has(scene.channel.id)).toBe(true);
    expect(scene.peer.complaints()).toEqual([]);
  });

  it("registers a command and answers it; the person sees the answer", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    await client.application.commands.set([RUN]);
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const workflow = interaction.options.getString("workflow", true);
      void interaction.deferReply().then(() => interaction.editReply(`Started ${workflow} for ${interaction.locale}`));
    });
    const interaction = peer.command(ann, channel, "run", { workflow: "deploy" });
    expect(await interaction.acknowledged()).toBe(5);
    expect((await interaction.message()).text).toBe("Started deploy for de");
    expect(peer.messages(channel).map(({ text }) => text)).toEqual(["Started deploy for de"]);
    expect(peer.complaints()).toEqual([]);
  });

  it("completes what is typed", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    await client.application.commands.set([RUN], scene.guild.id);
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isAutocomplete()) return;
      const typed = interaction.options.getFocused();
      void interaction.respond([{ name: `${typed}loy`, value: "deploy" }]);
    });
    const interaction = peer.autocomplete(ann, channel, "run", { workflow: "dep" }, "workflow");
    expect(await interaction.choices()).toEqual([{ name: "deploy", value: "deploy" }]);
  });

  it("reads a file that came with a command", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    await client.application.commands.set([RUN]);
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const { url, name } = interaction.options.getAttachment("file", true);
      void fetch(url)
        .then((response) => response.text())
        .then((text) => interaction.reply({ content: `${name}: ${text}`, flags: MessageFlags.Ephemeral }));
    });
    const options = { workflow: "deploy", file: { name: "answer.json", data: '{"a":1}' } };
    const answer = await peer.command(ann, channel, "run", options).message();
    expect(answer).toMatchObject({ text: 'answer.json: {"a":1}', isEphemeral: true });
    expect(peer.messages(channel)).toEqual([]);
    expect(peer.messages(channel, { as: ann })).toHaveLength(1);
    expect(peer.messages(channel, { as: scene.bob })).toEqual([]);
  });

  it("opens a modal for a button and changes the card when it is submitted", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isButton()) void interaction.showModal(createModal());
      if (interaction.isModalSubmit() && interaction.isFromMessage()) {
        void interaction.update({ content: `Denied: ${interaction.fields.getTextInputValue("reason")}`, components: [] });
      }
    });
    const target = await client.channels.fetch(channel.id);
    if (target?.isSendable() !== true) throw new Error("The channel takes messages");
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId("v1:deny").setLabel("Deny").setStyle(ButtonStyle.Danger),
    );
    await target.send({ content: "Deploy?", components: [row], allowedMentions: { parse: [] } });
    const [card] = peer.messages(channel);
    if (card === undefined) throw new Error("The card is there");
    const modal = await peer.press(ann, card, "Deny").modal();
    expect(modal).toMatchObject({ title: "Deny", fields: [{ label: "Why?", isRequired: true }] });
    const update = await peer.submit(ann, modal, { "Why?": "Too early" }).answer();
    expect(update).toMatchObject({ kind: "update", message: { id: card.id, text: "Denied: Too early", buttons: [] } });
    expect(peer.complaints()).toEqual([]);
  });
});

function createModal(): ModalBuilder {
  const input = new TextInputBuilder().setCustomId("reason").setStyle(TextInputStyle.Paragraph).setRequired(true);
  return new ModalBuilder()
    .setCustomId("v1:reason")
    .setTitle("Deny")
    .addLabelComponents(new LabelBuilder().setLabel("Why?").setTextInputComponent(input));
}

import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  EmbedBuilder,
  Events,
  FileBuilder,
  LabelBuilder,
  MediaGalleryBuilder,
  MediaGalleryItemBuilder,
  MessageFlags,
  ModalBuilder,
  SectionBuilder,
  SeparatorBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextChannel,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  ThreadAutoArchiveDuration,
} from "discord.js";
import type { Client } from "discord.js";
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
        void interaction.update({
          content: `Denied: ${interaction.fields.getTextInputValue("reason")}`,
          components: [],
        });
      }
    });
    const target = await fetchText(client, channel.id);
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

  it("does everything else a bot does without a complaint", async () => {
    await using scene = await setScene({ nonceWindowMs: 1000 });
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    const target = await fetchText(client, channel.id);
    const file = new AttachmentBuilder(Buffer.from("all of it"), { name: "approval-1.txt", description: "Payload" });
    const card = await target.send({
      embeds: [new EmbedBuilder().setTitle("Gate").setColor(255).setTimestamp(0).addFields({ name: "a", value: "b" })],
      files: [file],
      nonce: "run-1",
      enforceNonce: true,
    });
    expect(await (await fetch(card.attachments.first()?.url ?? "")).text()).toBe("all of it");
    const reply = await card.reply({ content: "Which?", allowedMentions: { parse: [], repliedUser: false } });
    expect((await target.messages.fetch({ limit: 10 })).map(({ id }) => id)).toEqual([reply.id, card.id]);
    await reply.edit({ content: "Answered", components: [] });
    const thread = await card.startThread({ name: "Run 1", autoArchiveDuration: ThreadAutoArchiveDuration.OneHour });
    await thread.send("Step 1");
    await thread.sendTyping();
    await thread.setArchived(true);
    await reply.delete();
    const member = await target.guild.members.fetch(ann.id);
    await member.send({ content: "Done" });
    expect(peer.messages(peer.directChannel(ann))).toMatchObject([{ text: "Done" }]);
    expect(peer.messages(channel)).toMatchObject([
      { id: card.id, thread: { id: thread.id }, files: [{ name: "approval-1.txt" }] },
    ]);
    expect(peer.complaints()).toEqual([]);
    expect(peer.pings).toEqual([]);
  });

  it("shows components v2 of every kind", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const client = await scene.logIn();
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isMessageComponent()) return;
      void interaction
        .deferUpdate()
        .then(() => interaction.followUp({ content: interaction.customId, flags: MessageFlags.Ephemeral }));
    });
    const container = new ContainerBuilder()
      .setAccentColor(255)
      .addTextDisplayComponents(new TextDisplayBuilder().setContent("Deploy?"))
      .addSeparatorComponents(new SeparatorBuilder().setDivider(true))
      .addSectionComponents(
        new SectionBuilder()
          .addTextDisplayComponents(new TextDisplayBuilder().setContent("Details"))
          .setButtonAccessory(
            new ButtonBuilder().setCustomId("details").setLabel("Details").setStyle(ButtonStyle.Secondary),
          ),
      )
      .addFileComponents(new FileBuilder().setURL("attachment://a.json"))
      .addMediaGalleryComponents(
        new MediaGalleryBuilder().addItems(new MediaGalleryItemBuilder().setURL("attachment://graph.png")),
      )
      .addActionRowComponents(
        new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
          new StringSelectMenuBuilder().setCustomId("which").addOptions({ label: "A", value: "a" }),
        ),
      );
    const files = ["a.json", "graph.png"].map((name) => new AttachmentBuilder(Buffer.from("x"), { name }));
    await (
      await fetchText(client, channel.id)
    ).send({ flags: MessageFlags.IsComponentsV2, components: [container], files });
    const [card] = peer.messages(channel);
    if (card === undefined) throw new Error("The card is there");
    expect(card).toMatchObject({
      text: "Deploy?\nDetails",
      buttons: [[{ label: "Details" }]],
      selects: [{ customId: "which" }],
    });
    expect((await peer.press(ann, card, "Details").message()).text).toBe("details");
    expect((await peer.choose(ann, card, "which", ["A"]).message()).text).toBe("which");
    expect(peer.complaints()).toEqual([]);
  });

  it("answers a command in direct messages", async () => {
    await using scene = await setScene();
    const { peer, ann } = scene;
    const client = await scene.logIn();
    await client.application.commands.set([new SlashCommandBuilder().setName("whoami").setDescription("Who you are")]);
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isRepliable()) void interaction.reply(`${interaction.user.id} in ${interaction.channelId}`);
    });
    const direct = peer.directChannel(ann);
    expect((await peer.command(ann, direct, "whoami").message()).text).toBe(`${ann.id} in ${direct.id}`);
  });
});

async function fetchText(client: Client<true>, id: string): Promise<TextChannel> {
  const channel = await client.channels.fetch(id);
  if (!(channel instanceof TextChannel)) throw new Error("The channel is one for text");
  return channel;
}

function createModal(): ModalBuilder {
  const input = new TextInputBuilder().setCustomId("reason").setStyle(TextInputStyle.Paragraph).setRequired(true);
  return new ModalBuilder()
    .setCustomId("v1:reason")
    .setTitle("Deny")
    .addLabelComponents(new LabelBuilder().setLabel("Why?").setTextInputComponent(input));
}

import { describe, expect, it } from "vitest";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { setScene } from "./scene.ts";
import type { Scene } from "./scene.ts";

const DAY_MS = 86_400_000;

async function post(scene: Scene, body: object, channelId = scene.channel.id): ReturnType<Scene["ask"]> {
  return await scene.ask("POST", `/channels/${channelId}/messages`, body);
}

async function idOf(asked: ReturnType<Scene["ask"]>): Promise<string> {
  return String((await asked).body["id"]);
}

describe("messages", () => {
  it("are sent, read, edited and deleted", async () => {
    await using scene = await setScene();
    const { peer, channel } = scene;
    const path = `/channels/${channel.id}/messages/${await idOf(post(scene, { content: " Deploy? " }))}`;
    expect((await scene.ask("GET", path)).body).toMatchObject({ content: "Deploy?", edited_timestamp: null });
    const edited = await scene.ask("PATCH", path, { embeds: [{ description: "Approved" }] });
    expect(edited.body).toMatchObject({ content: "Deploy?", embeds: [{ type: "rich", description: "Approved" }] });
    expect(peer.messages(channel)).toMatchObject([{ text: "Deploy?\nApproved", edits: 1 }]);
    expect(await scene.ask("DELETE", path)).toMatchObject({ status: 204, body: {} });
    expect(await scene.ask("PATCH", path, { content: "x" })).toMatchObject({ status: 404, body: { code: 10008 } });
    expect(peer.refused).toMatchObject([{ code: 10008, malformed: false }]);
  });

  it("keep buttons that an edit does not name, and lose them when it names none", async () => {
    await using scene = await setScene();
    const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
    const sent = post(scene, { content: "x", components: [{ type: 1, components: [button] }] });
    const path = `/channels/${scene.channel.id}/messages/${await idOf(sent)}`;
    const labels = (): unknown =>
      scene.peer
        .messages(scene.channel)[0]
        ?.buttons.flat()
        .map(({ label }) => label);
    await scene.ask("PATCH", path, { content: "y" });
    expect(labels()).toEqual(["Go"]);
    await scene.ask("PATCH", path, { components: [] });
    expect(labels()).toEqual([]);
  });

  it("sent twice with one nonce are one message, until the nonce is forgotten", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const send = (): Promise<string> => idOf(post(scene, { content: "x", nonce: "run-1", enforce_nonce: true }));
    const first = await send();
    expect(await send()).toBe(first);
    await clock.jump(121_000);
    expect(await send()).not.toBe(first);
    expect(scene.peer.messages(scene.channel)).toHaveLength(2);
  });

  it("sent twice with one nonce that is not enforced are two", async () => {
    await using scene = await setScene();
    await post(scene, { content: "x", nonce: "run-1" });
    await post(scene, { content: "x", nonce: "run-1" });
    expect(scene.peer.messages(scene.channel).map(({ nonce }) => nonce)).toEqual(["run-1", "run-1"]);
  });

  it("carry files, which are downloaded from their address for a day", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const form = new FormData();
    const attachments = [{ id: "0", filename: "a b.json", description: "All of it" }];
    form.set("payload_json", JSON.stringify({ content: "x", attachments }));
    form.set("files[0]", new Blob(['{"a":1}']), "ignored.json");
    const sent = await scene.ask("POST", `/channels/${scene.channel.id}/messages`, form);
    expect(sent.body["attachments"]).toMatchObject([{ filename: "a_b.json", description: "All of it", size: 7 }]);
    const [file] = sent.body["attachments"] as readonly { readonly url: string }[];
    const url = file?.url ?? "";
    expect(await (await fetch(url)).text()).toBe('{"a":1}');
    expect((await fetch(url.replace(/hm=.*/, "hm=wrong"))).status).toBe(404);
    await clock.jump(DAY_MS);
    expect((await fetch(url)).status).toBe(404);
    expect(scene.peer.messages(scene.channel)[0]?.files[0]?.data.toString()).toBe('{"a":1}');
  });

  it("keep the files an edit lists and no others", async () => {
    await using scene = await setScene();
    const form = new FormData();
    form.set("payload_json", JSON.stringify({ content: "x" }));
    form.set("files[0]", new Blob(["a"]), "a.txt");
    form.set("files[1]", new Blob(["b"]), "b.txt");
    const sent = await scene.ask("POST", `/channels/${scene.channel.id}/messages`, form);
    const [, second] = sent.body["attachments"] as readonly { readonly id: string }[];
    const path = `/channels/${scene.channel.id}/messages/${String(sent.body["id"])}`;
    await scene.ask("PATCH", path, { content: "y" });
    expect(scene.peer.messages(scene.channel)[0]?.files).toHaveLength(2);
    await scene.ask("PATCH", path, { attachments: [{ id: second?.id }] });
    expect(scene.peer.messages(scene.channel)[0]?.files.map(({ name }) => name)).toEqual(["b.txt"]);
  });

  it("are listed newest first, in pages", async () => {
    await using scene = await setScene();
    const ids: string[] = [];
    for (const content of ["1", "2", "3", "4"]) ids.push(await idOf(post(scene, { content })));
    const list = async (query: string): Promise<unknown> => {
      const { body } = await scene.ask("GET", `/channels/${scene.channel.id}/messages?${query}`);
      return (body as unknown as readonly { readonly content: string }[]).map(({ content }) => content).join("");
    };
    expect(await list("limit=2")).toBe("43");
    expect(await list(`limit=2&before=${ids[2]}`)).toBe("21");
    expect(await list(`limit=2&after=${ids[0]}`)).toBe("32");
    expect(await list(`limit=3&around=${ids[1]}`)).toBe("321");
    expect(await scene.ask("GET", `/channels/${scene.channel.id}/messages?limit=101`)).toMatchObject({ status: 400 });
  });

  it("reply to a message, and are refused when it is gone unless it need not be there", async () => {
    await using scene = await setScene();
    const { peer, channel, ann } = scene;
    const asked = peer.write(ann, channel, "?");
    const reference = { message_id: asked.id };
    expect((await post(scene, { content: "x", message_reference: reference })).body).toMatchObject({
      type: 19,
      referenced_message: { id: asked.id },
    });
    peer.deleteMessage(asked);
    expect(await post(scene, { content: "x", message_reference: reference })).toMatchObject({ status: 400 });
    expect(peer.refused).toMatchObject([{ code: 50035, malformed: false }]);
    const lenient = { ...reference, fail_if_not_exists: false };
    expect(await post(scene, { content: "x", message_reference: lenient })).toMatchObject({ status: 200 });
  });

  it.each([
    ["channels it does not see", ["VIEW_CHANNEL"], { content: "x" }, 50001],
    ["channels it may not write in", ["SEND_MESSAGES"], { content: "x" }, 50013],
    ["channels it may not post embeds in", ["EMBED_LINKS"], { embeds: [{ title: "x" }] }, 50013],
    [
      "replies without reading history",
      ["READ_MESSAGE_HISTORY"],
      { content: "x", message_reference: { message_id: "1" } },
      160002,
    ],
  ] as const)("of the bot are refused for %s", async (_, deny, body, code) => {
    await using scene = await setScene();
    scene.peer.setPermissions(scene.channel, scene.peer.botUser, { deny });
    expect((await post(scene, body)).body).toMatchObject({ code });
    expect(scene.peer.refused).toMatchObject([{ code, malformed: false }]);
  });

  it("are refused in channels that are deleted, and in guilds the bot was thrown out of", async () => {
    await using scene = await setScene();
    const second = scene.peer.addChannel(scene.guild, { name: "second" });
    scene.peer.deleteChannel(second);
    expect((await post(scene, { content: "x" }, second.id)).body).toMatchObject({ code: 10003 });
    scene.peer.removeBot(scene.guild);
    expect((await post(scene, { content: "x" })).body).toMatchObject({ code: 50001 });
  });

  it("of others cannot be edited, and deleted only with the permission", async () => {
    await using scene = await setScene();
    const message = scene.peer.write(scene.ann, scene.channel, "mine");
    const path = `/channels/${scene.channel.id}/messages/${message.id}`;
    expect((await scene.ask("PATCH", path, { content: "x" })).body).toMatchObject({ code: 50005 });
    expect((await scene.ask("DELETE", path)).body).toMatchObject({ code: 50013 });
    scene.peer.setPermissions(scene.channel, scene.peer.botUser, { allow: ["MANAGE_MESSAGES"] });
    expect((await scene.ask("DELETE", path)).status).toBe(204);
  });
});

describe("direct messages", () => {
  it("are opened once and written in, and refused by who takes none", async () => {
    await using scene = await setScene();
    const { peer, ann } = scene;
    const open = (): Promise<string> => idOf(scene.ask("POST", "/users/@me/channels", { recipient_id: ann.id }));
    const id = await open();
    expect(await open()).toBe(id);
    expect(await post(scene, { content: "Done" }, id)).toMatchObject({ status: 200 });
    expect(peer.messages(peer.directChannel(ann))).toMatchObject([{ text: "Done" }]);
    peer.closeDirectMessages(ann);
    expect(await open()).toBe(id);
    expect(await post(scene, { content: "x" }, id)).toMatchObject({ status: 403, body: { code: 50007 } });
  });

  it("cannot be opened with nobody", async () => {
    await using scene = await setScene();
    expect((await scene.ask("POST", "/users/@me/channels", { recipient_id: "1" })).body).toMatchObject({ code: 50033 });
  });
});

describe("members", () => {
  it("are found until they leave", async () => {
    await using scene = await setScene();
    const path = `/guilds/${scene.guild.id}/members/${scene.ann.id}`;
    expect((await scene.ask("GET", path)).body).toMatchObject({ user: { username: "ann" } });
    scene.peer.removeMember(scene.guild, scene.ann);
    expect((await scene.ask("GET", path)).body).toMatchObject({ code: 10007 });
    expect((await scene.ask("GET", `/guilds/1/members/${scene.ann.id}`)).body).toMatchObject({ code: 10004 });
  });
});

describe("threads", () => {
  it("begin from a message once and carry its id", async () => {
    await using scene = await setScene();
    const { peer, channel } = scene;
    const id = await idOf(post(scene, { content: "Run" }));
    const path = `/channels/${channel.id}/messages/${id}/threads`;
    expect(await scene.ask("POST", path, { name: "Run 1" })).toMatchObject({ status: 201, body: { id, type: 11 } });
    expect((await scene.ask("POST", path, { name: "again" })).body).toMatchObject({ code: 160004 });
    await post(scene, { content: "Step 1" }, id);
    expect(peer.threads(channel)).toMatchObject([{ id }]);
    expect(peer.messages(peer.threads(channel)[0] ?? channel)).toMatchObject([{ text: "Step 1" }]);
  });

  it("that are archived open when somebody writes, but their messages cannot be edited before", async () => {
    await using scene = await setScene();
    const { peer, channel } = scene;
    const { body } = await scene.ask("POST", `/channels/${channel.id}/threads`, { name: "Run 2", type: 11 });
    const id = String(body["id"]);
    const message = `/channels/${id}/messages/${await idOf(post(scene, { content: "x" }, id))}`;
    expect((await scene.ask("PATCH", `/channels/${id}`, { archived: true })).body).toMatchObject({
      thread_metadata: { archived: true },
    });
    expect((await scene.ask("PATCH", message, { content: "y" })).body).toMatchObject({ code: 50083 });
    expect(await post(scene, { content: "z" }, id)).toMatchObject({ status: 200 });
    expect(await scene.ask("PATCH", message, { content: "y" })).toMatchObject({ status: 200 });
    const [thread] = peer.threads(channel);
    if (thread === undefined) throw new Error("The thread is open again");
    peer.archiveThread(thread, { isLocked: true });
    expect((await post(scene, { content: "x" }, id)).body).toMatchObject({ code: 160005 });
  });

  it("are archived when nobody writes for as long as they are set to", async () => {
    const clock = createManualClock();
    await using scene = await setScene({ clock });
    const { body } = await scene.ask("POST", `/channels/${scene.channel.id}/threads`, {
      name: "Run 3",
      type: 11,
      auto_archive_duration: 60,
    });
    const path = `/channels/${String(body["id"])}`;
    await clock.jump(3_600_000);
    expect((await scene.ask("GET", path)).body).toMatchObject({ thread_metadata: { archived: false } });
    await clock.jump(60_000);
    expect((await scene.ask("GET", path)).body).toMatchObject({ thread_metadata: { archived: true } });
  });

  it("that are private are for those in them", async () => {
    await using scene = await setScene();
    const { peer, channel, ann, bob } = scene;
    const secret = peer.openThread(ann, channel, "secret", { isPrivate: true });
    peer.write(ann, secret, "psst");
    expect(() => peer.write(bob, secret, "?")).toThrow("may not write");
    expect(peer.messages(secret, { as: bob })).toEqual([]);
    expect((await scene.ask("GET", `/channels/${secret.id}`)).body).toMatchObject({ code: 50001 });
    const { body } = await scene.ask("POST", `/channels/${channel.id}/threads`, { name: "ours" });
    const add = await scene.ask("PUT", `/channels/${String(body["id"])}/thread-members/${bob.id}`);
    expect(add).toMatchObject({ status: 204 });
    const ours = peer.threads(channel).find(({ id }) => id === body["id"]) ?? channel;
    expect(peer.write(bob, ours, "hello").text).toBe("hello");
    expect(() => peer.write(ann, ours, "?")).toThrow("may not write");
  });
});

describe("mentions", () => {
  const TEXT = "@everyone <@1> <@!2>";

  it.each([
    ["notify nobody with an empty list", { content: TEXT, allowed_mentions: { parse: [] } }, []],
    ["notify accounts without a list, but not everyone without the permission", { content: TEXT }, ["1", "2"]],
    ["notify whom a list names", { content: TEXT, allowed_mentions: { users: ["2"] } }, ["2"]],
    ["never notify from an embed", { embeds: [{ description: TEXT }] }, []],
    ["notify from a text of components v2", { flags: 32_768, components: [{ type: 10, content: "<@7>" }] }, ["7"]],
  ])("%s", async (_, body, ids) => {
    await using scene = await setScene();
    await post(scene, body);
    expect(scene.peer.pings.map(({ id }) => id)).toEqual(ids);
    expect(scene.peer.mentions.length).toBeGreaterThan(0);
  });

  it("notify everyone where the bot may", async () => {
    await using scene = await setScene();
    scene.peer.setPermissions(scene.channel, scene.peer.botUser, { allow: ["MENTION_EVERYONE"] });
    await post(scene, { content: "@here" });
    expect(scene.peer.pings).toMatchObject([{ kind: "everyone", text: "@here" }]);
  });

  it("notify whoever is replied to, unless the list says nothing of it", async () => {
    await using scene = await setScene();
    const asked = scene.peer.write(scene.ann, scene.channel, "?");
    const body = { content: "x", message_reference: { message_id: asked.id } };
    await post(scene, { ...body, allowed_mentions: { parse: [] } });
    expect(scene.peer.pings).toEqual([]);
    await post(scene, body);
    expect(scene.peer.pings).toMatchObject([{ kind: "reply", id: scene.ann.id }]);
  });
});

import { describe, expect, it } from "vitest";
import { setScene } from "./scene.ts";
import type { AskHeaders, Scene } from "./scene.ts";

const BUTTON = { type: 2, style: 1, label: "Go", custom_id: "go" };
const LINK = { type: 2, style: 5, label: "Log", url: "https://example.org" };
const ROW = { type: 1, components: [BUTTON] };
const SELECT = { type: 3, custom_id: "s", options: [{ label: "A", value: "a" }] };
const V2 = 32_768;

const times = <T>(count: number, create: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => create(i));
const row = (...components: readonly object[]): object => ({ type: 1, components });

/** A body, and the code and place of what Discord refuses in it. */
const FORMS: readonly (readonly [what: string, body: object, code: string, place: string])[] = [
  ["content over 2000", { content: "x".repeat(2001) }, "BASE_TYPE_MAX_LENGTH", "content"],
  ["a title over 256", { embeds: [{ title: "x".repeat(257) }] }, "BASE_TYPE_MAX_LENGTH", "embeds.0.title"],
  [
    "a description over 4096",
    { embeds: [{ description: "x".repeat(4097) }] },
    "BASE_TYPE_MAX_LENGTH",
    "embeds.0.description",
  ],
  [
    "26 fields",
    { embeds: [{ fields: times(26, () => ({ name: "a", value: "b" })) }] },
    "BASE_TYPE_MAX_LENGTH",
    "embeds.0.fields",
  ],
  [
    "a field value over 1024",
    { embeds: [{ fields: [{ name: "a", value: "x".repeat(1025) }] }] },
    "BASE_TYPE_MAX_LENGTH",
    "embeds.0.fields.0.value",
  ],
  [
    "a field of spaces",
    { embeds: [{ fields: [{ name: " ", value: "b" }] }] },
    "BASE_TYPE_REQUIRED",
    "embeds.0.fields.0.name",
  ],
  [
    "a footer over 2048",
    { embeds: [{ title: "a", footer: { text: "x".repeat(2049) } }] },
    "BASE_TYPE_MAX_LENGTH",
    "embeds.0.footer.text",
  ],
  [
    "embeds over 6000 together",
    { embeds: times(2, () => ({ description: "x".repeat(3001) })) },
    "MAX_EMBED_SIZE_EXCEEDED",
    "embeds",
  ],
  ["an embed that shows nothing", { embeds: [{}] }, "BASE_TYPE_REQUIRED", "embeds.0.description"],
  ["11 embeds", { embeds: times(11, () => ({ title: "a" })) }, "BASE_TYPE_MAX_LENGTH", "embeds"],
  [
    "6 rows",
    { content: "x", components: times(6, (i) => row({ ...BUTTON, custom_id: `${i}` })) },
    "BASE_TYPE_BAD_LENGTH",
    "components",
  ],
  [
    "6 buttons in a row",
    { content: "x", components: [row(...times(6, (i) => ({ ...BUTTON, custom_id: `${i}` })))] },
    "BASE_TYPE_BAD_LENGTH",
    "components.0.components",
  ],
  ["an empty row", { content: "x", components: [row()] }, "BASE_TYPE_BAD_LENGTH", "components.0.components"],
  [
    "a button beside a select",
    { content: "x", components: [row(SELECT, BUTTON)] },
    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    "components.0.components.1",
  ],
  [
    "a custom id twice",
    { content: "x", components: [ROW, ROW] },
    "COMPONENT_CUSTOM_ID_DUPLICATED",
    "components.1.components.0.custom_id",
  ],
  [
    "a custom id over 100",
    { content: "x", components: [row({ ...BUTTON, custom_id: "x".repeat(101) })] },
    "BASE_TYPE_BAD_LENGTH",
    "components.0.components.0.custom_id",
  ],
  [
    "a label over 80",
    { content: "x", components: [row({ ...BUTTON, label: "x".repeat(81) })] },
    "BASE_TYPE_MAX_LENGTH",
    "components.0.components.0.label",
  ],
  [
    "a button without words",
    { content: "x", components: [row({ ...BUTTON, label: "" })] },
    "BASE_TYPE_REQUIRED",
    "components.0.components.0.label",
  ],
  [
    "a button without a custom id",
    { content: "x", components: [row({ ...BUTTON, custom_id: undefined })] },
    "BASE_TYPE_REQUIRED",
    "components.0.components.0.custom_id",
  ],
  [
    "a link with a custom id",
    { content: "x", components: [row({ ...LINK, custom_id: "a" })] },
    "BUTTON_COMPONENT_FIELD_NOT_ALLOWED",
    "components.0.components.0.custom_id",
  ],
  [
    "26 options",
    { content: "x", components: [row({ ...SELECT, options: times(26, (i) => ({ label: `${i}`, value: `${i}` })) })] },
    "BASE_TYPE_BAD_LENGTH",
    "components.0.components.0.options",
  ],
  [
    "an option twice",
    { content: "x", components: [row({ ...SELECT, options: times(2, () => ({ label: "A", value: "a" })) })] },
    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    "components.0.components.0.options.1.value",
  ],
  [
    "more values than options",
    { content: "x", components: [row({ ...SELECT, max_values: 2 })] },
    "SELECT_COMPONENT_INVALID_VALUES",
    "components.0.components.0.max_values",
  ],
  [
    "no options",
    { content: "x", components: [row({ ...SELECT, options: [] })] },
    "BASE_TYPE_BAD_LENGTH",
    "components.0.components.0.options",
  ],
  [
    "more values than fewest to most allow",
    { content: "x", components: [row({ ...SELECT, min_values: 2 })] },
    "SELECT_COMPONENT_INVALID_VALUES",
    "components.0.components.0.min_values",
  ],
  [
    "more chosen options than may be chosen",
    {
      content: "x",
      components: [row({ ...SELECT, options: times(2, (i) => ({ label: "A", value: `${i}`, default: true })) })],
    },
    "SELECT_COMPONENT_INVALID_VALUES",
    "components.0.components.0.options",
  ],
  [
    "an option's label over 100",
    { content: "x", components: [row({ ...SELECT, options: [{ label: "x".repeat(101), value: "a" }] })] },
    "BASE_TYPE_BAD_LENGTH",
    "components.0.components.0.options.0.label",
  ],
  [
    "an option's value over 100",
    { content: "x", components: [row({ ...SELECT, options: [{ label: "A", value: "x".repeat(101) }] })] },
    "BASE_TYPE_BAD_LENGTH",
    "components.0.components.0.options.0.value",
  ],
  [
    "a select's placeholder over 150",
    { content: "x", components: [row({ ...SELECT, placeholder: "x".repeat(151) })] },
    "BASE_TYPE_MAX_LENGTH",
    "components.0.components.0.placeholder",
  ],
  [
    "a select with the custom id of a button",
    { content: "x", components: [row(SELECT), row({ ...BUTTON, custom_id: "s" })] },
    "COMPONENT_CUSTOM_ID_DUPLICATED",
    "components.1.components.0.custom_id",
  ],
  [
    "a text display without the flag",
    { components: [{ type: 10, content: "x" }] },
    "UNION_TYPE_CHOICES",
    "components.0.type",
  ],
  [
    "content with components v2",
    { flags: V2, content: "x", components: [{ type: 10, content: "x" }] },
    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    "content",
  ],
  [
    "41 components v2",
    { flags: V2, components: [{ type: 17, components: times(40, () => ({ type: 10, content: "x" })) }] },
    "BASE_TYPE_BAD_LENGTH",
    "components",
  ],
  [
    "4001 characters of components v2",
    { flags: V2, components: times(2, () => ({ type: 10, content: "x".repeat(2001) })) },
    "COMPONENTS_TEXT_TOO_LONG",
    "components",
  ],
  [
    "a file that did not come along",
    { flags: V2, components: [{ type: 13, file: { url: "attachment://a.txt" } }] },
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    "components.0.file.url",
  ],
  [
    "an attachment that did not come along",
    { content: "x", attachments: [{ id: "0", filename: "a.txt" }] },
    "ATTACHMENT_NOT_FOUND",
    "attachments.0.id",
  ],
  ["a nonce over 25", { content: "x", nonce: "x".repeat(26) }, "BASE_TYPE_MAX_LENGTH", "nonce"],
  [
    "a list of users beside all users",
    { content: "x", allowed_mentions: { parse: ["users"], users: ["1"] } },
    "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    "allowed_mentions",
  ],
];

function post(scene: Scene, headers: AskHeaders): ReturnType<Scene["ask"]> {
  return scene.ask("POST", `/channels/${scene.channel.id}/messages`, { content: "x" }, headers);
}

describe("sending a message", () => {
  it.each(FORMS)("is refused with %s, as a malformed request", async (_, body, code, place) => {
    await using scene = await setScene();
    const answer = await scene.ask("POST", `/channels/${scene.channel.id}/messages`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: "Invalid Form Body" } });
    expect(listErrors(answer.body["errors"])).toEqual([`${place} ${code}`]);
    expect(scene.peer.refused).toMatchObject([{ code: 50035, malformed: true }]);
    expect(scene.peer.complaints()).toHaveLength(1);
    expect(scene.peer.messages(scene.channel)).toEqual([]);
  });

  it.each([
    ["nothing", {}],
    ["spaces alone", { content: " \n" }],
    ["buttons alone", { components: [ROW] }],
  ])("is refused with 50006 for %s", async (_, body) => {
    await using scene = await setScene();
    const answer = await scene.ask("POST", `/channels/${scene.channel.id}/messages`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50006 } });
  });

  it("is refused for a file over 10 MiB", async () => {
    await using scene = await setScene();
    const form = new FormData();
    form.set("payload_json", JSON.stringify({ content: "x" }));
    form.set("files[0]", new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]), "big.bin");
    const answer = await scene.ask("POST", `/channels/${scene.channel.id}/messages`, form);
    expect(answer).toMatchObject({ status: 413, body: { code: 40005 } });
  });
});

describe("a request", () => {
  it.each([
    ["a wrong token", { authorization: "Bot wrong" }, 401, 0],
    ["no token", { authorization: undefined }, 401, 0],
    ["a token without its kind", { authorization: "wrong" }, 401, 0],
    ["a client without a name", { "user-agent": "curl/8" }, 403, 40333],
    ["a body of another kind", { "content-type": "text/plain" }, 400, 50035],
  ])("is refused with %s", async (_, headers, status, code) => {
    await using scene = await setScene();
    expect(await post(scene, headers)).toMatchObject({ status, body: { code } });
  });

  it("is refused for a body that is no JSON", async () => {
    await using scene = await setScene();
    const response = await fetch(`${scene.peer.apiBase}/v10/channels/${scene.channel.id}/messages`, {
      method: "POST",
      headers: {
        authorization: `Bot ${scene.peer.token}`,
        "user-agent": "DiscordBot (https://example.org, 1.0)",
        "content-type": "application/json",
      },
      body: "{",
    });
    expect(await response.json()).toMatchObject({ code: 50109 });
  });

  it.each([
    ["an old version", "/api/v9/users/@me", 400],
    ["a path the peer does not know", "/api/v10/voice/regions", 501],
    ["a path outside the interface", "/nowhere", 404],
  ])("is refused for %s", async (_, path, status) => {
    await using scene = await setScene();
    const headers = { authorization: `Bot ${scene.peer.token}`, "user-agent": "DiscordBot (https://example.org, 1.0)" };
    expect((await fetch(`${scene.peer.url}${path}`, { headers })).status).toBe(status);
  });

  it("is refused for a method the path does not have, and for an id that is none", async () => {
    await using scene = await setScene();
    expect(await scene.ask("DELETE", "/users/@me")).toMatchObject({ status: 405 });
    expect(await scene.ask("GET", "/channels/nowhere")).toMatchObject({ status: 400, body: { code: 50035 } });
  });
});

/** The places of nested errors, each with its code. */
function listErrors(errors: unknown, place = ""): readonly string[] {
  if (typeof errors !== "object" || errors === null) return [];
  return Object.entries(errors).flatMap(([name, inner]: [string, unknown]) =>
    name === "_errors" && Array.isArray(inner)
      ? (inner as readonly { readonly code: string }[]).map(({ code }) => `${place.slice(1)} ${code}`)
      : listErrors(inner, `${place}.${name}`),
  );
}

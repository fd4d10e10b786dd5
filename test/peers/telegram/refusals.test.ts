import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTelegramPeer } from "./index.ts";
import type { Chat, SeenMessage, TelegramPeer, Topic, User } from "./index.ts";
import { callRaw } from "./raw-call.ts";

const LONG = "a".repeat(4097);
const GRIN = "😀";
const button = (data: string): object => ({ inline_keyboard: [[{ text: "Go", callback_data: data }]] });

let peer: TelegramPeer;
let person: User;
let home: Chat;
let forum: Chat;
let topic: Topic;
let card: SeenMessage;
let document: SeenMessage;
let question: SeenMessage;

beforeAll(async () => {
  peer = await createTelegramPeer();
  person = peer.addUser({ id: 111_111_111, firstName: "Ann" });
  home = peer.privateChat(person);
  forum = peer.addGroup({ forum: true, id: -1_001_000_000_001, members: [person] });
  topic = peer.addTopic(forum, "Deploys", person);
  peer.closeTopic(forum, peer.addTopic(forum, "Old", person).id);
  await callRaw(peer, "sendMessage", { chat_id: home.id, text: "Card", reply_markup: button("x") });
  await callRaw(peer, "sendMessage", { chat_id: home.id, text: "Which?", reply_markup: { force_reply: true } });
  const form = new FormData();
  form.set("chat_id", String(home.id));
  form.set("document", new Blob(["{}"]), "a.json");
  await callRaw(peer, "sendDocument", {}, { body: form, headers: {} });
  const [first, second, third] = peer.messages(home);
  if (first === undefined || second === undefined || third === undefined) throw new Error("The set-up failed");
  [card, question, document] = [first, second, third];
  peer.write(person, home, "mine");
});
afterAll(() => peer.stop());

type Case = readonly [what: string, method: string, params: () => object, status: number, description: string];

const MALFORMED: readonly Case[] = [
  ["no text", "sendMessage", () => ({ chat_id: home.id }), 400, "Bad Request: message text is empty"],
  ["empty text", "sendMessage", () => ({ chat_id: home.id, text: "" }), 400, "Bad Request: message text is empty"],
  [
    "blank text",
    "sendMessage",
    () => ({ chat_id: home.id, text: " \n\u200b" }),
    400,
    "Bad Request: text must be non-empty",
  ],
  [
    "control characters only",
    "sendMessage",
    () => ({ chat_id: home.id, text: "\u0000\u0001" }),
    400,
    "Bad Request: text must be non-empty",
  ],
  ["4097 characters", "sendMessage", () => ({ chat_id: home.id, text: LONG }), 400, "Bad Request: message is too long"],
  [
    "4098 UTF-16 units in 2049 emoji",
    "sendMessage",
    () => ({ chat_id: home.id, text: GRIN.repeat(2049) }),
    400,
    "Bad Request: message is too long",
  ],
  [
    "over 32768 bytes",
    "sendMessage",
    () => ({ chat_id: home.id, text: GRIN.repeat(8193) }),
    400,
    "Bad Request: text is too long",
  ],
  [
    "a lone surrogate",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a\ud83d" }),
    400,
    "Bad Request: strings must be encoded in UTF-8",
  ],
  [
    "an unknown parse mode",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", parse_mode: "HTML" }),
    400,
    "Bad Request: unsupported parse_mode",
  ],
  ["no chat", "sendMessage", () => ({ text: "a" }), 400, "Bad Request: chat_id is empty"],
  [
    "4097 characters in an edit",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: card.id, text: LONG }),
    400,
    "Bad Request: MESSAGE_TOO_LONG",
  ],
  [
    "65 bytes of callback data",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: button("b".repeat(65)) }),
    400,
    "Bad Request: BUTTON_DATA_INVALID",
  ],
  [
    "33 characters in 66 bytes of callback data",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: button("ü".repeat(33)) }),
    400,
    "Bad Request: BUTTON_DATA_INVALID",
  ],
  [
    "a button that does nothing",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: { inline_keyboard: [[{ text: "Go" }]] } }),
    400,
    "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  ],
  [
    "empty callback data",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: button("") }),
    400,
    "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  ],
  [
    "a button without a label",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: { inline_keyboard: [[{ callback_data: "a" }]] } }),
    400,
    "Bad Request: can't parse inline keyboard button: Can't find field \"text\"",
  ],
  [
    "an empty label",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: { inline_keyboard: [[{ text: "", callback_data: "a" }]] } }),
    400,
    "Bad Request: inline keyboard button text must be non-empty",
  ],
  [
    "a broken label",
    "sendMessage",
    () => ({
      chat_id: home.id,
      text: "a",
      reply_markup: { inline_keyboard: [[{ text: "\udc00", callback_data: "a" }]] },
    }),
    400,
    "Bad Request: inline keyboard button text must be encoded in UTF-8",
  ],
  [
    "callback data that is an object",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: { inline_keyboard: [[{ text: "a", callback_data: {} }]] } }),
    400,
    'Bad Request: can\'t parse inline keyboard button: Field "callback_data" must be of type String',
  ],
  [
    "an unknown style",
    "sendMessage",
    () => ({
      chat_id: home.id,
      text: "a",
      reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "a", style: "pink" }]] },
    }),
    400,
    "Bad Request: STYLE_INVALID",
  ],
  [
    "a keyboard that is a list of buttons",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: { inline_keyboard: [{ text: "a", callback_data: "a" }] } }),
    400,
    'Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
  ],
  [
    "101 buttons",
    "sendMessage",
    () => ({
      chat_id: home.id,
      text: "a",
      reply_markup: { inline_keyboard: Array.from({ length: 101 }, () => [{ text: "a", callback_data: "a" }]) },
    }),
    400,
    "Bad Request: reply markup is too long",
  ],
  [
    "markup that is a list",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: [] }),
    400,
    "Bad Request: object expected as reply markup",
  ],
  [
    "markup that is no JSON",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_markup: "{" }),
    400,
    "Bad Request: can't parse reply keyboard markup JSON object",
  ],
  [
    "a placeholder of 65 characters",
    "sendMessage",
    () => ({
      chat_id: home.id,
      text: "a",
      reply_markup: { force_reply: true, input_field_placeholder: "p".repeat(65) },
    }),
    400,
    "Bad Request: INPUT_FIELD_PLACEHOLDER_INVALID",
  ],
  [
    "ForceReply in an edit",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: card.id, text: "b", reply_markup: { force_reply: true } }),
    400,
    "Bad Request: inline keyboard expected",
  ],
  [
    "an entity of no known type",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", entities: [{ type: "blink", offset: 0, length: 1 }] }),
    400,
    "Bad Request: can't parse MessageEntity: Unsupported type specified",
  ],
  [
    "an entity without an offset",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", entities: [{ type: "bold", length: 1 }] }),
    400,
    "Bad Request: can't parse MessageEntity: Can't find field \"offset\"",
  ],
  [
    "an entity with a length in words",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", entities: [{ type: "bold", offset: 0, length: "one" }] }),
    400,
    'Bad Request: can\'t parse MessageEntity: Field "length" must be of type Number',
  ],
  [
    "an entity that is text",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", entities: ["bold"] }),
    400,
    "Bad Request: can't parse MessageEntity: expected an Object",
  ],
  [
    "an entity beyond the text",
    "sendMessage",
    () => ({ chat_id: home.id, text: "ab", entities: [{ type: "bold", offset: 0, length: 3 }] }),
    400,
    "Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 3",
  ],
  [
    "an entity that begins after the text",
    "sendMessage",
    () => ({ chat_id: home.id, text: "ab", entities: [{ type: "bold", offset: 2, length: 1 }] }),
    400,
    "Bad Request: entity begins after the end of the text at UTF-16 offset 2",
  ],
  [
    "an entity that cuts an emoji",
    "sendMessage",
    () => ({ chat_id: home.id, text: `${GRIN}a`, entities: [{ type: "bold", offset: 0, length: 1 }] }),
    400,
    "Bad Request: entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4",
  ],
  [
    "an entity that begins in an emoji",
    "sendMessage",
    () => ({ chat_id: home.id, text: `${GRIN}a`, entities: [{ type: "bold", offset: 1, length: 2 }] }),
    400,
    "Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset 4",
  ],
  [
    "a negative offset",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", entities: [{ type: "bold", offset: -1, length: 1 }] }),
    400,
    "Bad Request: receive an entity with incorrect offset -1",
  ],
  [
    "a link to nowhere",
    "sendMessage",
    () => ({
      chat_id: home.id,
      text: "a",
      entities: [{ type: "text_link", offset: 0, length: 1, url: "javascript:alert(1)" }],
    }),
    400,
    "Bad Request: entity URL 'javascript:alert(1)' is invalid: Wrong HTTP URL",
  ],
  [
    "a link without an address",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", entities: [{ type: "text_link", offset: 0, length: 1 }] }),
    400,
    "Bad Request: can't parse MessageEntity: Can't find field \"url\"",
  ],
  [
    "a caption of 1025 characters",
    "sendDocument",
    () => ({ chat_id: home.id, document: "x", caption: "c".repeat(1025) }),
    400,
    "Bad Request: message caption is too long",
  ],
  [
    "no document",
    "sendDocument",
    () => ({ chat_id: home.id }),
    400,
    "Bad Request: there is no document in the request",
  ],
  [
    "an answer of 201 characters",
    "answerCallbackQuery",
    () => ({ callback_query_id: "1", text: "t".repeat(201) }),
    400,
    "Bad Request: MESSAGE_TOO_LONG",
  ],
  [
    "an answer that opens a web page",
    "answerCallbackQuery",
    () => ({ callback_query_id: "1", url: "https://example.org" }),
    400,
    "Bad Request: URL_INVALID",
  ],
  [
    "an unknown action",
    "sendChatAction",
    () => ({ chat_id: home.id, action: "sleeping" }),
    400,
    "Bad Request: wrong parameter action in request",
  ],
  ["no action", "sendChatAction", () => ({ chat_id: home.id }), 400, "Bad Request: wrong parameter action in request"],
  [
    "101 commands",
    "setMyCommands",
    () => ({ commands: Array.from({ length: 101 }, (_, index) => ({ command: `c${index}`, description: "d" })) }),
    400,
    "Bad Request: BOT_COMMANDS_TOO_MUCH",
  ],
  [
    "a command in capitals",
    "setMyCommands",
    () => ({ commands: [{ command: "Run", description: "d" }] }),
    400,
    "Bad Request: BOT_COMMAND_INVALID",
  ],
  [
    "a command with a hyphen",
    "setMyCommands",
    () => ({ commands: [{ command: "who-am-i", description: "d" }] }),
    400,
    "Bad Request: BOT_COMMAND_INVALID",
  ],
  [
    "a command of 33 characters",
    "setMyCommands",
    () => ({ commands: [{ command: "c".repeat(33), description: "d" }] }),
    400,
    "Bad Request: command length must not exceed 32",
  ],
  [
    "a command without a name",
    "setMyCommands",
    () => ({ commands: [{ command: "", description: "d" }] }),
    400,
    "Bad Request: command must be non-empty",
  ],
  [
    "a blank description",
    "setMyCommands",
    () => ({ commands: [{ command: "run", description: " " }] }),
    400,
    "Bad Request: command description must be non-empty",
  ],
  [
    "a description of 257 characters",
    "setMyCommands",
    () => ({ commands: [{ command: "run", description: "d".repeat(257) }] }),
    400,
    "Bad Request: command description length must not exceed 256",
  ],
  [
    "commands that are an object",
    "setMyCommands",
    () => ({ commands: {} }),
    400,
    "Bad Request: expected an Array of BotCommand",
  ],
  [
    "a command that is text",
    "setMyCommands",
    () => ({ commands: ["run"] }),
    400,
    "Bad Request: can't parse BotCommand: expected an Object",
  ],
  [
    "an unknown scope",
    "setMyCommands",
    () => ({ commands: [], scope: { type: "galaxy" } }),
    400,
    "Bad Request: can't parse BotCommandScope: Unsupported type specified",
  ],
  [
    "a chat scope without a chat",
    "setMyCommands",
    () => ({ commands: [], scope: { type: "chat" } }),
    400,
    "Bad Request: can't parse BotCommandScope: Can't find field \"chat_id\"",
  ],
  [
    "a language of three letters",
    "setMyCommands",
    () => ({ commands: [], language_code: "eng" }),
    400,
    "Bad Request: invalid language code specified",
  ],
  [
    "a secret of 257 characters",
    "setWebhook",
    () => ({ url: "https://example.org", secret_token: "s".repeat(257) }),
    400,
    "Bad Request: secret token is too long",
  ],
  [
    "a secret with a blank",
    "setWebhook",
    () => ({ url: "https://example.org", secret_token: "a b" }),
    400,
    "Bad Request: secret token contains unallowed characters",
  ],
  [
    "a webhook without TLS",
    "setWebhook",
    () => ({ url: "http://example.org" }),
    400,
    "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
  ],
  [
    "a webhook that is no address",
    "setWebhook",
    () => ({ url: "nowhere" }),
    400,
    "Bad Request: invalid webhook URL specified",
  ],
  [
    "a reply to nothing in particular",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_parameters: { quote: "x" } }),
    400,
    'Bad Request: can\'t find field "message_id"',
  ],
  ["no file id", "getFile", () => ({}), 400, "Bad Request: file_id not specified"],
  ["a method nobody has", "approveDeploy", () => ({}), 404, "Not Found: method not found"],
];

const UNTIMELY: readonly Case[] = [
  ["an unknown chat", "sendMessage", () => ({ chat_id: 424_242, text: "a" }), 400, "Bad Request: chat not found"],
  ["a chat that is a word", "sendMessage", () => ({ chat_id: "home", text: "a" }), 400, "Bad Request: chat not found"],
  [
    "an unknown name",
    "sendMessage",
    () => ({ chat_id: "@nobody_here", text: "a" }),
    400,
    "Bad Request: chat not found",
  ],
  [
    "no message to edit",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: 999, text: "a" }),
    400,
    "Bad Request: message to edit not found",
  ],
  [
    "the same text again",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: card.id, text: "Card", reply_markup: button("x") }),
    400,
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
  ],
  [
    "somebody else's message",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: document.id + 1, text: "a" }),
    400,
    "Bad Request: message can't be edited",
  ],
  [
    "a message that asks for a reply",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: question.id, text: "a" }),
    400,
    "Bad Request: message can't be edited",
  ],
  [
    "the text of a document",
    "editMessageText",
    () => ({ chat_id: home.id, message_id: document.id, text: "a" }),
    400,
    "Bad Request: there is no text in the message to edit",
  ],
  [
    "no keyboard where there was none",
    "editMessageReplyMarkup",
    () => ({ chat_id: home.id, message_id: document.id }),
    400,
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
  ],
  [
    "no message named",
    "editMessageText",
    () => ({ text: "a" }),
    400,
    "Bad Request: message identifier is not specified",
  ],
  [
    "no message to delete",
    "deleteMessage",
    () => ({ chat_id: home.id, message_id: 999 }),
    400,
    "Bad Request: message to delete not found",
  ],
  [
    "a reply to a message that is gone",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_parameters: { message_id: 999 } }),
    400,
    "Bad Request: message to be replied not found",
  ],
  [
    "a quote that is not in the message",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", reply_parameters: { message_id: card.id, quote: "Cart" } }),
    400,
    "Bad Request: QUOTE_TEXT_INVALID",
  ],
  [
    "a topic in a private chat",
    "sendMessage",
    () => ({ chat_id: home.id, text: "a", message_thread_id: 7 }),
    400,
    "Bad Request: message thread not found",
  ],
  [
    "an unknown topic",
    "sendMessage",
    () => ({ chat_id: forum.id, text: "a", message_thread_id: 999 }),
    400,
    "Bad Request: message thread not found",
  ],
  [
    "General by its number",
    "sendMessage",
    () => ({ chat_id: forum.id, text: "a", message_thread_id: 1 }),
    400,
    "Bad Request: message thread not found",
  ],
  [
    "a closed topic",
    "sendMessage",
    () => ({ chat_id: forum.id, text: "a", message_thread_id: topic.id + 1 }),
    400,
    "Bad Request: TOPIC_CLOSED",
  ],
  [
    "a query nobody made",
    "answerCallbackQuery",
    () => ({ callback_query_id: "12345" }),
    400,
    "Bad Request: query is too old and response timeout expired or query ID is invalid",
  ],
  ["an unknown file", "getFile", () => ({ file_id: "nope" }), 400, "Bad Request: invalid file_id"],
  [
    "a document by an unknown id",
    "sendDocument",
    () => ({ chat_id: home.id, document: "nope" }),
    400,
    "Bad Request: wrong file identifier/HTTP URL specified",
  ],
  [
    "an unknown member",
    "getChatMember",
    () => ({ chat_id: forum.id, user_id: 424_242 }),
    400,
    "Bad Request: user not found",
  ],
];

describe("a request the platform refuses", () => {
  it.each(MALFORMED)(
    "is refused and called malformed: %s in %s",
    async (_what, method, params, status, description) => {
      const before = peer.refused.length;
      const answer = await callRaw(peer, method, params());
      expect(answer).toEqual({ status, body: { ok: false, error_code: status, description } });
      expect(peer.refused.slice(before)).toMatchObject([{ method, status, description, malformed: true }]);
    },
  );

  it.each(UNTIMELY)("is refused and called untimely: %s in %s", async (_what, method, params, status, description) => {
    const before = peer.refused.length;
    const answer = await callRaw(peer, method, params());
    expect(answer).toEqual({ status, body: { ok: false, error_code: status, description } });
    expect(peer.refused.slice(before)).toMatchObject([{ method, status, description, malformed: false }]);
  });

  it("is unauthorized with a wrong token", async () => {
    const answer = await callRaw({ url: peer.url, token: "1:wrong" }, "getMe");
    expect(answer).toEqual({ status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } });
  });

  it("is not found outside the API", async () => {
    expect((await fetch(`${peer.url}/robots.txt`)).status).toBe(404);
  });

  it.each([
    ["JSON that is none", "{", "application/json", "Bad Request: can't parse JSON object"],
    ["a JSON list", "[1]", "application/json", "Bad Request: can't parse JSON object"],
    [
      "bytes that are no UTF-8",
      Buffer.from([0x7b, 0x22, 0xff]),
      "application/json",
      "Bad Request: strings must be encoded in UTF-8",
    ],
    [
      "parts without a boundary",
      "x",
      "multipart/form-data",
      "Bad Request: boundary is not specified in the content type",
    ],
    [
      "parts that do not end",
      "--b\r\ncontent-disposition:form-data;name=a\r\n\r\nx",
      "multipart/form-data; boundary=b",
      "Bad Request: the request ends inside a part",
    ],
  ])("is refused for its body: %s", async (_what, body, type, description) => {
    const answer = await callRaw(peer, "sendMessage", {}, { body, headers: { "content-type": type } });
    expect(answer.body).toMatchObject({ ok: false, error_code: 400, description });
  });
});

describe("what the platform reads otherwise than it was written", () => {
  it.each([
    [
      "an unknown parameter",
      "sendMessage",
      () => ({ chat_id: home.id, text: "a", reply_to: 1 }),
      'sendMessage has no parameter "reply_to"',
    ],
    [
      "an unknown member",
      "sendMessage",
      () => ({
        chat_id: home.id,
        text: "a",
        reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "a", colour: "red" }]] },
      }),
      'InlineKeyboardButton has no field "colour"',
    ],
    [
      "two kinds of markup",
      "sendMessage",
      () => ({ chat_id: home.id, text: "a", reply_markup: { ...button("a"), force_reply: true } }),
      "reply_markup is one kind: the server passes over force_reply",
    ],
    [
      "a button that does two things",
      "sendMessage",
      () => ({
        chat_id: home.id,
        text: "a",
        reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "a", url: "https://example.org" }]] },
      }),
      "a button does one thing: the server passes over callback_data",
    ],
    ["a limit out of range", "getUpdates", () => ({ limit: 500 }), 'parameter "limit" is 500: the server takes 100'],
    [
      "updates of no kind",
      "getUpdates",
      () => ({ allowed_updates: ["callback_queries"] }),
      'there are no updates of kind "callback_queries"',
    ],
    [
      "the mention of a stranger",
      "sendMessage",
      () => ({
        chat_id: home.id,
        text: "a",
        entities: [{ type: "text_mention", offset: 0, length: 1, user: { id: 424_242 } }],
      }),
      "the server drops the mention of an unknown user",
    ],
    [
      "a number that is none",
      "getUpdates",
      () => ({ offset: "next" }),
      'parameter "offset" is not a whole number: the server reads 0',
    ],
    [
      "a mention written as an entity",
      "sendMessage",
      () => ({ chat_id: home.id, text: "@ann_", entities: [{ type: "mention", offset: 0, length: 5 }] }),
      "the server passes over entities of type mention",
    ],
    [
      "bold inside code",
      "sendMessage",
      () => ({
        chat_id: home.id,
        text: "abc",
        entities: [
          { type: "code", offset: 0, length: 3 },
          { type: "bold", offset: 1, length: 1 },
        ],
      }),
      "entities cross or nest: the server rearranges them",
    ],
    [
      "entities that are no list",
      "sendMessage",
      () => ({ chat_id: home.id, text: "abc", entities: "bold" }),
      'parameter "entities" is not JSON: the server passes over it',
    ],
  ])("is accepted and noted: %s", async (_what, method, params, what) => {
    const before = peer.oddities.length;
    const answer = await callRaw(peer, method, params());
    expect(answer.body["ok"]).toBe(true);
    expect(peer.oddities.slice(before).map((oddity) => oddity.what)).toContain(what);
    expect(peer.complaints()).toContain(`${method}: ${what}`);
  });
});

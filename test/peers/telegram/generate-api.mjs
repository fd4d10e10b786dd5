/**
 * Writes api.json: what the Telegram peer needs of the platform's machine-readable description, and the limits that the
 * description only states in words, as data.
 *
 *   node test/peers/telegram/generate-api.mjs <telegram-api.json>
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

const METHODS = [
  "answerCallbackQuery",
  "deleteMessage",
  "deleteMyCommands",
  "deleteWebhook",
  "editMessageReplyMarkup",
  "editMessageText",
  "getChat",
  "getChatMember",
  "getFile",
  "getMe",
  "getMyCommands",
  "getUpdates",
  "getWebhookInfo",
  "sendChatAction",
  "sendDocument",
  "sendMessage",
  "setMyCommands",
  "setWebhook",
];

/** What the peer sends, besides what the parameters of the methods reach. */
const SENT_TYPES = [
  "AcceptedGiftTypes",
  "CallbackQuery",
  "Chat",
  "ChatFullInfo",
  "ChatMember",
  "ChatMemberAdministrator",
  "ChatMemberBanned",
  "ChatMemberLeft",
  "ChatMemberMember",
  "ChatMemberOwner",
  "ChatMemberUpdated",
  "ChatPermissions",
  "Document",
  "ExternalReplyInfo",
  "File",
  "ForumTopicClosed",
  "ForumTopicCreated",
  "ForumTopicReopened",
  "InaccessibleMessage",
  "MaybeInaccessibleMessage",
  "Message",
  "MessageOrigin",
  "MessageOriginChannel",
  "MessageOriginChat",
  "MessageOriginUser",
  "TextQuote",
  "Update",
  "WebhookInfo",
];

/** Parameter types nobody here sends: left unexpanded, because they reach half of the description. */
const LEFT_OUT = new Set(["InputRichMessage", "SuggestedPostParameters", "InputFile", "CallbackGame"]);

const [, script, source] = process.argv;
if (source === undefined) throw new Error(`Usage: node ${script} <telegram-api.json>`);
const description = JSON.parse(readFileSync(source, "utf8"));
const target = new URL("api.json", import.meta.url);
const text = JSON.stringify({
  version: description.version,
  methods: Object.fromEntries(METHODS.map((name) => [name, describeMethod(description.methods[name])])),
  types: Object.fromEntries(listTypes().map((name) => [name, describeType(description.types[name])])),
});
writeFileSync(target, await format(text, { ...(await resolveConfig(target)), parser: "json" }));

function describeMethod(method) {
  return { returns: method.returns, parameters: describeFields(method.fields ?? []) };
}

function describeType(type) {
  return type.subtypes === undefined ? { fields: describeFields(type.fields ?? []) } : { subtypes: type.subtypes };
}

function describeFields(fields) {
  return Object.fromEntries(fields.map((field) => [field.name, describeField(field)]));
}

function describeField({ name, types, required, description: words }) {
  return {
    types,
    ...(required ? { required } : {}),
    ...readLimit(words),
    ...readPattern(words),
    ...readChoices(name, words),
  };
}

/** "1-64 bytes", "1-4096 characters after entity parsing", "Values between 1-100", "At most 100 commands". */
function readLimit(words) {
  const length = /(\d+)-(\d+) (characters|bytes)( after entit(?:y|ies) parsing)?/.exec(words);
  if (length !== null) {
    const [, min, max, unit, parsed] = length;
    return { limit: { min: Number(min), max: Number(max), unit, ...(parsed === undefined ? {} : { parsed: true }) } };
  }
  const range = /Values between (\d+)-(\d+)/.exec(words) ?? /connections .*, (\d+)-(\d+)\. Defaults/.exec(words);
  if (range !== null) return { limit: { min: Number(range[1]), max: Number(range[2]), unit: "value" } };
  const count = /At most (\d+) \w+ can be specified/.exec(words);
  return count === null ? {} : { limit: { min: 0, max: Number(count[1]), unit: "items" } };
}

function readPattern(words) {
  if (words.includes("Can contain only lowercase English letters, digits and underscores")) {
    return { pattern: "^[a-z0-9_]*$" };
  }
  if (words.includes("Only characters A-Z, a-z, 0-9, _ and - are allowed")) return { pattern: "^[A-Za-z0-9_-]*$" };
  return words.includes("two-letter ISO 639-1 language code") ? { pattern: "^([a-z]{2})?$" } : {};
}

/** Words in quotes after "can be", "must be one of", "always"; "must be chat"; the actions of sendChatAction. */
function readChoices(name, words) {
  if (name === "action") {
    return { oneOf: [...words.matchAll(/\b(typing|[a-z]+_[a-z_]+)\b/g)].map(([word]) => word) };
  }
  if (!["type", "style", "status"].includes(name)) return {};
  const constant = /must be ([a-z_]+)$/.exec(words);
  if (constant !== null) return { oneOf: [constant[1]] };
  const quoted = [...words.matchAll(/["“]([a-z_]+)["”]/g)].map(([, word]) => word);
  return quoted.length === 0 ? {} : { oneOf: quoted };
}

function listTypes() {
  const found = new Set(SENT_TYPES);
  for (const method of METHODS) reach(description.methods[method].fields ?? [], found);
  return [...found].toSorted();
}

function reach(fields, found) {
  for (const name of fields.flatMap(({ types }) => types).map((type) => type.replace(/^(Array of )+/, ""))) {
    const type = description.types[name];
    if (type === undefined || found.has(name) || LEFT_OUT.has(name)) continue;
    found.add(name);
    for (const subtype of type.subtypes ?? []) reach([{ types: [subtype] }], found);
    reach(type.fields ?? [], found);
  }
}

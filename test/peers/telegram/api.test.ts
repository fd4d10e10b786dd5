import { describe, expect, it } from "vitest";
import { checkWire } from "./api/check-wire.ts";
import { api, fieldOf, fieldsOf, parametersOf, UPDATE_KINDS } from "./api/table.ts";
import { METHODS } from "./methods/table.ts";

describe("the platform's description as the peer keeps it", () => {
  it("is of Bot API 10.1 and has every method the peer has", () => {
    expect(api.version).toBe("Bot API 10.1");
    expect(Object.keys(api.methods).toSorted()).toEqual(Object.keys(METHODS).toSorted());
  });

  it.each([
    ["sendMessage", "text", { min: 1, max: 4096, unit: "characters", parsed: true }],
    ["editMessageText", "text", { min: 1, max: 4096, unit: "characters", parsed: true }],
    ["sendDocument", "caption", { min: 0, max: 1024, unit: "characters", parsed: true }],
    ["answerCallbackQuery", "text", { min: 0, max: 200, unit: "characters" }],
    ["getUpdates", "limit", { min: 1, max: 100, unit: "value" }],
    ["setWebhook", "max_connections", { min: 1, max: 100, unit: "value" }],
    ["setWebhook", "secret_token", { min: 1, max: 256, unit: "characters" }],
    ["setMyCommands", "commands", { min: 0, max: 100, unit: "items" }],
  ])("states the limit of %s.%s", (method, parameter, limit) => {
    expect(fieldOf(parametersOf(method) ?? {}, parameter)?.limit).toEqual(limit);
  });

  it.each([
    ["InlineKeyboardButton", "callback_data", { min: 1, max: 64, unit: "bytes" }],
    ["BotCommand", "command", { min: 1, max: 32, unit: "characters" }],
    ["BotCommand", "description", { min: 1, max: 256, unit: "characters" }],
    ["ForceReply", "input_field_placeholder", { min: 1, max: 64, unit: "characters" }],
    ["ReplyParameters", "quote", { min: 0, max: 1024, unit: "characters", parsed: true }],
  ])("states the limit of %s.%s", (type, member, limit) => {
    expect(fieldOf(fieldsOf(type) ?? {}, member)?.limit).toEqual(limit);
  });

  it("states the choices that stand in words", () => {
    expect(fieldsOf("InlineKeyboardButton")?.["style"]?.oneOf).toEqual(["danger", "success", "primary"]);
    expect(fieldsOf("MessageEntity")?.["type"]?.oneOf).toContain("date_time");
    expect(parametersOf("sendChatAction")?.["action"]?.oneOf).toContain("upload_video_note");
    expect(UPDATE_KINDS).toContain("callback_query");
    expect(UPDATE_KINDS).not.toContain("update_id");
  });

  it("does not take inherited names for members", () => {
    expect(parametersOf("constructor")).toBeUndefined();
    expect(fieldsOf("__proto__")).toBeUndefined();
    expect(fieldOf({}, "toString")).toBeUndefined();
  });

  it.each([
    ["a user", "User", { id: 1, is_bot: false, first_name: "Ann" }, []],
    ["a user without a name", "User", { id: 1, is_bot: false }, ["User.first_name is missing"]],
    ["a number as text", "User", { id: "1", is_bot: false, first_name: "" }, ["User.id is no Integer"]],
    ["a made-up member", "User", { id: 1, is_bot: false, first_name: "", age: 3 }, ["User has no member age"]],
    ["a chat of no kind", "Chat", { id: 1, type: "party" }, ["Chat.type is party"]],
    ["no list", "Array of Update", {}, ["Array of Update is no list"]],
  ])("measures what the peer sends: %s", (_what, type, value, problems) => {
    expect(checkWire(type, value)).toEqual(problems);
  });
});

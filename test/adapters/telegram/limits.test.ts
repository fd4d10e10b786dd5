import { describe, expect, it } from "vitest";
import { telegramLimits } from "../../../adapters/telegram/limits.ts";
import { fitsCaption } from "../../../adapters/telegram/outbound/caption.ts";
import type { Button, OutboundMessage } from "../../../src/bot/adapter.ts";
import { line, plain } from "../../../src/bot/text/rich-text.ts";

const button = (label: string, payload = "1:approve:0123456789abcdef"): Button => ({ label, payload });
const rowsOf = (rows: number, perRow: number): readonly (readonly Button[])[] =>
  Array.from({ length: rows }, () => Array.from({ length: perRow }, () => button("x")));

describe("what fits into a message of Telegram", () => {
  it.each<[string, OutboundMessage, boolean]>([
    ["4096 characters", { body: plain("x".repeat(4096)) }, true],
    ["4097 characters", { body: plain("x".repeat(4097)) }, false],
    ["2048 emoji, which count twice", { body: plain("😀".repeat(2048)) }, true],
    ["2049 emoji", { body: plain("😀".repeat(2049)) }, false],
    ["what cannot be seen, which is spelled out", { body: plain("\u202e".repeat(600)) }, false],
    ["white space at the ends, which is left out", { body: [{ kind: "quote", text: `x${" ".repeat(5000)}` }] }, true],
    ["styles, which count nothing", { body: [line({ kind: "bold", text: "x".repeat(4096) })] }, true],
    ["a list whose marks make it too long", { body: [{ kind: "list", items: rowOf(1200, "x") }] }, false],
    ["a hundred thousand rows", { body: [{ kind: "table", columns: ["a"], rows: rowOf(100_000, "x") }] }, false],
    ["twelve rows of eight buttons", { body: plain("x"), buttons: rowsOf(12, 8) }, true],
    ["a hundred and one buttons", { body: plain("x"), buttons: rowsOf(101, 1) }, false],
    ["nine buttons in a row", { body: plain("x"), buttons: rowsOf(1, 9) }, false],
    ["a payload of 64 bytes", { body: plain("x"), buttons: [[button("x", "é".repeat(32))]] }, true],
    ["a payload of 66 bytes", { body: plain("x"), buttons: [[button("x", "é".repeat(33))]] }, false],
    ["a button without a label", { body: plain("x"), buttons: [[button(" ")]] }, false],
    ["a wish for a reply", { body: plain("x"), expectReply: {} }, true],
    ["buttons and a wish for a reply", { body: plain("x"), buttons: rowsOf(1, 1), expectReply: {} }, false],
    ["a wish for a reply that is too long by its mention", askOf("x".repeat(4096)), false],
    ["a select, which Telegram does not have", { body: plain("x"), select: SELECT }, false],
    ["a file", { body: plain("x"), files: [{ name: "a.txt", text: "x" }] }, true],
  ])("%s", (_what, message, fits) => {
    expect(telegramLimits.fits(message)).toBe(fits);
  });

  it("counts what stands below a document, too", () => {
    expect(fitsCaption(plain("x".repeat(1024)))).toBe(true);
    expect(fitsCaption(plain("x".repeat(1025)))).toBe(false);
  });

  it("knows that groups take fewer messages", () => {
    expect(telegramLimits.messagesPerMinute({ platform: "telegram", id: "-100123" })).toBe(20);
    expect(telegramLimits.messagesPerMinute({ platform: "telegram", id: "123" })).toBe(60);
  });
});

const SELECT = { payload: "s", placeholder: "Choose", min: 1, max: 1, options: [{ label: "a", value: "0" }] };

function rowOf(count: number, text: string): readonly (readonly string[])[] {
  return Array.from({ length: count }, () => [text]);
}

function askOf(text: string): OutboundMessage {
  return { body: plain(text), expectReply: { from: ["101"] } };
}

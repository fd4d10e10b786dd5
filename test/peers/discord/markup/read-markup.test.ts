import { describe, expect, it } from "vitest";
import { readMarkup, type Active } from "./read-markup.ts";

describe("markup as a client reads it", () => {
  it.each<[string, string, readonly Active["kind"][]]>([
    ["plain text, 1 < 2", "plain text, 1 < 2", []],
    ["**bold** and *italic* and _italic_", "bold and italic and italic", ["bold", "italic", "italic"]],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4", []],
    ["~~gone~~ ||secret|| __under__", "gone secret under", ["strikethrough", "spoiler", "underline"]],
    ["\\*\\*not bold\\*\\* \\<@1\\>", "**not bold** <@1>", []],
    ["`*code*` ``a`b``", "*code* a`b", ["code", "code"]],
    ["```json\n{}\n```", "{}", ["code block"]],
    [
      "<@123456789012345678> <@&1> <#2> @everyone",
      "<@123456789012345678> <@&1> <#2> @everyone",
      Array(4).fill("mention"),
    ],
    ["<t:1700000000:f> :smile: <:a:1>", "2023-11-14 22:13 UTC :smile: <:a:1>", ["time", "emoji", "emoji"]],
    ["see https://x.example/a.", "see https://x.example/a.", ["link"]],
    ["see https\\://x.example/a", "see https://x.example/a", []],
    ["[card](<https://x.example/a>)", "card", ["link"]],
    ["> a\n> - b\nc", "a\n• b\nc", ["list", "quote"]],
    ["- a\n1. b\n\\- c\n1\\. d", "• a\n1. b\n- c\n1. d", ["list", "list"]],
    ["# head\n-# small\n\\# none", "head\nsmall\n# none", ["heading", "heading"]],
  ])("%s", (markup, text, kinds) => {
    const read = readMarkup(markup);
    expect([read.text, read.active.map(({ kind }) => kind)]).toEqual([text, kinds]);
  });
});

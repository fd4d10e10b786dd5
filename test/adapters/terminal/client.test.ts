import { describe, expect, it } from "vitest";
import { createTerminalClient } from "../../../adapters/terminal/client.ts";
import { PLAIN } from "../../../adapters/terminal/encode.ts";
import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import { line } from "../../../src/bot/text/rich-text.ts";

function setUp() {
  const printed: string[] = [];
  const client = createTerminalClient({
    session: "s",
    style: PLAIN,
    editedSign: "~",
    answerNote: () => "(answer)",
    print: (lines) => printed.push(...lines),
  });
  return { client, printed };
}

const message = (lines: readonly string[], labels: readonly string[] = []): OutboundMessage => ({
  body: lines.map((text) => line(text)),
  ...(labels.length === 0 ? {} : { buttons: [labels.map((label) => ({ label, payload: label }))] }),
});

describe("what a terminal remembers", () => {
  it("numbers buttons upwards for the whole session", () => {
    const { client, printed } = setUp();
    client.add(message(["one"], ["Approve", "Deny"]));
    const second = client.add(message(["two"], ["Approve"]));
    expect(printed).toEqual(["", "one", "[1] Approve  [2] Deny", "", "two", "[3] Approve"]);
    expect(client.findButton(3)).toEqual({ button: { label: "Approve", payload: "Approve" }, message: second });
    expect(client.findButton(4)).toBeUndefined();
    expect(client.findButton(0)).toBeUndefined();
  });

  it("keeps the number of a button that its message no longer shows", () => {
    const { client } = setUp();
    const first = client.add(message(["one"], ["Approve"]));
    client.change(first, message(["done"]));
    expect(client.findButton(1)?.message).toEqual(first);
  });

  it("prints of a change its head and what is new, and nothing when nothing changed", () => {
    const { client, printed } = setUp();
    const first = client.add(message(["open", "by", "run 1", "prompt", "a", "b"]));
    printed.length = 0;
    client.change(first, message(["done", "by", "run 1", "prompt", "a", "c"]));
    expect(printed).toEqual(["~ done", "~ by", "~ run 1", "~ prompt", "~ c"]);
    printed.length = 0;
    expect(client.change(first, message(["done", "by", "run 1", "prompt", "a", "c"]))).toBe(true);
    expect(printed).toEqual([]);
  });

  it("prints all that is left where lines only went away", () => {
    const { client, printed } = setUp();
    const first = client.add(message(["open", "by", "run 1", "prompt", "it still runs", "a"]));
    printed.length = 0;
    client.change(first, message(["open", "by", "run 1", "prompt", "a"]));
    expect(printed).toEqual(["~ open", "~ by", "~ run 1", "~ prompt", "~ a"]);
  });

  it("does not know the messages of an earlier session", () => {
    const { client } = setUp();
    expect(client.change({ conversation: { platform: "terminal", id: "main" }, id: "older-1" }, message(["x"]))).toBe(
      false,
    );
  });

  it("finds the question asked last that this account may answer, until it is closed", () => {
    const { client } = setUp();
    const ask = (from?: readonly string[]): OutboundMessage => ({
      ...message(["?"]),
      expectReply: from === undefined ? {} : { from },
    });
    const forBoth = client.add(ask());
    const forLead = client.add(ask(["dev-lead"]));
    expect(client.findPrompt("dev-lead")).toEqual(forLead);
    expect(client.findPrompt("teammate")).toEqual(forBoth);
    client.change(forLead, message(["answered"]));
    expect(client.findPrompt("dev-lead")).toEqual(forBoth);
    client.change(forBoth, message(["answered"]));
    expect(client.findPrompt("dev-lead")).toBeUndefined();
  });
});

import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { showText } from "../../../src/runtime/pipeline/show-text.ts";
import { answerTimeoutMs, createTerminal } from "../../../src/runtime/pipeline/terminal.ts";

const { signal } = new AbortController();

function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  return { input, output, terminal: createTerminal(input, output) };
}

describe("reading a line", () => {
  test("two lines in one piece are two answers; a CR stays", async () => {
    const { input, terminal } = open();
    input.write("one\r\ntwo\n");
    expect([await terminal.readLine({ signal }), await terminal.readLine({ signal })]).toEqual(["one\r", "two"]);
  });

  test("a line and its characters may come in pieces", async () => {
    const { input, terminal } = open();
    const line = terminal.readLine({ signal });
    for (const byte of Buffer.from("a€\n")) input.write(Buffer.from([byte]));
    expect(await line).toBe("a€");
  });

  test("the end of input is the end of the line", async () => {
    const { input, terminal } = open();
    input.end("rest");
    expect(await terminal.readLine({ signal })).toBe("rest");
    expect(await terminal.readLine({ signal })).toBe("");
  });

  test("an error of the input is thrown", async () => {
    const { input, terminal } = open();
    const line = terminal.readLine({ signal });
    input.destroy(new Error("broken"));
    await expect(line).rejects.toThrow("broken");
  });

  test.each([
    [new Error("stop it"), "stop it"],
    ["because", "Input read aborted"],
  ])("an abort with %s ends the wait", async (reason, message) => {
    const { input, terminal } = open();
    const abort = new AbortController();
    const line = terminal.readLine({ signal: abort.signal });
    abort.abort(reason);
    await expect(line).rejects.toThrow(message);
    expect(input.listenerCount("data")).toBe(0);
    await expect(terminal.readLine({ signal: abort.signal })).rejects.toThrow(message);
  });

  test("a person has only so long", async () => {
    const { input, terminal } = open();
    await expect(terminal.readLine({ signal, timeoutMs: 1 })).rejects.toMatchObject({
      code: "timed_out",
      message: "Timed out waiting for input (1ms)",
    });
    expect(input.listenerCount("data")).toBe(0);
  });

  test("a line without an end is given up", async () => {
    const { input, terminal } = open();
    input.write("x".repeat(1024 * 1024 + 1));
    await expect(terminal.readLine({ signal })).rejects.toMatchObject({ code: "output_limit" });
  });
});

test.each([
  ["5", 5],
  ["1.9", 1],
  ["0", undefined],
  ["-1", undefined],
  ["x", undefined],
  ["", undefined],
  [undefined, undefined],
])("LOBSTER_APPROVAL_INPUT_TIMEOUT_MS=%j means %j", (text, expected) => {
  expect(answerTimeoutMs({ LOBSTER_APPROVAL_INPUT_TIMEOUT_MS: text })).toBe(expected);
});

test.each([
  ["plain\ttext\n", "plain\ttext\n"],
  ["\u001b[31mred", "\\u{1b}[31mred"],
  ["a\rb", "a\\u{d}b"],
  ["\u202Eevil", "\\u{202e}evil"],
  ["\u009b1m", "\\u{9b}1m"],
])("%j is shown as %j", (text, shown) => {
  expect(showText(text)).toBe(shown);
});

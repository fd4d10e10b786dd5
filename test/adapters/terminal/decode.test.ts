import { describe, expect, it } from "vitest";
import { decodeLine } from "../../../adapters/terminal/decode.ts";

describe("a typed line", () => {
  it.each([
    ["", { kind: "nothing" }],
    ["   ", { kind: "nothing" }],
    ["7", { kind: "press", number: 7, text: "7", isCertain: false }],
    [" 12 \r", { kind: "press", number: 12, text: "12", isCertain: false }],
    ["#3", { kind: "press", number: 3, text: "#3", isCertain: true }],
    ["1234567", { kind: "text", text: "1234567" }],
    ["1.5", { kind: "text", text: "1.5" }],
    ["-1", { kind: "text", text: "-1" }],
    ["/run deploy env=prod", { kind: "command", name: "run", rest: "deploy env=prod" }],
    ["/RUN  x  y", { kind: "command", name: "run", rest: "x  y" }],
    ["/help", { kind: "command", name: "help", rest: "" }],
    ["/as release-manager", { kind: "as", person: "release-manager" }],
    ["/as @teammate", { kind: "as", person: "teammate" }],
    ["/as", { kind: "as" }],
    ["/quit", { kind: "quit" }],
    ["/", { kind: "text", text: "/" }],
    ["/1", { kind: "text", text: "/1" }],
    ["hello there ", { kind: "text", text: "hello there " }],
  ])("%j", (line, expected) => {
    expect(decodeLine(line)).toEqual(expected);
  });
});

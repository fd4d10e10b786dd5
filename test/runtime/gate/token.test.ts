import { describe, expect, it } from "vitest";
import { decodeToken, encodeToken } from "../../../src/runtime/gate/token.ts";
import type { GateKey } from "../../../src/runtime/run/documents.ts";

const KEY = "workflow_resume_869cfb47-cbe6-4637-8824-5f86aa1cf796" as GateKey;

function tokenOf(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload), "utf8").toString("base64url");
}

describe("a token", () => {
  it("is a pointer of less than 200 characters and carries nothing else", () => {
    const token = encodeToken(KEY);
    expect(token.length).toBeLessThan(200);
    expect(JSON.parse(Buffer.from(token, "base64url").toString("utf8"))).toEqual({
      protocolVersion: 1,
      v: 1,
      kind: "workflow-file",
      stateKey: KEY,
    });
  });

  it("is read back", () => {
    expect(decodeToken(encodeToken(KEY))).toEqual({ kind: "workflow-file", gateKey: KEY });
    const pipeline = "pipeline_resume_1" as GateKey;
    expect(decodeToken(encodeToken(pipeline))).toEqual({ kind: "pipeline-resume", gateKey: pipeline });
  });

  it.each([
    ["!!!", "Invalid token"],
    ["", "Invalid token"],
    ["x".repeat(5000), "Invalid token"],
    [tokenOf(5), "Invalid token"],
    [tokenOf(null), "Invalid token"],
    [tokenOf([]), "Unsupported protocol version"],
    [tokenOf({ protocolVersion: 2, v: 1, kind: "workflow-file", stateKey: "x" }), "Unsupported protocol version"],
    [tokenOf({ protocolVersion: 1, v: 2, kind: "workflow-file", stateKey: "x" }), "Unsupported token version"],
    [tokenOf({ protocolVersion: 1, v: 1, kind: "other", stateKey: "x" }), "Invalid token"],
    [tokenOf({ protocolVersion: 1, v: 1, kind: "constructor", stateKey: "x" }), "Invalid token"],
    [tokenOf({ protocolVersion: 1, v: 1, kind: "workflow-file" }), "Invalid workflow token"],
    [tokenOf({ protocolVersion: 1, v: 1, kind: "pipeline-resume" }), "Invalid token"],
  ])("%s is refused", (token, message) => {
    expect(() => decodeToken(token)).toThrow(expect.objectContaining({ message, code: "invalid_token" }));
  });

  it("with inline state is refused, complete or not", () => {
    const inline = {
      protocolVersion: 1,
      v: 1,
      kind: "workflow-file",
      filePath: "/w",
      resumeAtIndex: 1,
      steps: {},
      args: {},
    };
    expect(() => decodeToken(tokenOf(inline))).toThrow("Invalid token");
  });
});

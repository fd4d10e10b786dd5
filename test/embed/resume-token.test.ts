import { describe, expect, it } from "vitest";
import { decodeResumeToken } from "../../src/embed/resume-token.ts";
import { loadPeerCore } from "../helpers/peer.ts";

function encode(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString("base64url");
}

const POINTER = { protocolVersion: 1, v: 1, kind: "pipeline-resume", stateKey: "pipeline_resume_x" };

describe("a resume token", () => {
  it.each([
    ["a pipeline's", POINTER],
    ["a workflow's", { ...POINTER, kind: "workflow-file", stateKey: "workflow_resume_x" }],
  ])("is decoded like the peer decodes it: %s", async (_name, payload) => {
    const peer = await loadPeerCore();
    const token = encode(payload);
    expect(decodeResumeToken(token)).toEqual(payload);
    expect(peer.decodeResumeToken(token)).toEqual(payload);
  });

  it.each([
    ["text that is no token", "xx"],
    ["an empty text", ""],
    ["another protocol", encode({ ...POINTER, protocolVersion: 2 })],
    ["another version", encode({ ...POINTER, v: 2 })],
    ["another kind", encode({ ...POINTER, kind: "other" })],
    ["a workflow without a key", encode({ ...POINTER, kind: "workflow-file", stateKey: "" })],
    ["a pipeline without a key", encode({ ...POINTER, stateKey: undefined })],
  ])("is refused like the peer refuses it: %s", async (_name, token) => {
    const peer = await loadPeerCore();
    const theirs = messageOf(() => peer.decodeResumeToken(token));
    expect(messageOf(() => decodeResumeToken(token))).toBe(theirs);
  });

  it("with state of its own is refused, which the peer accepts (W1)", () => {
    const inline = {
      protocolVersion: 1,
      v: 1,
      kind: "workflow-file",
      filePath: "/x",
      resumeAtIndex: 0,
      steps: {},
      args: {},
    };
    expect(messageOf(() => decodeResumeToken(encode(inline)))).toBe("Invalid token");
  });
});

function messageOf(decode: () => unknown): string {
  try {
    decode();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was thrown";
}

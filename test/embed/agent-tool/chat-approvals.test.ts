import { describe, expect, it } from "vitest";
import { createLobsterTool } from "../../../src/embed/agent-tool/create-lobster-tool.ts";
import type { Decision } from "../../../src/runtime/runtime.ts";
import { detailsOf, makeTool, openRuntime, tokenOf, type ToolWorld } from "./tool-world.ts";

const CHAT = { approvals: "chat", announce: ["telegram:-100123", "discord:42/7"], startedBy: "agent-smith" } as const;

/** A person who decides elsewhere, as the chat front end does, and the run that goes on there. */
async function decideInChat(world: ToolWorld, token: string, decision: Decision): Promise<void> {
  const runtime = openRuntime(world);
  const outcome = await runtime.decide({ gate: { token }, decision, by: { person: "ann" }, via: "chat" });
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  if (outcome.run.status !== "over") await runtime.execute(outcome.gate.runId);
}

describe("with approvals in chat", () => {
  it("a run says that a person decides, and is kept for them", async () => {
    const world = makeTool(CHAT);
    const stopped = await world.call({ action: "run", pipeline: "gate.lobster" });
    expect(stopped).toMatchObject({
      status: "needs_approval",
      _meta: { note: expect.stringContaining("telegram:-100123, discord:42/7") },
    });
    const runtime = openRuntime(world);
    const gate = await runtime.readGate({ token: tokenOf(stopped) });
    expect(await runtime.readRun(gate?.runId ?? ("" as never))).toMatchObject({
      decideVia: "chat",
      announce: CHAT.announce,
      startedBy: "agent-smith",
    });
  });

  it.each([
    ["approving", "gate.lobster", { approve: true }],
    ["denying", "gate.lobster", { approve: false }],
    ["answering", "ask.lobster", { responseJson: '"Ada"' }],
  ])("%s is not the agent's, and the text says where the card is", async (_name, pipeline, decision) => {
    const { call, fail } = makeTool(CHAT);
    const token = tokenOf(await call({ action: "run", pipeline }));
    const error = await fail({ action: "resume", token, ...decision });
    expect(error.code).toBe("parse_error");
    expect(error.message).toContain("its card was posted to telegram:-100123, discord:42/7");
    expect(error.message).toContain("action status");
    expect(await call({ action: "status", token })).toMatchObject({ status: expect.stringMatching(/^needs_/) });
  });

  it("the agent may cancel, which lets nothing happen", async () => {
    const { call } = makeTool(CHAT);
    const token = tokenOf(await call({ action: "run", pipeline: "gate.lobster" }));
    expect(await call({ action: "resume", token, cancel: true })).toMatchObject({ status: "cancelled" });
  });

  it("status gives the result once a person has decided", async () => {
    const world = makeTool(CHAT);
    const token = tokenOf(await world.call({ action: "run", pipeline: "gate.lobster" }));
    await decideInChat(world, token, { kind: "approve" });
    expect(await world.call({ action: "status", token })).toMatchObject({
      status: "ok",
      output: [`${world.folder}\n`],
    });
  });

  it("a denial is cancelled for the agent", async () => {
    const world = makeTool(CHAT);
    const token = tokenOf(await world.call({ action: "run", pipeline: "gate.lobster" }));
    await decideInChat(world, token, { kind: "deny" });
    expect(await world.call({ action: "status", token })).toMatchObject({
      status: "cancelled",
      _meta: { outcome: { kind: "denied", by: "ann" } },
    });
  });

  it("a run that a person has decided and nobody has finished yet is running", async () => {
    const world = makeTool(CHAT);
    const token = tokenOf(await world.call({ action: "run", pipeline: "gate.lobster" }));
    await openRuntime(world).decide({ gate: { token }, decision: { kind: "approve" }, via: "chat" });
    expect(await world.call({ action: "status", token })).toMatchObject({ ok: true, status: "running", output: [] });
  });

  it("the result can be waited for", async () => {
    const world = makeTool(CHAT);
    const token = tokenOf(await world.call({ action: "run", pipeline: "gate.lobster" }));
    const waiting = world.tool.waitForResult({ token });
    await decideInChat(world, token, { kind: "approve" });
    expect(detailsOf(await waiting)).toMatchObject({ status: "ok" });
    const stop = AbortSignal.abort(new Error("no time"));
    const other = tokenOf(await world.call({ action: "run", pipeline: "gate.lobster" }));
    await expect(world.tool.waitForResult({ token: other }, { signal: stop })).rejects.toThrow("no time");
    expect(detailsOf(await world.tool.waitForResult({ token: other }, { timeoutMs: 0 }))).toMatchObject({
      status: "needs_approval",
    });
    await expect(world.tool.waitForResult({ approvalId: "00000000" })).rejects.toThrow("no such gate");
    await expect(world.tool.waitForResult({ token: "x" })).rejects.toMatchObject({
      name: "LobsterToolError",
      message: "Invalid token",
    });
  });

  it("needs conversations to post cards to", () => {
    expect(() => createLobsterTool({ approvals: "chat" })).toThrow("needs announce");
  });

  it("holds for runs of chat also where the tool itself may decide", async () => {
    const world = makeTool(CHAT);
    const token = tokenOf(await world.call({ action: "run", pipeline: "gate.lobster" }));
    const { cwd, env, store } = world.options;
    const other = createLobsterTool({
      ...(cwd && { cwd }),
      ...(env && { env }),
      ...(store && { store }),
      sandboxed: false,
    });
    await expect(other.execute({ action: "resume", token, approve: true })).rejects.toThrow("not for the agent");
  });
});

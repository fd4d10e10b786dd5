import { describe, expect, it, vi } from "vitest";
import { createExactContext, createToolContext } from "../../src/embed/tool-context.ts";
import { loadPeerCore } from "../helpers/peer.ts";

describe("a tool context", () => {
  it("has the peer's members", async () => {
    const peer = await loadPeerCore();
    expect(Object.keys(createToolContext()).toSorted()).toEqual(Object.keys(peer.createToolContext()).toSorted());
  });

  it("is always in tool mode, in this process's directory unless it is told another one", () => {
    expect(createToolContext({ mode: "human" })).toMatchObject({ mode: "tool", cwd: process.cwd() });
    expect(createToolContext({ cwd: "/elsewhere" }).cwd).toBe("/elsewhere");
  });

  it("lays its environment over the process's; undefined unsets", () => {
    vi.stubEnv("LOBSTER_CONTEXT_TEST", "process");
    try {
      expect(createToolContext().env["LOBSTER_CONTEXT_TEST"]).toBe("process");
      expect(createToolContext({ env: { LOBSTER_CONTEXT_TEST: "given" } }).env["LOBSTER_CONTEXT_TEST"]).toBe("given");
      const unset = createToolContext({ env: { LOBSTER_CONTEXT_TEST: undefined } }).env;
      expect(Object.hasOwn(unset, "LOBSTER_CONTEXT_TEST")).toBe(false);
      expect(unset["PATH"]).toBe(process.env["PATH"]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("may have exactly the environment it is given", () => {
    expect(createExactContext({ env: { A: "1" } }).env).toEqual({ A: "1" });
    expect(createExactContext().env["PATH"]).toBe(process.env["PATH"]);
  });

  it("discards what nobody asked for", () => {
    const { stdout, stderr } = createToolContext();
    expect(() => [stdout.write("x"), stderr.write("y")]).not.toThrow();
  });
});

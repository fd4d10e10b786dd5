import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assertTokenMayGo, chooseToken, isLoopback } from "../../../../src/runtime/stages/http/ambient-token.ts";
import { createTestHost, run } from "../../pipeline/test-host.ts";
import { startServer, type TestServer } from "../test-server.ts";

describe("this machine", () => {
  test.each([
    ["http://localhost:1", true],
    ["http://LOCALHOST:1", true],
    ["http://127.0.0.1", true],
    ["http://2130706433", true],
    ["http://0x7f.1", true],
    ["http://[::1]:1", true],
    ["http://127.0.0.2", false],
    ["http://localhost.", false],
    ["http://localhost.example.com", false],
    ["http://127.0.0.1.example.com", false],
    ["http://127.0.0.1@example.com", false],
    ["http://0.0.0.0", false],
    ["http://[::ffff:127.0.0.1]", false],
    ["https://example.com", false],
  ])("%s: %j", (url, expected) => {
    expect(isLoopback(new URL(url))).toBe(expected);
  });
});

describe("the token", () => {
  test.each([
    ["given", { A: "ambient" }, { value: "given", ambient: false }],
    ["", { A: "ambient" }, undefined],
    [undefined, { A: "ambient" }, { value: "ambient", ambient: true }],
    [undefined, { A: " ", B: "second" }, { value: "second", ambient: true }],
    [undefined, {}, undefined],
  ])("given %j and found %j", (given, environment, expected) => {
    expect(chooseToken(given, environment, ["A", "B"])).toEqual(expected);
  });

  test("of the environment stays on this machine, one that was given goes anywhere", () => {
    const far = new URL("https://example.com");
    expect(() => assertTokenMayGo("cmd", far, { value: "t", ambient: true }, ["A", "B"])).toThrow(
      "cmd refuses to send A/B to non-local --url; pass --token explicitly for remote endpoints",
    );
    expect(() => assertTokenMayGo("cmd", far, { value: "t", ambient: false }, ["A"])).not.toThrow();
    expect(() => assertTokenMayGo("cmd", far, undefined, ["A"])).not.toThrow();
  });
});

describe("one rule for every stage that sends one", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(() => ({ json: { ok: true, result: { output: { data: { decisions: [] } } } } }));
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.seen.length = 0;
  });

  const OPENCLAW = ["OPENCLAW_URL", "OPENCLAW_TOKEN", "OPENCLAW_TOKEN/CLAWD_TOKEN"] as const;
  const PI = ["LOBSTER_PI_LLM_ADAPTER_URL", "LOBSTER_PI_LLM_ADAPTER_TOKEN", "LOBSTER_PI_LLM_ADAPTER_TOKEN"] as const;
  const HTTP = ["LOBSTER_LLM_ADAPTER_URL", "LOBSTER_LLM_ADAPTER_TOKEN", "LOBSTER_LLM_ADAPTER_TOKEN"] as const;

  test.each([
    ["openclaw.invoke --tool t --action a", ...OPENCLAW],
    ["clawd.invoke --tool t --action a", ...OPENCLAW],
    ["llm.invoke --provider openclaw hi", ...OPENCLAW],
    ["llm_task.invoke hi", ...OPENCLAW],
    ["llm.invoke --provider pi hi", ...PI],
    ["llm.invoke --provider http hi", ...HTTP],
    ["email.triage --llm", ...OPENCLAW],
  ])("%s with %s", async (pipeline, urlName, tokenName, shown) => {
    // 127.0.0.2 reaches the same machine, but is not one of its own names.
    const environmentFor = (hostname: string) => ({
      [urlName]: `http://${hostname}:${server.port}`,
      [tokenName]: "secret-token",
      LOBSTER_CACHE_DIR: "/nonexistent",
    });
    const hostFor = (hostname: string) => createTestHost({ environment: environmentFor(hostname) });
    const refused = run(pipeline, [], { host: hostFor("127.0.0.2") });
    await expect(refused).rejects.toThrow(`refuses to send ${shown} to non-local --url`);
    await expect(refused).rejects.not.toThrow("secret-token");
    expect(server.seen).toEqual([]);
    await run(pipeline, [], { host: hostFor("127.0.0.1") });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret-token"]);
  });
});

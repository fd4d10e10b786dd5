import { afterEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { createTestHost, itemsOf, run } from "../../pipeline/test-host.ts";
import { startServer, type Reply, type TestServer } from "../test-server.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function gateway(answer: (index: number) => Reply) {
  const started = await startServer((_, index) => answer(index));
  server = started;
  const host = createTestHost({ environment: { OPENCLAW_URL: started.url } });
  return { started, host };
}

/** An answer by hand. */
function raw(text: string, status = 200): Reply {
  return (response) => response.writeHead(status).end(text);
}

const CALL = "openclaw.invoke --tool t --action a";

describe("the request", () => {
  test.each<[string, object]>([
    [CALL, { tool: "t", action: "a", args: {} }],
    [`${CALL} --args-json '{"x":1}'`, { tool: "t", action: "a", args: { x: 1 } }],
    [`${CALL} --args-json '[1]'`, { tool: "t", action: "a", args: [1] }],
    [`${CALL} --session-key s --dry-run`, { tool: "t", action: "a", args: {}, sessionKey: "s", dryRun: true }],
    [`${CALL} --sessionKey s --dryRun=false`, { tool: "t", action: "a", args: {}, sessionKey: "s" }],
    [`${CALL} --dry-run false`, { tool: "t", action: "a", args: {} }],
    ["clawd.invoke --tool t --action a", { tool: "t", action: "a", args: {} }],
  ])("%s", async (pipeline, body) => {
    const { started, host } = await gateway(() => ({ json: { ok: true, result: 1 } }));
    await itemsOf(pipeline, ["ignored"], { host });
    expect(started.seen).toMatchObject([{ method: "POST", path: "/tools/invoke", body }]);
    expect(started.seen[0]?.body).toEqual(body);
  });

  test.each([
    ["/base", "/tools/invoke"],
    ["/base/", "/base/tools/invoke"],
    ["/?x=1", "/tools/invoke"],
  ])("a base of %s posts to %s", async (base, path) => {
    const { started } = await gateway(() => ({ json: 1 }));
    await itemsOf(`${CALL} --url ${started.url}${base}`);
    expect(started.seen[0]?.path).toBe(path);
  });

  test("an explicit token is sent, an empty one is not", async () => {
    const { started, host } = await gateway(() => ({ json: 1 }));
    const withToken = { ...host, environment: { ...host.environment, CLAWD_TOKEN: "ambient" } };
    for (const token of ["--token given", "--token=", ""]) await itemsOf(`${CALL} ${token}`, [], { host: withToken });
    expect(started.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer given",
      undefined,
      "Bearer ambient",
    ]);
  });

  test("empty variables block no others", async () => {
    const { started, host } = await gateway(() => ({ json: 1 }));
    const environment = { OPENCLAW_URL: "", CLAWD_URL: started.url, OPENCLAW_TOKEN: " ", CLAWD_TOKEN: "old" };
    await itemsOf(CALL, [], { host: { ...host, environment } });
    expect(started.seen[0]?.headers.authorization).toBe("Bearer old");
  });
});

describe("the result", () => {
  test.each<[string, Reply, readonly JsonValue[]]>([
    ["a list", { json: { ok: true, result: [1, [2]] } }, [1, [2]]],
    ["a value", { json: { ok: true, result: { a: 1 } } }, [{ a: 1 }]],
    ["nothing", { json: { ok: true } }, [null]],
    ["null", { json: { ok: true, result: null } }, [null]],
    ["an empty list", { json: { ok: true, result: [] } }, []],
    ["an empty body", raw(""), [null]],
    ["plain JSON", { json: { a: 1 } }, [{ a: 1 }]],
    ["a plain list", { json: [1, 2] }, [1, 2]],
  ])("%s", async (_, reply, expected) => {
    const { host } = await gateway(() => reply);
    expect(await itemsOf(CALL, [], { host })).toEqual(expected);
  });

  test.each<[Reply, string]>([
    [raw("x".repeat(500), 500), `openclaw.invoke failed (500): ${"x".repeat(400)}`],
    [raw("<html>"), "openclaw.invoke expected JSON response"],
    [{ json: { ok: false, error: { message: "no such tool" } } }, "openclaw.invoke tool error: no such tool"],
    [{ json: { ok: false } }, "openclaw.invoke tool error: Unknown error"],
    [{ json: { ok: "true", result: 1 } }, "openclaw.invoke tool error: Unknown error"],
  ])("a failure: %s %s", async (reply, message) => {
    const { host } = await gateway(() => reply);
    await expect(run(CALL, [], { host })).rejects.toMatchObject({ code: "step_failed", message });
  });
});

describe("--each", () => {
  test("makes one call an item, one after the other", async () => {
    const { started, host } = await gateway((index) => ({ json: { ok: true, result: [index, index] } }));
    const pipeline = `${CALL} --each --item-key it --args-json '{"it":"lost","keep":1}'`;
    expect(await itemsOf(pipeline, ["a", { b: 1 }], { host })).toEqual([0, 0, 1, 1]);
    expect(started.seen.map(({ body }) => body)).toMatchObject([
      { args: { it: "a", keep: 1 } },
      { args: { it: { b: 1 }, keep: 1 } },
    ]);
  });

  test("of no items makes none", async () => {
    const { started, host } = await gateway(() => ({ json: 1 }));
    expect(await itemsOf(`${CALL} --each`, [], { host })).toEqual([]);
    expect(started.seen).toEqual([]);
  });

  test("a failure says how many calls were made", async () => {
    const { started, host } = await gateway((index) => (index === 1 ? { json: {}, status: 500 } : { json: 1 }));
    await expect(run(`${CALL} --each`, [1, 2, 3], { host })).rejects.toMatchObject({
      message: "openclaw.invoke failed (500): {} (item 2 of 3; the 1 before it were done)",
      facts: { done: 1, total: 3 },
    });
    expect(started.seen).toHaveLength(2);
  });

  test("no call is made when a stage before it fails", async () => {
    const { started, host } = await gateway(() => ({ json: 1 }));
    const withPath = { ...host, environment: { ...host.environment, PATH: process.env["PATH"] } };
    await expect(run(`exec 'echo a; exit 3' | ${CALL} --each`, [], { host: withPath })).rejects.toThrow(
      "exec failed (3)",
    );
    expect(started.seen).toEqual([]);
  });
});

describe("refusals before anything runs", () => {
  test.each([
    ["openclaw.invoke", "openclaw.invoke requires --url or OPENCLAW_URL"],
    ["clawd.invoke", "clawd.invoke requires --url or OPENCLAW_URL"],
    ["openclaw.invoke --url http://localhost", "openclaw.invoke requires --tool and --action"],
    ["openclaw.invoke --url http://localhost --tool t --action ' '", "openclaw.invoke requires --tool and --action"],
    [`${CALL} --url http://localhost --args-json {`, "openclaw.invoke --args-json must be valid JSON"],
    [
      `${CALL} --url http://localhost --each --args-json '[]'`,
      "openclaw.invoke --each requires --args-json to be an object",
    ],
    [`${CALL} --url not-a-url`, "openclaw.invoke requires an http(s) --url"],
    [`${CALL} --url file:///etc/passwd`, "openclaw.invoke requires an http(s) --url"],
    [`${CALL} --url http://localhost --token`, "openclaw.invoke --token needs a value"],
    [`${CALL} --url http://localhost --dry-run=perhaps`, "openclaw.invoke --dry-run must be true or false"],
    [`${CALL} --url http://localhost words`, "openclaw.invoke takes no positional words"],
  ])("%s", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });

  test("a bad response cap", async () => {
    const host = createTestHost({
      environment: { OPENCLAW_URL: "http://localhost", LOBSTER_MAX_HTTP_RESPONSE_BYTES: "x" },
    });
    await expect(run(CALL, [], { host })).rejects.toThrow(
      "LOBSTER_MAX_HTTP_RESPONSE_BYTES must be a positive safe integer",
    );
  });
});

test("a silent gateway is given up after --timeout-ms", async () => {
  const { host } = await gateway(() => () => undefined);
  await expect(run(`${CALL} --timeout-ms 20`, [], { host })).rejects.toMatchObject({ code: "timed_out" });
});

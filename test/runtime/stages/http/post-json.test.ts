import { afterEach, describe, expect, test } from "vitest";
import { postJson, type JsonPost } from "../../../../src/runtime/stages/http/post-json.ts";
import { resolveResponseLimit } from "../../../../src/runtime/stages/http/read-capped.ts";
import { startServer, type Reply, type TestServer } from "../test-server.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(answer: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(answer);
  servers.push(server);
  return server;
}

function post(url: string, more: Partial<JsonPost> = {}) {
  return postJson({
    label: "cmd",
    url: new URL(url),
    token: undefined,
    body: { a: 1 },
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    maxResponseBytes: 1000,
    ...more,
  });
}

const redirectTo = (status: number, location: string): Reply => {
  return (response) => response.writeHead(status, { location }).end();
};

test("posts JSON, with a bearer token only when there is one", async () => {
  const server = await serve(() => ({ json: { fine: true }, status: 201 }));
  const answer = await post(`${server.url}/x?y=1`, { token: "t", body: { id: 12345678901234567890n } });
  expect(answer).toEqual({ ok: true, status: 201, statusText: "Created", text: '{"fine":true}' });
  await post(server.url);
  expect(server.seen).toMatchObject([
    { method: "POST", path: "/x?y=1", headers: { authorization: "Bearer t", "content-type": "application/json" } },
    { path: "/", body: { a: 1 } },
  ]);
  expect(server.seen[0]?.body).toEqual({ id: 12345678901234567890n });
  expect(server.seen[1]?.headers).not.toHaveProperty("authorization");
});

describe("redirects", () => {
  test.each([307, 308])("%i within the origin is followed with everything", async (status) => {
    const server = await serve(({ path }) => (path === "/a" ? redirectTo(status, "/b") : { json: 1 }));
    expect(await post(`${server.url}/a`, { token: "t" })).toMatchObject({ text: "1" });
    expect(server.seen[1]).toMatchObject({
      method: "POST",
      path: "/b",
      body: { a: 1 },
      headers: { authorization: "Bearer t" },
    });
  });

  test.each([307, 308])("%i to another origin is refused, and nothing arrives there", async (status) => {
    const other = await serve(() => ({ json: 1 }));
    const server = await serve(() => redirectTo(status, `${other.url}/steal`));
    await expect(post(server.url, { token: "t" })).rejects.toThrow(
      `cmd refuses a redirect from ${server.url} to another origin; use the final URL`,
    );
    expect(other.seen).toEqual([]);
  });

  test.each([301, 302, 303])("%i, which would drop the request, is refused", async (status) => {
    const server = await serve(() => redirectTo(status, "/b"));
    await expect(post(server.url)).rejects.toThrow(`cmd got a redirect (${status}) that would drop the request`);
    expect(server.seen).toHaveLength(1);
  });

  test.each(["", "http://", "::::"])("a location %j is refused", async (location) => {
    const server = await serve(() => redirectTo(307, location));
    await expect(post(server.url)).rejects.toThrow(/refuses a redirect|more than 5 times/);
  });

  test("a circle ends", async () => {
    const server = await serve(() => redirectTo(307, "/again"));
    await expect(post(server.url)).rejects.toThrow("cmd was redirected more than 5 times");
    expect(server.seen).toHaveLength(6);
  });
});

describe("limits", () => {
  test("a silent server is given up", async () => {
    const server = await serve(() => () => undefined);
    await expect(post(server.url, { timeoutMs: 20 })).rejects.toMatchObject({
      code: "timed_out",
      message: `cmd got no answer from ${server.url} within 20 ms; check it, or allow more with --timeout-ms`,
    });
  });

  test("so is one that never ends its answer", async () => {
    const server = await serve(() => (response) => void response.write("{"));
    await expect(post(server.url, { timeoutMs: 50 })).rejects.toMatchObject({ code: "timed_out" });
  });

  test("an abort ends the wait with its reason", async () => {
    const abort = new AbortController();
    const reason = new Error("stop it");
    const server = await serve(() => {
      abort.abort(reason);
      return () => undefined;
    });
    await expect(post(server.url, { signal: abort.signal })).rejects.toBe(reason);
  });

  test.each<[string, Reply]>([
    ["declared", (response) => response.writeHead(200, { "content-length": "1001" }).end("x".repeat(1001))],
    ["streamed", (response) => response.end("x".repeat(1001))],
    ["of an error", (response) => response.writeHead(500).end("x".repeat(5000))],
  ])("a body over the cap, %s, is given up", async (_, reply) => {
    const server = await serve(() => reply);
    await expect(post(server.url)).rejects.toMatchObject({
      code: "output_limit",
      message: "HTTP response body exceeded 1000 bytes",
    });
  });

  test("a body exactly at the cap is fine", async () => {
    const server = await serve(() => (response) => response.end("x".repeat(1000)));
    expect((await post(server.url)).text).toHaveLength(1000);
  });

  test.each([
    [undefined, 10],
    [" ", 10],
    ["5", 5],
    ["20", 10],
  ])("LOBSTER_MAX_HTTP_RESPONSE_BYTES=%j with a cap of 10 is %i", (text, expected) => {
    expect(resolveResponseLimit({ LOBSTER_MAX_HTTP_RESPONSE_BYTES: text }, 10)).toBe(expected);
  });

  test.each(["0", "-1", "1.5", "x", "1e3", "99999999999999999999"])(
    "LOBSTER_MAX_HTTP_RESPONSE_BYTES=%s is refused",
    (text) => {
      expect(() => resolveResponseLimit({ LOBSTER_MAX_HTTP_RESPONSE_BYTES: text }, 10)).toThrow(
        "LOBSTER_MAX_HTTP_RESPONSE_BYTES must be a positive safe integer (bytes)",
      );
    },
  );
});

test("a server that is not there is named with the system's code", async () => {
  const server = await startServer(() => ({ json: 1 }));
  await server.stop();
  await expect(post(server.url)).rejects.toMatchObject({
    code: "step_failed",
    message: `cmd could not reach ${server.url} (ECONNREFUSED); check that it is running`,
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { createTestHost, itemsOf, run } from "../../pipeline/test-host.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "lobster-agent-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A host whose OpenClaw is a script; `argv` holds the arguments it gets. */
function hostWith(script: string, maxOutputBytes = 1_000_000) {
  const path = join(directory, `${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(path, `const argv = process.argv.slice(2);\n${script}`);
  const base = createTestHost();
  return {
    ...base,
    environment: { ...base.environment, LOBSTER_OPENCLAW_BIN: ` ${path} ` },
    limits: { ...base.limits, maxOutputBytes },
  };
}

const ECHO = "console.log(JSON.stringify({ argv }));";
const argvOf = async (pipeline: string, input: readonly JsonValue[] = []) =>
  (await itemsOf(`${pipeline} | map --unwrap argv`, input, { host: hostWith(ECHO) }))[0];

describe("openclaw.agent", () => {
  test.each<[string, readonly JsonValue[], readonly string[]]>([
    ["openclaw.agent --agent a --prompt hi", [], ["agent", "--json", "--message", "hi", "--agent", "a"]],
    ["openclaw.agent --session-key k --message hi", [], ["agent", "--json", "--message", "hi", "--session-key", "k"]],
    ["openclaw.agent --sessionId i do it", [], ["agent", "--json", "--message", "do it", "--session-id", "i"]],
    ["openclaw.agent --agent a --prompt p --message m w", [], ["agent", "--json", "--message", "p", "--agent", "a"]],
    [
      "openclaw.agent --local --timeout 5 --thinking high --session-id i --session-key k --model m --agent a hi",
      [],
      [
        "agent",
        "--json",
        "--message",
        "hi",
        "--agent",
        "a",
        "--model",
        "m",
        "--session-key",
        "k",
        "--session-id",
        "i",
        "--thinking",
        "high",
        "--timeout",
        "5",
        "--local",
      ],
    ],
    ["openclaw.agent --agent a --local=true hi", [], ["agent", "--json", "--message", "hi", "--agent", "a", "--local"]],
    ["openclaw.agent --agent a -- --help", [], ["agent", "--json", "--message=--help", "--agent", "a"]],
    [
      "openclaw.agent --agent a hi",
      [{ b: 1 }, "x"],
      ["agent", "--json", "--message", 'hi\n\nPipeline input (JSONL):\n{"b":1}\n"x"', "--agent", "a"],
    ],
  ])("%s of %j", async (pipeline, input, expected) => {
    expect(await argvOf(pipeline, input)).toEqual(expected);
  });

  test.each([
    ["openclaw.agent --agent a", "openclaw.agent requires --prompt, --message, or positional text"],
    ["openclaw.agent hi", "openclaw.agent requires --agent, --session-key, or --session-id"],
    ["openclaw.agent --agent a --timeout -1 hi", "openclaw.agent --timeout must be a non-negative integer in seconds"],
    ["openclaw.agent --agent a --timeout= hi", "openclaw.agent --timeout must be a non-negative integer in seconds"],
    ["openclaw.agent hi --agent", "openclaw.agent --agent needs a value"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });

  test.each([
    ["console.error('bad'); process.exit(2)", "openclaw.agent failed: bad"],
    ["console.log('bad'); process.exit(2)", "openclaw.agent failed: bad"],
    ["process.exit(2)", "openclaw.agent failed: exited with code 2"],
    ["console.log('[1]')", "openclaw.agent expected JSON output from `openclaw agent --json`"],
    ["console.log('text')", "openclaw.agent expected JSON output from `openclaw agent --json`"],
    ["console.log('x'.repeat(2000))", "openclaw.agent output exceeded 1000 bytes"],
  ])("a tool that does %s", async (script, message) => {
    const host = hostWith(script, 1000);
    await expect(run("openclaw.agent --agent a hi", [], { host })).rejects.toThrow(message);
  });

  test("a tool that is not there never started", async () => {
    const host = createTestHost({ environment: { PATH: "/nonexistent" } });
    await expect(run("openclaw.agent --agent a hi", [], { host })).rejects.toMatchObject({
      code: "not_started",
      message: "openclaw.agent could not find the OpenClaw CLI",
    });
  });
});

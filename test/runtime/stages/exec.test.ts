import { mkdtempSync, readFileSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { textOf } from "../../../src/runtime/pipeline/item-text.ts";
import { isSameProcessAlive } from "../../../src/runtime/process/read-process-start.ts";
import { until } from "../process/until.ts";
import { createTestHost, itemsOf, run } from "../pipeline/test-host.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-exec-"));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const host = (environment: Record<string, string> = {}, maxOutputBytes = 8 * 1024 * 1024) => {
  const base = createTestHost({ cwd });
  return { ...base, environment: { ...base.environment, ...environment }, limits: { ...base.limits, maxOutputBytes } };
};

describe("what is run", () => {
  test.each<[string, readonly JsonValue[]]>([
    ["exec echo --foo bar baz", ["--foo bar baz"]],
    ["exec printf '%s|' --json a", ["--json|a|"]],
    ["exec -- echo a", ["a"]],
    ["exec 'echo a; echo b'", ["a", "b"]],
    ["exec --shell 'echo $0 a'", ["/bin/sh a"]],
    ["exec echo 'a b'", ["a b"]],
    ["exec echo '$HOME ; *'", ["$HOME ; *"]],
    ["exec true", []],
  ])("%s", async (pipeline, expected) => {
    expect(await itemsOf(pipeline, [], { host: host() })).toEqual(expected);
  });

  test("runs in the pipeline's directory with its environment and nothing else", async () => {
    const [directory, ...environment] = await itemsOf("exec 'pwd; env'", [], { host: host({ GIVEN: "x" }) });
    expect(directory).toBe(cwd);
    expect(environment).toContain("GIVEN=x");
    expect(environment.filter((line) => textOf(line).startsWith("VITEST"))).toEqual([]);
  });

  test("LOBSTER_SHELL is the shell", async () => {
    await expect(run("exec --shell x", [], { host: host({ LOBSTER_SHELL: "/no/shell" }) })).rejects.toMatchObject({
      code: "not_started",
      message: "exec shell not found; check LOBSTER_SHELL or ComSpec",
    });
  });

  test.each([
    ["exec", "exec requires a command"],
    ["exec ''", "exec requires a command"],
    ["exec --shell ''", "exec requires a command"],
    ["exec --shell", "exec --shell needs a value; write --shell=VALUE"],
    ["exec --shell ls x", "exec --shell runs its line alone (got 'x' after it); put everything into the line"],
    ["exec --stdin xml cat", "exec --stdin must be raw, json, or jsonl (got xml)"],
    ["exec --sdtin raw cat", "exec has no option --sdtin; did you mean --stdin?"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });
});

describe("input", () => {
  test.each<[string, string]>([
    ["exec --stdin raw cat", 'a\n{"b":1}'],
    ["exec --stdin RAW cat", 'a\n{"b":1}'],
    ["exec --stdin json cat", '["a",{"b":1}]'],
    ["exec --stdin jsonl cat", '"a"\n{"b":1}'],
    ["exec cat", ""],
  ])("%s", async (pipeline, expected) => {
    expect((await itemsOf(pipeline, ["a", { b: 1 }])).map(textOf).join("\n")).toBe(expected);
  });

  test("large integers keep their digits on the way through", async () => {
    const pipeline = "exec --json echo '[12345678901234567890]' | exec --stdin json --json cat";
    expect(await itemsOf(pipeline)).toEqual([12345678901234567890n]);
  });

  test("a program that does not read its stdin is no failure", async () => {
    expect(await itemsOf("exec --stdin raw true", ["x".repeat(1_000_000)])).toEqual([]);
  });

  test("a program does not start before the one before it has ended well", async () => {
    await expect(run("exec 'echo a; exit 3' | exec touch started", [], { host: host() })).rejects.toThrow(
      "exec failed (3): a",
    );
    expect(existsSync(join(cwd, "started"))).toBe(false);
  });
});

describe("output", () => {
  test.each<[string, readonly JsonValue[]]>([
    [String.raw`exec printf 'a\nb'`, ["a", "b"]],
    [String.raw`exec printf 'a\r\n\r\n\n b \n'`, ["a", " b "]],
    [String.raw`exec printf 'a\rb\n'`, ["a\rb"]],
    ["exec --json echo '[1,[2]]'", [1, [2]]],
    [`exec --json echo '{"a":1}'`, [{ a: 1 }]],
    ["exec --json echo 5", [5]],
    ["exec --json true", [null]],
    ["exec --json=false echo 5", ["5"]],
  ])("%s", async (pipeline, expected) => {
    expect(await itemsOf(pipeline)).toEqual(expected);
  });

  test("a character split between two writes stays whole", async () => {
    const pipeline = String.raw`exec --shell "printf '\\342'; sleep 0.05; printf '\\202\\254\\n'"`;
    expect(await itemsOf(pipeline)).toEqual(["€"]);
  });

  test("one line of a megabyte is one item", async () => {
    const [line] = await itemsOf("exec --shell 'head -c 1000000 /dev/zero | tr \"\\\\0\" x'");
    expect(line).toHaveLength(1_000_000);
  });

  test("200,000 lines do not overflow anything", async () => {
    expect(await itemsOf("exec seq 1 200000 | table")).toHaveLength(200_000);
  });
});

function capped(bytes: string) {
  return run("exec echo hello", [], { host: host({ LOBSTER_MAX_OUTPUT_BYTES: bytes }, 10) });
}

describe("streaming", () => {
  test("an endless program ends as soon as enough was read, with everything it started", async () => {
    const pipeline = "exec --shell 'sleep 1000 & echo $!; yes' | head --n 1";
    const [pid] = await itemsOf(pipeline);
    await until("the descendant is gone", () => !isSameProcessAlive({ pid: Number(pid) }));
    expect(await itemsOf("exec yes | head --n 3")).toEqual(["y", "y", "y"]);
  });

  test("a failure after the last line that was wanted is still seen", async () => {
    await expect(run("exec 'echo a; exit 3' | head --n 1")).rejects.toThrow("exec failed (3): a");
  });

  test("an endless program that nobody stops ends at the cap", async () => {
    await expect(run("exec yes", [], { host: host({}, 100_000) })).rejects.toMatchObject({
      code: "output_limit",
      message: "Process output exceeded 100000 bytes",
    });
  });

  test("the environment may lower the cap, not raise it", async () => {
    await expect(capped("5")).rejects.toThrow("Process output exceeded 5 bytes");
    expect(await capped("1000")).toMatchObject({ items: ["hello"] });
    await expect(capped("x")).rejects.toThrow("LOBSTER_MAX_OUTPUT_BYTES must be a positive safe integer (bytes)");
  });
});

describe("failure", () => {
  test.each([
    ["exec 'echo out; echo err >&2; exit 3'", "exec failed (3): err"],
    ["exec 'echo out; exit 3'", "exec failed (3): out"],
    ["exec --shell 'exit 3'", "exec failed (3): exit 3"],
    ["exec false", "exec failed (1): false"],
    ["exec --json --shell 'kill -9 $$'", "exec failed (SIGKILL): kill -9 $$"],
    ["exec nosuchprogram a", "exec command not found: nosuchprogram"],
    ["exec --json echo '{x'", "exec --json could not parse stdout as JSON: it begins with '{x'"],
  ])("%s", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });

  test("tells the exit code and the end of stderr", async () => {
    await expect(run("exec 'echo err >&2; exit 3'")).rejects.toMatchObject({
      code: "step_failed",
      facts: { exitCode: 3, stderrTail: "err\n" },
    });
  });

  test("a later stage that fails ends the program", async () => {
    const pipeline = "exec --shell 'echo $$ > pid; while :; do echo x; done' | state.get k";
    const failing = { ...host(), state: null };
    await expect(
      run(`${pipeline.replace("state.get k", "head --n 1")} | state.get k`, [], { host: failing }),
    ).rejects.toThrow("this host keeps no values");
    expect(isSameProcessAlive({ pid: Number(readFileSync(join(cwd, "pid"), "utf8")) })).toBe(false);
  });

  test("a cancelled pipeline ends its program before it rejects", async () => {
    const abort = new AbortController();
    const running = run("exec --shell 'echo $$ > cancelled; sleep 1000'", [], { host: host(), signal: abort.signal });
    const path = join(cwd, "cancelled");
    await until("the program runs", () => existsSync(path) && readFileSync(path, "utf8").endsWith("\n"));
    const reason = new Error("stop it");
    abort.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(isSameProcessAlive({ pid: Number(readFileSync(path, "utf8")) })).toBe(false);
  });
});

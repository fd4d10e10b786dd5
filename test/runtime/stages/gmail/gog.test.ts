import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/runtime/json.ts";
import { createTestHost, itemsOf, run } from "../../pipeline/test-host.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-gog-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** A host whose `gog` is a script; every call's arguments are kept. */
function hostWith(script: string) {
  const path = join(cwd, "gog.mjs");
  writeFileSync(
    path,
    `import { appendFileSync } from "node:fs";
const argv = process.argv.slice(2);
appendFileSync("calls", JSON.stringify(argv) + "\\n");
${script}`,
  );
  return createTestHost({ cwd, environment: { GOG_BIN: path } });
}

const calls = (): unknown[] =>
  existsSync(join(cwd, "calls"))
    ? readFileSync(join(cwd, "calls"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown)
    : [];

describe("gog.gmail.search", () => {
  test.each<[string, readonly string[]]>([
    ["gog.gmail.search", ["gmail", "search", "newer_than:1d", "--json", "--max", "20"]],
    ["gog.gmail.search --query is:unread --max 5", ["gmail", "search", "is:unread", "--json", "--max", "5"]],
    [
      "gog.gmail.search from:ada is:unread --limit 7",
      ["gmail", "search", "from:ada is:unread", "--json", "--max", "7"],
    ],
    ["gog.gmail.search -- -in:spam", ["gmail", "search", "--json", "--max", "20", "--", "-in:spam"]],
    ["gog.gmail.search -- --help", ["gmail", "search", "--json", "--max", "20", "--", "--help"]],
  ])("%s", async (pipeline, expected) => {
    await itemsOf(pipeline, [], { host: hostWith("console.log('[]')") });
    expect(calls()).toEqual([expected]);
  });

  test.each<[string, readonly JsonValue[]]>([
    ['[{"id":1},{"threads":[2,3]}]', [{ id: 1 }, 2, 3]],
    ['{"threads":[1]}', [1]],
    ['{"id":1}', [{ id: 1 }]],
    ["[]", []],
  ])("output %s", async (text, expected) => {
    expect(await itemsOf("gog.gmail.search", [], { host: hostWith(`console.log('${text}')`) })).toEqual(expected);
  });

  test.each([
    ["console.error('bad'); process.exit(2)", "gog.gmail.search failed (2): bad\n"],
    ["console.log('text')", "gog.gmail.search expected JSON output"],
  ])("a tool that does %s", async (script, message) => {
    await expect(run("gog.gmail.search", [], { host: hostWith(script) })).rejects.toThrow(message);
  });

  test.each([
    ["gog.gmail.search --max many", "gog.gmail.search --max must be a whole number from 1 to 500 (got 'many')"],
    ["gog.gmail.search --query a b", "gog.gmail.search takes the query once (got --query and words)"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });

  test("a tool that is not there is named with its home", async () => {
    const host = createTestHost({ environment: { PATH: "/nonexistent", GOG_BIN: "" } });
    await expect(run("gog.gmail.search", [], { host })).rejects.toMatchObject({
      code: "not_started",
      message: "gog not found on PATH (install: https://github.com/steipete/gogcli)",
    });
  });
});

describe("gog.gmail.send", () => {
  const DRAFT = { to: " a@b.c ", subject: "S", body: "B" };

  test("sends one draft after the other, leaving out what is empty", async () => {
    const host = hostWith('console.log(\'{"id":"m"}\')');
    const drafts = [DRAFT, { to: "x@y.z", subject: 5, extra: 1 }, { to: "--help", body: "-b" }];
    expect(await itemsOf("gog.gmail.send", drafts, { host })).toEqual([{ id: "m" }, { id: "m" }, { id: "m" }]);
    expect(calls()).toEqual([
      ["gmail", "send", "--to", "a@b.c", "--subject", "S", "--body", "B", "--json"],
      ["gmail", "send", "--to", "x@y.z", "--json"],
      ["gmail", "send", "--to=--help", "--body=-b", "--json"],
    ]);
  });

  test.each<[string, JsonValue]>([
    ["", { ok: true }],
    ["console.log('sent!')", { ok: true, raw: "sent!\n" }],
  ])("a tool that does %j", async (script, expected) => {
    expect(await itemsOf("gog.gmail.send", [DRAFT], { host: hostWith(script) })).toEqual([expected]);
  });

  test.each(["gog.gmail.send --dry-run", "gog.gmail.send --dryRun=true"])("%s sends nothing", async (pipeline) => {
    expect(await itemsOf(pipeline, [DRAFT], { host: hostWith("") })).toEqual([
      { ok: true, dryRun: true, to: "a@b.c", subject: "S", body: "B" },
    ]);
    expect(calls()).toEqual([]);
  });

  test("--dry-run=false sends", async () => {
    await itemsOf("gog.gmail.send --dry-run=false", [DRAFT], { host: hostWith("") });
    expect(calls()).toHaveLength(1);
  });

  test("no drafts, nothing to do", async () => {
    expect(await itemsOf("gog.gmail.send", [], { host: hostWith("") })).toEqual([]);
  });

  test.each<[JsonValue, string]>([
    ["text", "gog.gmail.send expects draft objects"],
    [{ subject: "S" }, "gog.gmail.send draft missing to"],
    [{ to: " " }, "gog.gmail.send draft missing to"],
  ])("a draft %j keeps every draft from being sent", async (draft, message) => {
    await expect(run("gog.gmail.send", [DRAFT, draft], { host: hostWith("") })).rejects.toThrow(message);
    expect(calls()).toEqual([]);
  });

  test("a failure says how many were sent", async () => {
    const host = hostWith("if (argv.includes('two@b.c')) { console.error('quota'); process.exit(4); }");
    const drafts = ["one@b.c", "two@b.c", "three@b.c"].map((to) => ({ to }));
    await expect(run("gog.gmail.send", drafts, { host })).rejects.toMatchObject({
      message: "gog.gmail.send failed (4): quota\n (draft 2 of 3; the 1 before it were sent)",
      facts: { sent: 1, total: 3, exitCode: 4 },
    });
    expect(calls()).toHaveLength(2);
  });

  test("nothing more is sent after an abort", async () => {
    const abort = new AbortController();
    const host = hostWith("");
    const reason = new Error("stop it");
    const aborting = { ...host, environment: { ...host.environment } };
    const attempt = run("gog.gmail.send", [DRAFT, DRAFT], {
      host: aborting,
      signal: abort.signal,
      onEffect: () => abort.abort(reason),
    });
    await expect(attempt).rejects.toBe(reason);
    expect(calls()).toEqual([]);
  });
});

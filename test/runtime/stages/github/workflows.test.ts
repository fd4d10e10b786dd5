import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestHost, itemsOf, run } from "../../pipeline/test-host.ts";

const PR = {
  number: 7,
  title: "Add  lobster",
  url: "https://github.com/o/r/pull/7",
  state: "OPEN",
  isDraft: false,
  mergeable: "MERGEABLE",
  reviewDecision: "",
  author: { login: "ada" },
  baseRefName: "main",
  headRefName: "lobster",
  updatedAt: "2026-01-01T00:00:00Z",
};

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-gh-"));
  setPullRequest(JSON.stringify(PR));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** What the pull request is now, as `gh` prints it. */
function setPullRequest(text: string, exitCode = 0): void {
  writeFileSync(join(cwd, "pr.json"), text);
  writeFileSync(
    join(cwd, "gh"),
    `#!/bin/sh\nfor a in "$@"; do echo "$a"; done > argv\ncat pr.json\n[ ${exitCode} = 0 ] || echo denied >&2\nexit ${exitCode}\n`,
  );
  chmodSync(join(cwd, "gh"), 0o755);
}

function createHost() {
  return createTestHost({ cwd, environment: { PATH: `${cwd}${delimiter}${process.env["PATH"] ?? ""}` } });
}

const MONITOR = `workflows.run github.pr.monitor --args-json '{"repo":"o/r","pr":7}'`;
const withArgs = (args: object, name = "github.pr.monitor"): string =>
  `workflows.run --name ${name} --args-json '${JSON.stringify(args)}'`;

describe("github.pr.monitor", () => {
  test("asks gh for the fields it compares", async () => {
    await itemsOf(MONITOR, [], { host: createHost() });
    expect(readFileSync(join(cwd, "argv"), "utf8").trim().split("\n")).toEqual([
      "pr",
      "view",
      "7",
      "--repo",
      "o/r",
      "--json",
      "number,title,url,state,isDraft,mergeable,reviewDecision,author,baseRefName,headRefName,updatedAt",
    ]);
  });

  test("tells what changed since the last time", async () => {
    const host = createHost();
    const [first] = await itemsOf(MONITOR, [], { host });
    expect(first).toMatchObject({
      kind: "github.pr.monitor",
      repo: "o/r",
      prNumber: 7,
      key: "github.pr:o/r#7",
      changed: true,
      prSnapshot: PR,
      summary: { changes: { number: { from: null, to: 7 } } },
    });
    expect(first).toHaveProperty(
      ["summary", "changedFields"],
      [
        "number",
        "title",
        "url",
        "state",
        "isDraft",
        "mergeable",
        "reviewDecision",
        "updatedAt",
        "baseRefName",
        "headRefName",
      ],
    );
    expect(await itemsOf(MONITOR, [], { host })).toMatchObject([
      { changed: false, summary: { changedFields: [], changes: {} } },
    ]);
    setPullRequest(JSON.stringify({ ...PR, state: "MERGED" }));
    expect(await itemsOf(MONITOR, [], { host })).toMatchObject([
      { changed: true, summary: { changedFields: ["state"], changes: { state: { from: "OPEN", to: "MERGED" } } } },
    ]);
  });

  test("may be short, and silent when nothing changed", async () => {
    const host = createHost();
    const pipeline = withArgs({ repo: "o/r", pr: 7, changesOnly: true, summaryOnly: true, key: "mine" });
    const [first] = await itemsOf(pipeline, [], { host });
    const { number, title, url, state, updatedAt } = PR;
    expect(first).toMatchObject({ key: "mine", pr: { number, title, url, state, updatedAt } });
    expect(first).not.toHaveProperty("prSnapshot");
    expect(await itemsOf(pipeline, [], { host })).toEqual([
      { kind: "github.pr.monitor", repo: "o/r", prNumber: 7, key: "mine", changed: false, suppressed: true },
    ]);
  });

  test("a cancelled run does not move the remembered state on", async () => {
    const host = createHost();
    const abort = new AbortController();
    const stopping = {
      ...host,
      state: { read: () => expect.fail(), write: () => expect.fail(), exchange: () => expect.fail() },
    };
    const attempt = run(MONITOR, [], {
      host: stopping,
      signal: abort.signal,
      onEffect: () => abort.abort(new Error("stop it")),
    });
    await expect(attempt).rejects.toThrow("stop it");
  });

  test.each([
    ["[]", 3, "gh failed (3): denied"],
    ["text", 0, "gh returned non-JSON output"],
  ])("gh saying %j with exit code %i", async (text, exitCode, message) => {
    setPullRequest(text, exitCode);
    await expect(run(MONITOR, [], { host: createHost() })).rejects.toThrow(message);
  });

  test("gh that is not there is named", async () => {
    const host = createTestHost({ environment: { PATH: "/nonexistent" } });
    await expect(run(MONITOR, [], { host })).rejects.toMatchObject({
      code: "not_started",
      message: "gh not found on PATH (install GitHub CLI)",
    });
  });

  test.each([
    [{ repo: "o/r" }, "github.pr.monitor requires args.repo and args.pr"],
    [{ pr: 7 }, "github.pr.monitor requires args.repo and args.pr"],
    [{ repo: "--web", pr: 7 }, "github.pr.monitor needs repo as owner/name"],
    [{ repo: "-o/r", pr: 7 }, "github.pr.monitor needs repo as owner/name"],
    [{ repo: "o/r/x/y", pr: 7 }, "github.pr.monitor needs repo as owner/name"],
    [{ repo: "o/r;ls", pr: 7 }, "github.pr.monitor needs repo as owner/name"],
    [{ repo: 5, pr: 7 }, "github.pr.monitor needs repo as owner/name"],
    [{ repo: "o/r", pr: "--help" }, "github.pr.monitor needs pr as the number of a pull request"],
    [{ repo: "o/r", pr: -1 }, "github.pr.monitor needs pr as the number of a pull request"],
    [{ repo: "o/r", pr: 1.5 }, "github.pr.monitor needs pr as the number of a pull request"],
    [{ repo: "o/r", pr: "7 --web" }, "github.pr.monitor needs pr as the number of a pull request"],
    [{ repo: "o/r", pr: 7, key: "run_abc" }, "state key 'run_abc' is reserved for Lobster's own documents"],
    [{ repo: "o/r", pr: 7, changesOnly: "yes" }, "github.pr.monitor needs changesOnly as true or false"],
  ])("arguments %j never reach gh", async (args, message) => {
    const pipeline = withArgs(args);
    await expect(run(pipeline, [], { host: createHost() })).rejects.toThrow(message);
    expect(existsSync(join(cwd, "argv"))).toBe(false);
  });
});

describe("github.pr.monitor.notify", () => {
  const notify = withArgs({ repo: "o/r", pr: "7" }, "github.pr.monitor.notify");

  test("composes one line about what changed, or suppresses it", async () => {
    const host = createHost();
    await itemsOf(MONITOR, [], { host });
    expect(await itemsOf(notify, [], { host })).toEqual([{ kind: "github.pr.monitor.notify", suppressed: true }]);
    setPullRequest(JSON.stringify({ ...PR, state: "MERGED", title: "Two\nlines" }));
    expect(await itemsOf(notify, [], { host })).toMatchObject([
      {
        kind: "github.pr.monitor.notify",
        changed: true,
        repo: "o/r",
        prNumber: 7,
        message: "PR updated: o/r#7: Two lines (title, state). https://github.com/o/r/pull/7",
        pr: { number: 7, state: "MERGED" },
        summary: { changedFields: ["title", "state"] },
      },
    ]);
  });

  test("a change that no field shows is nothing to tell", async () => {
    const host = createHost();
    await itemsOf(MONITOR, [], { host });
    setPullRequest(JSON.stringify({ ...PR, author: { login: "bob" } }));
    expect(await itemsOf(notify, [], { host })).toEqual([{ kind: "github.pr.monitor.notify", suppressed: true }]);
  });
});

describe("workflows.run and workflows.list", () => {
  test.each(["constructor", "toString", "valueOf", "__proto__", "hasOwnProperty", "nosuch"])(
    "%s is no workflow, and nothing leaks",
    async (name) => {
      const host = createTestHost({ environment: { CANARY: "secret" } });
      await expect(run(`workflows.run --name ${name}`, [], { host })).rejects.toMatchObject({
        message: `Unknown workflow: ${name}`,
      });
    },
  );

  test.each([
    ["workflows.run", "workflows.run requires --name"],
    ["workflows.run --name ' '", "workflows.run requires --name"],
    ["workflows.run --name a b", "workflows.run takes the name once"],
    ["workflows.run github.pr.monitor --args-json {", "workflows.run --args-json must be valid JSON"],
    ["workflows.run github.pr.monitor --args-json null", "workflows.run --args-json must be a JSON object"],
    [withArgs({ repos: "o/r" }), "github.pr.monitor has no argument 'repos'; did you mean 'repo'?"],
    [
      withArgs({ whatever: 1 }),
      "github.pr.monitor has no argument 'whatever'; it takes repo, pr, key, changesOnly, summaryOnly",
    ],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline)).rejects.toThrow(message);
  });

  test("the list names what can be run, with its effects", async () => {
    expect(await itemsOf("workflows.list", ["drained"])).toMatchObject([
      { name: "github.pr.monitor", argsSchema: { required: ["repo", "pr"] }, examples: { length: 1 } },
      { name: "github.pr.monitor.notify", sideEffects: ["local_exec", "calls_github", "writes_state"] },
    ]);
  });
});

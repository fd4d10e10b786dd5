import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { RuntimeHost } from "../../src/runtime/host.ts";
import type { JsonValue } from "../../src/runtime/json.ts";
import type { RunReport } from "../../src/runtime/runtime.ts";
import { systemClock } from "../../src/runtime/system.ts";
import { makeRuntime, type TestRuntime } from "../helpers/runtime.ts";

const SHIPPED = resolve(import.meta.dirname, "../../workflows");

function makePlace(overrides: Partial<RuntimeHost> = {}): TestRuntime {
  const test = makeRuntime({}, overrides);
  cpSync(SHIPPED, test.path("workflows"), { recursive: true });
  return test;
}

async function runShipped(test: TestRuntime, name: string, args: Record<string, JsonValue> = {}): Promise<RunReport> {
  const filePath = test.path(`workflows/${name}.lobster`);
  const run = await test.runtime.start({ filePath, cwd: join(test.folder, "workflows"), args, startedBy: "dev-lead" });
  return await test.runtime.execute(run.id);
}

/** Answers and approves everything that comes. */
async function openGates(test: TestRuntime, first: RunReport, answer: JsonValue): Promise<RunReport> {
  let report = first;
  while (report.kind === "waiting") {
    const { gate } = report;
    const asks = gate.request.type === "input_request";
    const outcome = await test.runtime.decide({
      gate: { gateKey: gate.key },
      decision: asks ? { kind: "answer", response: answer } : { kind: "approve" },
      by: { person: "release-manager" },
    });
    if (outcome.kind !== "accepted") throw new Error(JSON.stringify(outcome));
    report = await test.runtime.execute(gate.runId);
  }
  return report;
}

const NOTES = { version: "1.4.0", channel: "beta", notes: 'It\'s "quick" & $(safe)\nsecond line', date: "2026-12-01" };

describe("the shipped workflows", () => {
  it("deploy-guard deploys after the gate", async () => {
    const test = makePlace();
    const done = await openGates(test, await runShipped(test, "deploy-guard"), null);
    expect(done).toMatchObject({ kind: "finished", output: [{ deployed: true }] });
  });

  it("two-person-release publishes after one of each group, neither of whom started it, and a hold", async () => {
    let later = 0;
    const test = makePlace({ clock: { ...systemClock, now: () => systemClock.now() + later } });
    const asked = await runShipped(test, "two-person-release", { tag: "v1.4.0" });
    if (asked.kind !== "waiting") throw new Error("expected a gate");
    const decide = (person: string, groups: readonly string[], kind: "approve" | "settle" = "approve") =>
      test.runtime.decide({
        gate: { gateKey: asked.gate.key },
        decision: { kind },
        by: { person, groups },
        confirm: "v1.4.0",
      });
    expect(await decide("dev-lead", ["dev"])).toMatchObject({ kind: "refused" });
    expect(await decide("teammate", ["dev"])).toMatchObject({ kind: "voted", remaining: 1 });
    expect(await decide("release-manager", ["release"])).toMatchObject({ kind: "held" });
    expect(await decide("", [], "settle")).toMatchObject({ kind: "refused" });
    later = 60_000;
    expect(await decide("", [], "settle")).toMatchObject({ kind: "accepted" });
    expect(await test.runtime.execute(asked.run.id)).toMatchObject({
      kind: "finished",
      output: [{ published: "v1.4.0", approvedBy: "release-manager" }],
    });
  });

  it("release-notes shows the answer at its gate and prints it as it was given", async () => {
    const test = makePlace();
    const asked = await runShipped(test, "release-notes");
    if (asked.kind !== "waiting") throw new Error("expected a question");
    await test.runtime.decide({ gate: { gateKey: asked.gate.key }, decision: { kind: "answer", response: NOTES } });
    const gate = await test.runtime.execute(asked.gate.runId);
    expect(gate).toMatchObject({ kind: "waiting", gate: { request: { items: [NOTES] } } });
    expect(await openGates(test, gate, null)).toMatchObject({
      output: [`# lobster-chat 1.4.0 (beta)\nReleased: 2026-12-01\n\n${NOTES.notes}\n`],
    });
  });

  it("inbox-triage sorts by rules, asks, and archives what needs nothing", async () => {
    const test = makePlace();
    const gate = await runShipped(test, "inbox-triage");
    if (gate.kind !== "waiting" || gate.gate.request.type !== "approval_request") throw new Error("expected a gate");
    const buckets = gate.gate.request.items.map((item) => (item as { bucket: string }).bucket);
    expect(buckets).toEqual(["needs_action", "needs_reply", "archive", "keep", "archive"]);
    expect(await openGates(test, gate, null)).toMatchObject({ output: [{ archived: 2 }] });
    expect(readFileSync(test.path("workflows/data/inbox-archive.json"), "utf8").trim().split("\n")).toHaveLength(2);
  });

  it("weekly-review counts the tasks of the vaults and files the review", async () => {
    const test = makePlace();
    const gate = await runShipped(test, "weekly-review", { week: "2026-W49" });
    expect(gate).toMatchObject({
      gate: {
        request: {
          items: [
            { vault: "personal", open: 3, finished: 1, overdue: 1 },
            { vault: "partner", open: 1, finished: 1, overdue: 0 },
            { vault: "shared", open: 1, finished: 1, overdue: 0 },
          ],
        },
      },
    });
    expect(await openGates(test, gate, null)).toMatchObject({ output: [{ written: "shared/reviews/2026-W49.md" }] });
    expect(readFileSync(test.path("workflows/data/vaults/shared/reviews/2026-W49.md"), "utf8")).toContain("2026-W49");
  });

  it.each([
    [
      "memory-consolidation",
      ["- Ana prefers calls before ten", "- The garage code is in the blue folder"],
      { kept: true },
    ],
    ["shared-task-sync", ["- [ ] Book the train to Lviv", "- [ ] Buy a present for the neighbours"], { synced: true }],
  ])("%s shows what is new, keeps it once, and has nothing to ask the second time", async (name, items, output) => {
    const test = makePlace();
    const gate = await runShipped(test, name);
    expect(gate).toMatchObject({ kind: "waiting", gate: { request: { items } } });
    expect(await openGates(test, gate, null)).toMatchObject({ kind: "finished", output: [output] });
    expect(await runShipped(test, name)).toMatchObject({ kind: "finished" });
  });
});

const HOSTILE = [
  "; touch pwned",
  "$(touch pwned)",
  "`touch pwned`",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "x && touch pwned",
  "x\ntouch pwned\n",
  "-rf pwned",
  "--help",
  "| touch pwned",
  "../pwned",
  "a'b\"c$d`e\\f*g?h~i{j,k}!l#m",
];

describe("a hostile argument", () => {
  const ARGUMENTS: readonly (readonly [string, string])[] = [
    ["deploy-guard", "env"],
    ["two-person-release", "tag"],
    ["release-notes", "project"],
    ["inbox-triage", "tag"],
    ["weekly-review", "week"],
    ["weekly-review", "today"],
    ["weekly-review", "vaults"],
    ["memory-consolidation", "vault"],
    ["memory-consolidation", "vaults"],
    ["shared-task-sync", "vaults"],
  ];

  it.each(ARGUMENTS)("makes no file appear through %s %s", async (name, argument) => {
    const test = makePlace();
    for (const value of HOSTILE) {
      try {
        const first = await runShipped(test, name, {
          ...(name === "weekly-review" ? { week: "2026-W49" } : {}),
          [argument]: value,
        });
        await openGates(test, first, NOTES);
      } catch (thrown) {
        // Refused by the argument's own rules: that is an answer too.
        expect(thrown).toMatchObject({ code: "invalid_request" });
      }
      for (const place of ["pwned", "workflows/pwned", "workflows/data/pwned"])
        expect(existsSync(test.path(place))).toBe(false);
    }
  });

  const QUOTING = `
args: {x: {default: ''}}
steps:
  - {id: bare, run: 'printf %s \${x}'}
  - {id: double, run: 'printf %s "<\${x}>"'}
  - {id: single, run: "printf %s '<\${x}>'"}
  - {id: result, run: 'printf %s $bare.stdout'}
  - {id: all, stdin: {bare: 1}, run: 'printf "%s" "$double.stdout" ''$single.stdout'' $result.stdout'}
`;

  it.each(HOSTILE)("%j arrives whole in bare, double-quoted and single-quoted text", async (value) => {
    const test = makeRuntime({ "workflow.lobster": QUOTING });
    const run = await test.runtime.start({
      filePath: test.path("workflow.lobster"),
      cwd: test.folder,
      args: { x: value },
    });
    const report = await test.runtime.execute(run.id);
    expect(report).toMatchObject({ kind: "finished", output: [`<${value}><${value}>${value}`] });
    expect(existsSync(test.path("pwned"))).toBe(false);
  });

  const ELSEWHERE: readonly (readonly [string, string])[] = [
    ["a here-document", "cat <<EOF\n${x}\nEOF"],
    ["a quoted here-document", "cat <<'EOF'\n${x}\nEOF"],
    ["a substitution", 'echo "$(echo ${x})"'],
    ["backquotes", "echo `echo ${x}`"],
    ["arithmetic", "echo $((${x} + 1))"],
    ["an expansion", 'echo "${HOME:-${x}}"'],
    ["a nested shell", "sh -c 'echo ${x}'"],
    ["eval", 'eval "echo ${x}"'],
    ["a comment", "true # ${x}"],
  ];

  it.each(ELSEWHERE)("is refused in %s, with what to do instead", async (_, command) => {
    const text = JSON.stringify({ args: { x: { default: "" } }, steps: [{ id: "s", run: command }] });
    for (const value of HOSTILE) {
      const test = makeRuntime({ "workflow.json": text });
      const run = await test.runtime.start({
        filePath: test.path("workflow.json"),
        cwd: test.folder,
        args: { x: value },
      });
      const report = await test.runtime.execute(run.id);
      if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) continue;
      expect(report).toMatchObject({
        kind: "failed",
        error: {
          code: "unsafe_substitution",
          message: `Workflow step s: argument 'x' would change the command here; use "$LOBSTER_ARG_X"`,
        },
      });
      expect(existsSync(test.path("pwned"))).toBe(false);
    }
  });
});

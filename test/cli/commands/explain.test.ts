import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const WORKFLOWS = resolve(import.meta.dirname, "../../../workflows");

const PEOPLE = `
people:
  - { id: release-manager, name: Release manager, telegram: 111, groups: [release] }
  - { id: dev-lead, name: Dev lead, telegram: 333, groups: [dev] }
`;

function place(files: Readonly<Record<string, string>> = {}): string {
  const cwd = makeFolder(files);
  cpSync(WORKFLOWS, join(cwd, "workflows"), { recursive: true });
  return cwd;
}

const explain = async (cwd: string, ...words: readonly string[]) => await callCli(["explain", ...words], { cwd });

describe("lobster explain", () => {
  it("says what a workflow does, where it stops and what is pinned", async () => {
    const { code, stdout, stderr } = await explain(place(), "workflows/deploy-guard.lobster");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replaceAll(/[0-9a-f]{12}$/gm, "<digest>"))
      .toBe(`deploy-guard: Collect the targets, stop at a four-eyes gate, deploy
workflows/deploy-guard.lobster

Arguments
  env: string, default "staging" (Where to deploy to)

Steps
  1. collect
      runs: printf '%s' '{"targets":["api","web","worker"],"risk":"high"}'
  2. gate
      reads: $collect.json
      APPROVAL GATE asks: Deploy 3 services to \${env}?
        shows: $collect.json
        policy: needs 'release-manager' other than the starter and 'dev-lead'
  3. deploy
      only when: $gate.approved
      runs: printf 'deploying to %s\\n' \${env} >&2; printf '%s' '{"deployed":true}'

Pinned when a run starts, whatever happens to the files afterwards
  workflows/deploy-guard.lobster  <digest>
  the arguments of the run
  not pinned: programs and scripts that commands start, and the environment
`);
  });

  it("names who can open a gate where people are configured, and for whose runs nobody can", async () => {
    const { stdout } = await explain(place({ "lobster.config.yaml": PEOPLE }), "workflows/deploy-guard.lobster");
    expect(stdout).toContain("can open it: Release manager (release-manager); never for a run they started\n");
    expect(stdout).toContain("NOBODY can when started by: Release manager (release-manager)\n");
  });

  it("counts only those who may start the workflow", async () => {
    const rules = `${PEOPLE}workflows:\n  deploy-guard: { start: [group:dev] }\n`;
    const { stdout } = await explain(place({ "lobster.config.yaml": rules }), "workflows/deploy-guard.lobster");
    expect(stdout).toContain("can open it: Release manager (release-manager); never for a run they started\n");
    expect(stdout).not.toContain("NOBODY");
  });

  it("says why nobody can open a gate", async () => {
    const cwd = place({
      "lobster.config.yaml": PEOPLE,
      "w.lobster": "steps: [{ id: g, approval: { required_approver: owner } }]",
    });
    expect((await explain(cwd, "w.lobster")).stdout).toContain(
      "can open it: NOBODY; it needs 'owner'; 'owner' is not among those who can act\n",
    );
  });

  it("names nobody from a configuration with problems, and says so", async () => {
    const cwd = place({ "lobster.config.yaml": "people: [{ id: a }]\n" });
    const { code, stdout, stderr } = await explain(cwd, "workflows/deploy-guard.lobster");
    expect(code).toBe(0);
    expect(stdout).not.toContain("can open it");
    expect(stderr).toMatch(/^Nobody is named: the configuration has \d+ problems?; see lobster doctor\n$/);
  });

  it("goes into sub-workflows, loops and branches, and pins every file it includes", async () => {
    const cwd = makeFolder({
      "w.lobster": `
cost_limit: { max_usd: 2, action: stop }
env: { A: one }
steps:
  - { id: call, workflow: lib/child.lobster, workflow_args: { n: 1 } }
  - { id: both, parallel: { wait: any, timeout_ms: 50, branches: [{ id: b1, run: ls }, { id: b2, pipeline: json }] } }
  - { id: each, for_each: $both.json, pause_ms: 5, steps: [{ id: s, run: ls, when: $item.json }] }
  - { id: try, run: "a\\nb", retry: { max: 3, backoff: exponential }, timeout_ms: 9, on_error: continue, env: { B: x }, cwd: sub }
`,
      "lib/child.lobster": `
args: { n: { type: integer } }
steps: [{ id: ask, input: { prompt: What?, responseSchema: { properties: { v: {}, w: {} }, required: [v] } } }]
`,
    });
    const { stdout } = await explain(cwd, "w.lobster");
    expect(stdout).toContain(`For every step
  sets A: one
  beyond a cost of 2 USD: the run ends

Steps
  1. call
      calls the workflow: lib/child.lobster
        with n: 1
  1.1. ask
      INPUT GATE asks: What?
        answer: v, w (optional)
  2. both
      runs at the same time, and takes the first success of:
        b1 runs: ls
        b2 pipeline: json
      killed after: 50 ms
  3. each
      for each element of $both.json (as $item, its position as $index):
        s runs: ls
          only when: $item.json
      pauses 5 ms after every 1
  4. try
      runs:
          a
          b
      sets B: x
      in the directory: sub
      killed after: 9 ms
      tried up to 3 times, pausing from 1000 ms, doubled up to 30000 ms
      if it fails: the run goes on
`);
    expect(stdout).toMatch(/^ {2}w\.lobster {2}[0-9a-f]{12}\n {2}lib\/child\.lobster {2}[0-9a-f]{12}$/m);
  });

  it("says that a command beside a gate prepares what is shown, and what a raw argument does", async () => {
    const cwd = makeFolder({
      "w.lobster": "args: { more: { raw: true } }\nsteps: [{ id: g, run: 'ls ${more}', approval: Sure? }]",
    });
    const { stdout } = await explain(cwd, "w.lobster");
    expect(stdout).toContain("more: string, RAW: becomes part of commands");
    expect(stdout).toContain("shows: what the step prints; it may add restrictions, never lift one");
    expect(stdout).toContain("step g: its command runs before the gate and prepares what the gate shows");
  });

  it("says the same as JSON", async () => {
    const cwd = place({ "lobster.config.yaml": PEOPLE });
    const { stdout } = await explain(cwd, "--json", "workflows/deploy-guard.lobster");
    expect(JSON.parse(stdout)).toMatchObject({
      file: "workflows/deploy-guard.lobster",
      name: "deploy-guard",
      arguments: [{ name: "env", type: "string", required: false, default: "staging", raw: false }],
      steps: [
        { number: "1", id: "collect" },
        {
          number: "2",
          id: "gate",
          gate: {
            kind: "approval",
            prompt: "Deploy 3 services to ${env}?",
            openers: [{ id: "release-manager", name: "Release manager" }],
            stuckFor: [{ id: "release-manager", name: "Release manager" }],
            fourEyes: true,
          },
        },
        { number: "3", id: "deploy" },
      ],
      pinned: [{ file: "workflows/deploy-guard.lobster", digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
  });

  it("ends with 1 for a workflow that does not load, with every problem on stderr", async () => {
    const cwd = makeFolder({ "w.lobster": "steps: [{ id: a, runn: ls }]" });
    const said = await explain(cwd, "w.lobster");
    expect(said).toMatchObject({ code: 1, stdout: "" });
    expect(said.stderr).toMatch(/^w\.lobster:1:18: error: /m);
  });

  it.each([
    [[], "explain requires a workflow file\n"],
    [["a.lobster", "b.lobster"], "explain takes one workflow file, got 'a.lobster' and 'b.lobster'\n"],
    [["--all", "a.lobster"], "explain does not know --all; see lobster help explain\n"],
  ])("refuses %j as a usage error", async (words, stderr) => {
    expect(await explain(makeFolder(), ...words)).toMatchObject({ code: 2, stdout: "", stderr });
  });
});

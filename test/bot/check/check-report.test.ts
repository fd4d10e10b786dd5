import { describe, expect, test } from "vitest";
import type { CatalogEntry } from "../../../src/bot/catalog.ts";
import { createCheckReport, type CheckReport } from "../../../src/bot/check/check-report.ts";
import { formatDuration } from "../../../src/bot/check/check-words.ts";
import type { Config } from "../../../src/config/config.ts";
import type { ApprovalDefinition, StepDefinition } from "../../../src/runtime/workflow/definition.ts";

const config: Config = {
  configFile: "/bot/lobster.config.yaml",
  people: [
    { id: "lead", name: "Dev lead", groups: ["dev"], accounts: [{ platform: "telegram", id: "1" }] },
    { id: "manager", name: "Release manager", groups: ["release"], accounts: [{ platform: "telegram", id: "2" }] },
    { id: "remote", name: "Remote", groups: ["release"], accounts: [{ platform: "discord", id: "3" }] },
  ],
  demo: false,
  chats: [{ platform: "telegram", id: "-100", topic: "17" }],
  workflows: new Map(),
  defaults: { timeoutMs: 1, maxOutputBytes: 1, expiresInMs: 86_400_000, maxParallel: 4, notifyStarter: false },
  adapters: { telegram: { token: "123456:secret-token", webhook: "off" }, terminal: false },
  stateDirectory: "/state",
  workflowsDirectory: "/flows",
  logging: { level: "info", pretty: false },
  redactions: [],
  environment: {},
};

function step(id: string, parts: Partial<StepDefinition>): StepDefinition {
  return { id, work: { kind: "pass" }, when: undefined, env: new Map(), onError: "stop", ...parts };
}

function ready(name: string, ...steps: readonly StepDefinition[]): CatalogEntry {
  const filePath = `/flows/${name}.lobster`;
  const definition = { args: new Map(), env: new Map(), steps };
  return {
    kind: "ready",
    name,
    filePath,
    args: [],
    workflow: { filePath, document: {}, definition, children: new Map(), digest: "d", warnings: [] },
  };
}

function gated(approval: ApprovalDefinition): CatalogEntry {
  return ready("deploy", step("ok", { approval }));
}

/** A workflow with one question for these people. */
function asking(answerBy: readonly string[]): CatalogEntry {
  const input = { prompt: "Which?", responseSchema: {}, answerBy, expiresInMs: null };
  return ready("ask", step("which", { work: { kind: "input", input } }));
}

function report(entry: CatalogEntry, changes: Partial<Config> = {}): Promise<CheckReport> {
  const changed = { ...config, ...changes };
  return createCheckReport({ kind: "ok", config: changed }, () => ({ list: async () => [entry] }));
}

describe("createCheckReport", () => {
  test("names languages that people or conversations want and nobody speaks", async () => {
    const people = config.people.map((person) => ({ ...person, locale: "de-AT" }));
    const chats = config.chats.map((chat) => ({ ...chat, locale: "uk-UA" }));
    const { text, ok } = await report(ready("deploy"), { people, chats });
    expect(text.match(/language .*/g)).toEqual(["language de-AT is not spoken; English is used"]);
    expect(ok).toBe(true);
  });

  test("tells everything about a configuration that is well", async () => {
    const rules = {
      start: [{ kind: "group", group: "dev" }],
      deny: [{ kind: "person", id: "manager" }],
      postTo: [{ kind: "origin" }, { kind: "conversation", conversation: { platform: "discord", id: "55" } }],
    } as const;
    const entry = gated({ requiredApprover: "manager", requireDifferentApprover: true });
    const { text, ok } = await report(entry, { workflows: new Map([["deploy", rules]]) });
    expect(ok).toBe(true);
    expect(text).toBe(
      [
        "Configuration /bot/lobster.config.yaml",
        "  platforms: Telegram",
        "  people: Dev lead (lead), Release manager (manager), Remote (remote)",
        "  cannot act, having no account on these platforms: Remote (remote)",
        "  groups: dev (lead), release (manager, remote)",
        "  conversations: telegram:-100/17",
        "  workflows: /flows",
        "  state: /state",
        "",
        "Workflow deploy (/flows/deploy.lobster)",
        "  may start: group:dev",
        "  runs in: telegram:-100/17",
        "  gate ok (approval)",
        "    can open: Release manager (manager); never for a run they started",
        "    may deny: manager, those who can open it, and whoever started the run",
        "    posts to: the conversation where the run was started, discord:55 (Discord is off: its bot token is not set)",
        "    expires: 1 d after it opens; reminder 1 h before",
        "",
        "All is well.",
        "",
      ].join("\n"),
    );
  });

  test.each<[string, ApprovalDefinition, string]>([
    ["an approver who is unknown", { requiredApprover: "boss" }, "'boss' is not among those who can act"],
    [
      "an approver without an account on a platform that is on",
      { requiredApprover: "remote" },
      "'remote' is not among",
    ],
    [
      "an approver who is the initiator of the file",
      { requiredApprover: "lead", initiatedBy: "lead", requireDifferentApprover: true },
      "'lead' is the initiator the file names",
    ],
  ])("%s is a fault", async (_, approval, reason) => {
    const { text, ok } = await report(gated(approval));
    expect(ok).toBe(false);
    expect(text).toMatch(new RegExp(`can open: NOBODY; it needs .*${reason}`));
    expect(text.slice(text.indexOf("To be put right:"))).toContain(`deploy: nobody can open the gate ok: it needs`);
  });

  test("an approver who is the only possible starter is a fault", async () => {
    const rules = { start: [{ kind: "person", id: "lead" }], postTo: [{ kind: "origin" }] } as const;
    const entry = gated({ requiredApprover: "lead", requireDifferentApprover: true });
    const { text, ok } = await report(entry, { workflows: new Map([["deploy", rules]]) });
    expect(ok).toBe(false);
    expect(text).toContain("'lead' is the only one who can start it");
  });

  test("a gate that is stuck for some starters only is told and is no fault", async () => {
    const { text, ok } = await report(gated({ requiredApprover: "lead", requireDifferentApprover: true }));
    expect(ok).toBe(true);
    expect(text).toContain("NOBODY can when started by: Dev lead (lead)");
  });

  test("a narrower deny rule does not narrow a gate that everybody may open", async () => {
    const rules = { deny: [{ kind: "person", id: "lead" }], postTo: [{ kind: "origin" }] } as const;
    const { text } = await report(gated({}), { workflows: new Map([["deploy", rules]]) });
    expect(text).toContain("may deny: every registered person");
  });

  test("a gate with approvers, a quorum and terms is told with all of them", async () => {
    const people = [
      ...config.people,
      { id: "second", name: "Second", groups: ["release"], accounts: [{ platform: "telegram", id: "4" }] },
    ] as const;
    const approval: ApprovalDefinition = {
      approvers: ["group:release"],
      quorum: 2,
      expiresInMs: 7_200_000,
      remindBeforeMs: 600_000,
      reason: "required",
      confirm: "${tag}",
      holdMs: 300_000,
    };
    const { text, ok } = await report(gated(approval), { people });
    expect(ok).toBe(true);
    expect(text).toContain(
      [
        "  gate ok (approval)",
        "    it needs 2 of group:release",
        "    can open: Release manager (manager), Second (second)",
        "    an approve needs a reason",
        "    an approver types: ${tag}",
        "    votes can be withdrawn for 5m after the last one",
        "    may deny: every registered person",
        "    posts to: the conversation where the run was started",
        "    expires: 2 h after it opens; reminder 10 min before",
      ].join("\n"),
    );
  });

  test.each<[string, ApprovalDefinition, string]>([
    ["a quorum that only some reach", { approvers: ["group:release"], quorum: 2 }, "only 1 eligible"],
    ["a slot of a group nobody is in", { require: ["group:ops", "lead"] }, "nobody eligible is left for group:ops"],
    [
      "a quorum that its starter is needed for",
      { approvers: ["lead", "manager"], quorum: 2, requireDifferentApprover: true },
      "other than the starter; only 1 eligible",
    ],
  ])("%s is a fault", async (_, approval, reason) => {
    const rules = { start: [{ kind: "person", id: "lead" }], postTo: [{ kind: "origin" }] } as const;
    const { text, ok } = await report(gated(approval), { workflows: new Map([["deploy", rules]]) });
    expect(ok).toBe(false);
    expect(text).toContain("can open: NOBODY; it needs ");
    expect(text.slice(text.indexOf("To be put right:"))).toContain(reason);
  });

  test("a question says who answers it, and that nobody can", async () => {
    const { text } = await report(asking(["group:release", "starter"]));
    expect(text).toContain("    it needs an answer of one of group:release, the starter\n    answered by: ");
    expect(text).toContain("    expires: never\n");
    const stuck = await report(asking(["group:ops"]));
    expect(stuck.ok).toBe(false);
    expect(stuck.text).toContain("answered by: NOBODY; it needs an answer of group:ops; none of them");
  });

  test("an input gate is answered by the starter", async () => {
    const work = { kind: "input", input: { prompt: "Which?", responseSchema: {} } } as const;
    const { text } = await report(ready("ask", step("which", { work })));
    expect(text).toContain("gate which (input)\n    answered by: whoever started the run\n");
    expect(text).not.toContain("may deny");
  });

  test("a workflow without gates and one without a conversation say so", async () => {
    const chats = [{ platform: "telegram", id: "-1", workflows: ["other"] }] as const;
    const { text } = await report(ready("plain", step("s", {})), { chats });
    expect(text).toContain("no gates: it runs to its end without asking anybody");
    expect(text).toContain("runs in: no conversation; add one under chats");
  });

  test("a workflow that does not load is a fault with its problems", async () => {
    const { text, ok } = await report({
      kind: "broken",
      name: "bad",
      filePath: "/flows/bad.yaml",
      problems: ["line 3: no"],
    });
    expect(ok).toBe(false);
    expect(text).toContain("Workflow bad (/flows/bad.yaml)\n  does not load:\n    line 3: no");
    expect(text).toContain("  bad: does not load");
  });

  test("a configuration with problems is all that is told", async () => {
    const problems = [{ file: "f", line: 1, what: "wrong", fix: "right" }];
    const outcome = { kind: "problems", problems } as const;
    const opened: Config[] = [];
    const { text, ok } = await createCheckReport(outcome, (given) => {
      opened.push(given);
      return { list: async () => [] };
    });
    expect({ text, ok, opened }).toEqual({
      text: "The configuration has 1 problem:\n  f:1  wrong\n      right\n",
      ok: false,
      opened: [],
    });
  });

  test("the demo in the terminal is told as such, and no token is ever printed", async () => {
    const people = [
      { id: "lead", name: "lead", groups: [], accounts: [{ platform: "terminal", id: "lead" }] },
    ] as const;
    const { text } = await report(gated({}), { people, demo: true, adapters: { terminal: true } });
    expect(text).toContain("platforms: the terminal chat, because no bot token is set");
    expect(text).toContain("people: lead (built-in demo people)");
    expect(text).toContain("groups: none");
    expect((await report(gated({}))).text).not.toContain("secret-token");
  });

  test("gates that never expire say so", async () => {
    const { text } = await report(gated({}), { defaults: { ...config.defaults, expiresInMs: null } });
    expect(text).toContain("expires: never");
  });
});

test.each([
  [0, "0 s"],
  [7_000, "7 s"],
  [450_000, "7 min 30 s"],
  [5_400_000, "1 h 30 min"],
  [604_800_000, "7 d"],
])("%d ms reads %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

import { existsSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAuditFiles, type AuditFiles } from "../../../src/bot/audit/log/files.ts";
import { readRecords } from "../../../src/bot/audit/read/read-records.ts";
import { verifyAudit } from "../../../src/bot/audit/verify/verify-audit.ts";
import type { Conversation } from "../../../src/bot/adapter.ts";
import { createFakePlatform, type FakeEvent, type FakePlatform } from "../../fakes/fake-adapter.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { DEPLOY_GUARD } from "../../scenarios/workspace.ts";
import { openStage, PEOPLE, type Stage } from "./stage.ts";

/** Who acts: the starter, a colleague, somebody unknown, nobody at all, and accounts that are nearly the approver's. */
const ACTORS: readonly Pick<FakeEvent, "from" | "nobody">[] = [
  { from: "101" },
  { from: "101" },
  { from: "101" },
  { from: "103" },
  { from: "103" },
  { from: "102", nobody: "anonymous_admin" },
  { from: "102", nobody: "forwarded" },
  { from: undefined, nobody: "channel" },
  { from: "999" },
  { from: " 102" },
  { from: "0102" },
  { from: "１０２" },
];

const HERE: Conversation = { platform: "telegram", id: "100" };
const ELSEWHERE: readonly Conversation[] = [
  { platform: "telegram", id: "999" },
  { platform: "telegram", id: "100", topic: "5" },
  { platform: "telegram", id: "102" },
];

/** One thing somebody does; the numbers choose among what there is just then. */
interface Act {
  readonly kind: "press" | "typed" | "form" | "reply" | "start" | "again";
  readonly actor: Pick<FakeEvent, "from" | "nobody">;
  readonly place: number;
  readonly pick: number;
  readonly twist: number;
}

const ACTS: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("press", "press", "press", "press", "typed", "typed", "form", "reply", "start", "again"),
    actor: fc.constantFrom(...ACTORS),
    place: fc.nat(7),
    pick: fc.nat(1_000),
    twist: fc.nat(9),
  }),
  { minLength: 20, maxLength: 60 },
);

describe("a four-eyes gate", () => {
  it("is opened by nobody but its approver, whatever the others press, type, answer and forge, and whoever ends it has a name", async () => {
    await fc.assert(
      fc.asyncProperty(ACTS, async (acts) => {
        const folder = makeFolder();
        const platform = createFakePlatform();
        const auditFiles = createAuditFiles(folder);
        const stage = await openStage({ platform, files: { "deploy-guard.lobster": DEPLOY_GUARD }, auditFiles });
        try {
          await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
          let last: FakeEvent | undefined;
          for (const act of acts) {
            const event = act.kind === "again" ? last : await composeEvent(stage, platform, act);
            if (event !== undefined)
              await platform.deliver({ ...event, ...(act.twist === 9 ? { eventId: "same" } : {}) });
            last = event;
          }
          await stage.bot.idle();
          await expectNobodyOpened(stage);
          await expectRecorded(stage, auditFiles);
        } finally {
          await stage.stop();
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

async function composeEvent(stage: Stage, platform: FakePlatform, act: Act): Promise<FakeEvent | undefined> {
  const conversation = act.place === 0 ? ELSEWHERE[act.pick % ELSEWHERE.length] : HERE;
  const who = { ...act.actor, ...(conversation === undefined ? {} : { conversation }) };
  const message = platform.messages[act.pick % platform.messages.length];
  const payload = choosePayload(platform, act);
  switch (act.kind) {
    case "press":
      return { ...who, kind: "press", payload, ...(message === undefined ? {} : { message: message.ref }) };
    case "typed":
      return { ...who, kind: "command", ...(await chooseCommand(stage, act)) };
    case "form":
      return { ...who, kind: "form", payload, values: { reason: "because", confirm: "yes" } };
    case "reply":
      return { ...who, kind: "text", text: "yes", ...(message === undefined ? {} : { replyTo: message.ref }) };
    case "start":
      return { ...who, kind: "command", name: "run", rest: "deploy-guard" };
    case "again":
      return undefined;
  }
}

/** A payload that stands on some button, or one that somebody made of it. */
function choosePayload(platform: FakePlatform, { pick, twist }: Act): string {
  const all = platform.messages.flatMap(({ content }) =>
    (content.buttons ?? []).flat().map((button) => button.payload),
  );
  const payload = all[pick % Math.max(1, all.length)] ?? "";
  const twists = [
    payload,
    payload,
    payload,
    payload.replace(/^1:[a-z]+/, "1:approve"),
    payload.replace(/^1:[a-z]+/, "1:approve"),
    payload.replace(/\w+$/, "0"),
    `${payload}:x`,
    payload.toUpperCase(),
    "1:approve:__proto__",
    "",
  ];
  return twists[twist] ?? payload;
}

async function chooseCommand(
  stage: Stage,
  { pick, twist }: Act,
): Promise<{ readonly name: string; readonly rest: string }> {
  const { runs } = await stage.runtime.listRuns();
  const run = runs[pick % Math.max(1, runs.length)];
  const gate = run?.gate === undefined ? undefined : await stage.runtime.readGate({ gateKey: run.gate });
  const id = gate?.approvalId ?? "00000000";
  const names = [
    "approve",
    "approve",
    "approve",
    "approve",
    "withdraw",
    "deny",
    "cancel",
    "answer",
    "history",
    "pending",
  ];
  const name = names[twist] ?? "approve";
  const rest = name === "cancel" || name === "history" ? (run?.id ?? "") : `${id} release-manager`;
  return { name, rest: name === "approve" && pick % 2 === 0 ? id : rest };
}

async function expectNobodyOpened(stage: Stage): Promise<void> {
  expect(existsSync(path.join(stage.workspace.workflowsDirectory, "deployed.txt"))).toBe(false);
  const { runs } = await stage.runtime.listRuns();
  expect(runs.length).toBeGreaterThan(0);
  for (const { decisions, startedBy, startedFrom, cancelRequested, outcome, gate: open } of runs) {
    const keys = [...decisions.map(({ gate }) => gate), ...(open === undefined ? [] : [open])];
    for (const gateKey of keys) expect((await stage.runtime.readGate({ gateKey }))?.votes).toEqual([]);
    expect(findAccount(startedBy)).toBe(startedFrom?.account);
    for (const { kind, by, account } of decisions) {
      expect(["deny", "cancel"]).toContain(kind);
      expect(by).toMatch(/^(?:dev-lead|teammate)$/);
      expect(account).toBe(findAccount(by));
    }
    expect(["denied", "cancelled", undefined]).toContain(outcome?.kind);
    if (cancelRequested !== undefined) expect(cancelRequested.origin?.account).toBe(findAccount(cancelRequested.by));
  }
}

/** The log is whole, and has a start for every run and every decision once. */
async function expectRecorded(stage: Stage, files: AuditFiles): Promise<void> {
  expect((await verifyAudit({ files, store: stage.store })).problem).toBeUndefined();
  const ids: string[] = [];
  for await (const found of readRecords(files)) {
    if (found.kind === "record" && /^(?:start|decision):/.test(found.record.id)) ids.push(found.record.id);
  }
  const { runs } = await stage.runtime.listRuns();
  const expected = runs.flatMap(({ id, decisions }) => [
    `start:${id}`,
    ...decisions.map((one) => `decision:${one.id}`),
  ]);
  expect(ids.toSorted()).toEqual(expected.toSorted());
}

function findAccount(person: string | undefined): string {
  return `telegram:${PEOPLE.find(({ id }) => id === person)?.accounts[0].id ?? ""}`;
}

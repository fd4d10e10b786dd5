import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createAuditFiles, type AuditFiles } from "../../../src/bot/audit/log/files.ts";
import { verifyReceipt } from "../../../src/bot/audit/receipt/receipt.ts";
import { findSigningKey } from "../../../src/bot/audit/receipt/signing-key.ts";
import { verifyAudit } from "../../../src/bot/audit/verify/verify-audit.ts";
import { createBot } from "../../../src/bot/bot.ts";
import { systemClock, systemIds } from "../../../src/runtime/index.ts";
import type { GateKey } from "../../../src/runtime/run/documents.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import { createFakePlatform } from "../../fakes/fake-adapter.ts";
import { settle } from "../../fakes/manual-clock.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { openStage, until, type Stage } from "../../hostile/bot/stage.ts";
import { configFor, DEPLOY_GUARD } from "../../scenarios/workspace.ts";

let stage: Stage;
afterEach(() => stage.stop());

const FILES = { "deploy-guard.lobster": DEPLOY_GUARD };

const QUESTION = `
steps:
  - id: ask
    input: { prompt: Which password?, responseSchema: { type: string } }
  - id: say
    run: printf '%s' "$LOBSTER_STEP"; printf the-output
`;

interface Line {
  readonly what: string;
  readonly [name: string]: unknown;
}

function linesOf(folder: string): Line[] {
  const file = path.join(folder, `${new Date().toISOString().slice(0, 7)}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

async function open(options: Partial<Parameters<typeof openStage>[0]> = {}) {
  const folder = makeFolder();
  const platform = createFakePlatform();
  stage = await openStage({ platform, files: FILES, auditFiles: createAuditFiles(folder), ...options });
  return { folder, platform, verify: () => verifyAudit({ files: createAuditFiles(folder), store: stage.store }) };
}

describe("the audit of a bot", () => {
  it("tells the life of a run: who started it, where its card stands, who looked, who approved, how it ended", async () => {
    const { folder, verify } = await open();
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const card = stage.find("Waiting for approval");
    const press = (label: string, from: string) =>
      stage.act({ kind: "press", payload: payloadOf(card, label), from, message: card.ref });
    await press("Details", "102");
    expect((await press("Approve", "101")).text).toContain("Refused");
    await press("Approve", "102");
    const lines = linesOf(folder);
    expect(lines.map(({ what }) => what)).toEqual(["start", "show", "open-details", "vote", "resume", "outcome"]);
    const [start, show, details, vote, resume, outcome] = lines;
    const [run] = (await stage.runtime.listRuns()).runs;
    const place = { platform: "telegram", conversation: "telegram:100" };
    expect(start).toMatchObject({ ...place, person: "dev-lead", account: "telegram:101", run: run?.id, via: "chat" });
    const [gate, digest] = [show?.["gate"], show?.["digest"]];
    expect(show).toMatchObject({ ...place, message: card.ref.id, workflow: "deploy-guard", step: "gate" });
    expect(details).toMatchObject({ ...place, person: "release-manager", account: "telegram:102", gate, digest });
    expect(vote).toMatchObject({ ...place, person: "release-manager", message: card.ref.id, gate, digest });
    expect(resume).toMatchObject({ person: "release-manager", gate, facts: { decision: run?.decisions[0]?.id } });
    expect(outcome).toMatchObject({ run: run?.id, facts: { outcome: "finished" } });
    expect(await verify()).toMatchObject({ records: 6, notes: [] });
    expect((await verify()).problem).toBeUndefined();
  });

  it("keeps answers, arguments and output by digest, and secrets out of reasons", async () => {
    const { folder, platform } = await open({
      files: { ...FILES, "ask.lobster": QUESTION },
      config: { redactions: ["hunter2-is-secret"] },
    });
    await stage.act({ kind: "command", name: "run", rest: "ask", from: "101" });
    const prompt = platform.messages.findLast(({ content }) => content.expectReply !== undefined);
    if (prompt === undefined) throw new Error("no prompt");
    await stage.act({ kind: "text", text: "correct horse", replyTo: prompt.ref, from: "101" });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const id = /approval id ([0-9a-f]{8})/.exec(platform.textOf(stage.find("Waiting for approval")))?.[1] ?? "";
    await stage.act({ kind: "command", name: "deny", rest: `${id} not with hunter2-is-secret`, from: "103" });
    const lines = linesOf(folder);
    const text = JSON.stringify(lines);
    for (const secret of ["correct horse", "the-output", "hunter2", "Which password"])
      expect(text).not.toContain(secret);
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(lines.find(({ what }) => what === "answer")).toMatchObject({
      person: "dev-lead",
      facts: { answer: digest },
    });
    expect(lines.find(({ what }) => what === "outcome")).toMatchObject({ facts: { output: digest } });
    expect(lines.find(({ what }) => what === "deny")).toMatchObject({
      person: "teammate",
      reason: "not with [redacted]",
    });
  });

  it("takes up what others decided, also while no bot ran, by decision id, and nothing twice", async () => {
    const store = createMemoryStore();
    const { folder, verify } = await open({ store });
    const start = async () => {
      const run = await stage.runtime.start({
        filePath: path.join(stage.workspace.workflowsDirectory, "deploy-guard.lobster"),
        cwd: stage.workspace.workflowsDirectory,
        startedBy: "dev-lead",
        startedFrom: { via: "cli" },
      });
      const report = await stage.runtime.execute(run.id);
      if (report.kind !== "waiting") throw new Error(report.kind);
      return { run, gate: { gateKey: report.gate.key } };
    };
    // Nobody was told of it and nobody decided anything yet: nothing to record.
    const first = await start();
    await stage.bot.idle();
    expect(linesOf(folder)).toEqual([]);
    await stage.runtime.decide({ gate: first.gate, decision: { kind: "deny" }, reason: "no", via: "cli" });
    expect(await until(() => linesOf(folder).length === 3)).toBe(true);
    expect(linesOf(folder).map(({ what, via }) => [what, via])).toEqual([
      ["start", "cli"],
      ["deny", "cli"],
      ["outcome", undefined],
    ]);
    await stage.bot.stop({ graceMs: 0 });
    const second = await start();
    const by = { person: "release-manager" };
    await stage.runtime.decide({ gate: second.gate, decision: { kind: "approve" }, by, via: "cli" });
    await stage.runtime.execute(second.run.id);
    for (let starts = 0; starts < 2; starts += 1) {
      const bot = createBot({
        runtime: stage.runtime,
        config: configFor(stage.workspace),
        adapters: [createFakePlatform().adapter],
        store,
        auditFiles: createAuditFiles(folder),
        clock: systemClock,
        ids: systemIds,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      });
      await bot.start();
      await bot.idle();
      await bot.stop({ graceMs: 0 });
    }
    expect(linesOf(folder).map(({ what, run }) => [what, run === second.run.id])).toEqual([
      ["start", false],
      ["deny", false],
      ["outcome", false],
      ["start", true],
      ["vote", true],
      ["resume", true],
      ["outcome", true],
    ]);
    expect((await verify()).problem).toBeUndefined();
  });

  it("never keeps a decision waiting: with a full disk people go on, the log says so once, and it is made up for", async () => {
    let isFull = true;
    const folder = makeFolder();
    const files = createAuditFiles(folder);
    const full: AuditFiles = {
      ...files,
      writeAt: async (month, offset, bytes) => {
        if (!isFull) return await files.writeAt(month, offset, bytes);
        await files.writeAt(month, offset, bytes.subarray(0, 50));
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      },
    };
    const platform = createFakePlatform();
    stage = await openStage({ platform, files: FILES, auditFiles: full });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const card = stage.find("Waiting for approval");
    await stage.act({ kind: "press", payload: payloadOf(card, "Approve"), from: "102", message: card.ref });
    expect(stage.texts().some((text) => text.includes("Finished"))).toBe(true);
    expect(stage.log.filter(({ event }) => event === "audit_not_written")).toEqual([
      { event: "audit_not_written", facts: expect.objectContaining({ code: "ENOSPC" }) as object },
    ]);
    expect(JSON.stringify(stage.log)).not.toContain("because");
    isFull = false;
    const [run] = (await stage.runtime.listRuns()).runs;
    if (run === undefined) throw new Error("no run");
    await stage.bot.core.keeper.refresh(run.id);
    await stage.bot.idle();
    expect(linesOf(folder).map(({ what }) => what)).toEqual(["start", "show", "vote", "resume", "outcome"]);
    expect(stage.log.filter(({ event }) => event === "audit_damaged")).toEqual([]);
    expect((await verifyAudit({ files, store: stage.store })).problem).toBeUndefined();
  });
});

const fits = ({ body }: { readonly body: readonly unknown[] }): boolean => JSON.stringify(body).length < 900;

describe("a log that somebody changed while no bot ran", () => {
  it("is found at the next start, which says where, and goes on with it", async () => {
    const store = createMemoryStore();
    const { folder } = await open({ store });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    await stage.bot.stop({ graceMs: 0 });
    const file = path.join(folder, `${new Date().toISOString().slice(0, 7)}.jsonl`);
    writeFileSync(file, readFileSync(file, "utf8").replace("dev-lead", "dev-leaf"));
    const platform = createFakePlatform();
    const again = await openStage({ platform, files: FILES, store, auditFiles: createAuditFiles(folder) });
    const damage = { event: "audit_damaged", facts: { kind: "changed", file: path.basename(file), line: 1, seq: 1 } };
    expect(await until(() => again.log.some(({ event }) => event === damage.event))).toBe(true);
    expect(again.log).toContainEqual(damage);
    await again.stop();
  });
});

describe("a gate that is open again because nothing could start behind it", () => {
  it("has every vote in the log once: those that led nowhere, that they count no more, and the new ones", async () => {
    const later =
      "steps:\n  - id: gate\n    approval: { prompt: Go?, approvers: [release-manager] }\n  - id: go\n    cwd: later\n    run: echo x\n";
    const { folder } = await open({ files: { "later.lobster": later } });
    await stage.act({ kind: "command", name: "run", rest: "later", from: "101" });
    const first = (await stage.runtime.listRuns()).runs[0];
    const gate = (await stage.runtime.readGate({ gateKey: first?.gate as GateKey }))?.approvalId ?? "";
    const approve = () => stage.act({ kind: "command", name: "approve", rest: gate, from: "102" });
    await approve();
    await mkdir(path.join(stage.workspace.workflowsDirectory, "later"));
    await approve();
    expect(
      linesOf(folder).map(({ what, facts }) => [what, (facts as { because?: string } | undefined)?.because]),
    ).toEqual([
      ["start", undefined],
      ["show", undefined],
      ["vote", undefined],
      ["resume", undefined],
      ["withdraw", "reopened"],
      ["vote", undefined],
      ["resume", undefined],
      ["outcome", undefined],
    ]);
  });
});

describe("/history of a run", () => {
  it("gives a receipt for everything that was decided in it, as text to copy or as a file, which verifies", async () => {
    const { folder } = await open();
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const card = stage.find("Waiting for approval");
    const [run] = (await stage.runtime.listRuns()).runs;
    const ask = () => stage.act({ kind: "command", name: "history", rest: run?.id ?? "", from: "103" });
    expect((await ask()).text).toBe("Nothing was decided in this run yet.");
    await stage.act({ kind: "press", payload: payloadOf(card, "Approve"), from: "102", message: card.ref });
    const { text, files } = await ask();
    expect(files).toEqual([]);
    expect(text).toContain("release-manager (telegram:102) approved deploy-guard");
    const key = await findSigningKey(folder);
    if (key === undefined) throw new Error("no key");
    expect(verifyReceipt(text, key.publicKey)).toMatchObject({ kind: "genuine", record: { what: "vote" } });
    expect((await stage.act({ kind: "command", name: "history", from: "101" })).text).toContain("/history <run>");
  });

  it("goes into a file where a message cannot hold it", async () => {
    const folder = makeFolder();
    const platform = createFakePlatform({ limits: { fits } });
    stage = await openStage({ platform, files: FILES, auditFiles: createAuditFiles(folder) });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const [run] = (await stage.runtime.listRuns()).runs;
    const approvalId = (await stage.runtime.readGate({ gateKey: run?.gate as GateKey }))?.approvalId ?? "";
    await stage.act({ kind: "command", name: "deny", rest: approvalId, from: "103" });
    const { text, files } = await stage.act({ kind: "command", name: "history", rest: run?.id ?? "", from: "103" });
    expect(text).toContain(`receipts-${run?.id}.txt`);
    expect(files[0]?.text).toContain("lobster-receipt:1:");
  });
});

describe("a run that is removed while it is looked at", () => {
  it("stands in the log once", async () => {
    const looked = new AbortController();
    let isHeld = false;
    const { folder, verify } = await open({
      wrap: (runtime) => ({
        ...runtime,
        readRun: async (id) => {
          const run = await runtime.readRun(id);
          if (isHeld && !looked.signal.aborted) await once(looked.signal, "abort");
          return run;
        },
      }),
    });
    await stage.act({ kind: "command", name: "run", rest: "deploy-guard", from: "101" });
    const card = stage.find("Waiting for approval");
    await stage.act({ kind: "press", payload: payloadOf(card, "Deny"), from: "102", message: card.ref });
    const before = linesOf(folder);
    const [run] = (await stage.runtime.listRuns()).runs;
    const { audit } = stage.bot.core;
    if (run === undefined || audit === undefined) throw new Error("nothing was recorded");
    isHeld = true;
    audit.look(run.id);
    const forgotten = audit.forget(run.id);
    await settle();
    looked.abort();
    await forgotten;
    await audit.idle();
    expect(linesOf(folder)).toEqual(before);
    expect((await verify()).problem).toBeUndefined();
  });
});

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditDirectoryOf, createAuditFiles } from "../../src/bot/audit/log/files.ts";
import { verifyAudit } from "../../src/bot/audit/verify/verify-audit.ts";
import { createBot } from "../../src/bot/bot.ts";
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../src/runtime/index.ts";
import { payloadOf } from "../fakes/bot-bench.ts";
import { createFakePlatform } from "../fakes/fake-adapter.ts";
import { callCli } from "../helpers/in-process-cli.ts";
import { configFor, PEOPLE } from "../scenarios/workspace.ts";
import { bundleProgram } from "./bundle.ts";

const DAY = 24 * 3_600_000;
const LIMIT_MS = 1_200_000;

/** `npm run test:chaos` kills at every point; else it is every third one. */
const STEP = process.env["LOBSTER_CHAOS"] === "all" ? 1 : 3;

const DEPLOY = `name: deploy
steps:
  - {id: build, run: "echo built >> effects"}
  - {id: gate, approval: Deploy?}
  - {id: deploy, run: "echo deployed >> effects"}
`;

interface Told {
  readonly killed?: string;
  readonly points?: number;
  readonly wrong?: string;
}

let program: string;
let template: string;
let tokens: readonly string[];
let waiting: string;

beforeAll(async () => {
  program = await bundleProgram("sweep-process", { whole: true });
  template = await makeTemplate();
}, LIMIT_MS);

afterAll(async () => {
  await rm(path.dirname(program), { recursive: true, force: true });
  await rm(template, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  return await mkdtemp(path.join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "lobster-sweep-"));
}

function openRuntime(folder: string) {
  const store = createFileStore({ directory: path.join(folder, "state"), clock: systemClock, ids: systemIds });
  const runtime = createRuntime({
    store,
    clock: systemClock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
  });
  return { store, runtime };
}

/** A directory with one run that finished in a chat, one that was denied at a command line, and one whose gate waits. */
async function makeTemplate(): Promise<string> {
  const folder = await makeFolder();
  const filePath = path.join(folder, "deploy.lobster");
  await writeFile(filePath, DEPLOY);
  const { store, runtime } = openRuntime(folder);
  const platform = createFakePlatform({ platform: "terminal" });
  const workspace = { root: folder, stateDirectory: path.join(folder, "state"), workflowsDirectory: folder };
  const config = configFor({ ...workspace, write: () => Promise.resolve(), remove: () => Promise.resolve() });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const auditFiles = createAuditFiles(auditDirectoryOf(workspace.stateDirectory));
  const bot = createBot({
    runtime,
    store,
    config: { ...config, people: PEOPLE },
    adapters: [platform.adapter],
    auditFiles,
    clock: systemClock,
    ids: systemIds,
    log,
  });
  await bot.start();
  const here = { conversation: { platform: "terminal", id: "main" } } as const;
  await platform.deliver({ kind: "command", name: "run", rest: "deploy", from: "dev-lead", ...here });
  await bot.idle();
  const card = platform.messages.findLast((message) => platform.textOf(message).includes("Deploy?"));
  if (card === undefined) throw new Error("no card");
  await platform.deliver({ kind: "press", payload: payloadOf(card, "Approve"), from: "release-manager", ...here });
  const start = async () => {
    const { id } = await runtime.start({ filePath, cwd: folder });
    const report = await runtime.execute(id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    return { id, gate: report.gate };
  };
  const denied = await start();
  const decision = { kind: "deny" } as const;
  await runtime.decide({ gate: { gateKey: denied.gate.key }, decision, by: { person: "release-manager" } });
  waiting = (await start()).id;
  const isSettled = (): boolean => JSON.stringify(readAll(folder, "chat_runs_")).includes('"settled":true');
  const isRecorded = async (): Promise<boolean> => (await store.list("audit_run_")).keys.length === 2;
  await vi.waitUntil(async () => isSettled() && (await isRecorded()), { timeout: 20_000, interval: 50 });
  await bot.idle();
  await bot.stop({ graceMs: 0 });
  const { runs } = await runtime.listRuns();
  const keys = runs.flatMap(({ decisions }) => decisions.map(({ gate }) => gate));
  const gates = await Promise.all(keys.map(async (gateKey) => await runtime.readGate({ gateKey })));
  tokens = gates.flatMap((gate) => (gate === undefined ? [] : [gate.token]));
  expect(tokens).toHaveLength(2);
  return folder;
}

function readAll(folder: string, prefix: string): readonly unknown[] {
  return readdirSync(path.join(folder, "state"))
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(readFileSync(path.join(folder, "state", name), "utf8")) as unknown);
}

/** Lets a bot sweep whose clock is so many days ahead, and kills it at a point. */
async function sweep(folder: string, days: number, point: number): Promise<readonly Told[]> {
  const words = [program, folder, String(days * DAY), String(point)];
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, words, { timeout: 60_000 }, (error, stdout, stderr) => {
      const told = stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Told);
      if (error !== null && told.every(({ killed }) => killed === undefined)) reject(new Error(`${stdout}${stderr}`));
      else resolve(told);
    });
  });
}

/** A copy in which a sweep is due 100 days from now. */
async function copyTemplate(): Promise<string> {
  const folder = await makeFolder();
  await cp(template, folder, { recursive: true });
  await sweep(folder, 99, 0);
  return folder;
}

/** What is stored of runs that are over. */
function listLeft(folder: string): readonly string[] {
  const mine = waiting.toLowerCase();
  const gate = readAll(folder, `run_${mine}`) as readonly { gate: string }[];
  return readdirSync(path.join(folder, "state"))
    .filter((name) =>
      /^(?:run|step|approval|audit_run|workflow_resume|chat_(?:runs|deliveries|messages|buttons|forms))_/.test(name),
    )
    .filter((name) => !name.includes(mine) && !name.startsWith(gate[0]?.gate ?? "-"))
    .filter((name) => !readFileSync(path.join(folder, "state", name), "utf8").includes(gate[0]?.gate ?? "-"));
}

/** Whatever was killed in the middle: what everybody may see of it then. */
async function findWrongs(folder: string): Promise<readonly string[]> {
  const { runtime } = openRuntime(folder);
  const wrongs: string[] = [];
  const env = { LOBSTER_STATE_DIR: path.join(folder, "state") };
  const pending = await callCli(["pending", "--json"], { cwd: folder, env });
  const shown = JSON.parse(pending.stdout) as Record<string, readonly { runId: string }[]>;
  const listed = Object.values(shown).flatMap((list) => (Array.isArray(list) ? list.map(({ runId }) => runId) : []));
  if (pending.code !== 0 || listed.join() !== waiting) wrongs.push(`pending: ${pending.stdout}${pending.stderr}`);
  for (const token of tokens) {
    const outcome = await runtime.decide({ gate: { token }, decision: { kind: "approve" }, by: { person: "x" } });
    if (outcome.kind !== "already_decided" && outcome.kind !== "not_found") wrongs.push(`token: ${outcome.kind}`);
  }
  for (const run of (await runtime.listRuns()).runs.filter(({ id }) => id !== waiting)) {
    const report = await runtime.execute(run.id);
    if (report.kind === "waiting" || run.status !== "over") wrongs.push(`executed: ${report.kind}`);
  }
  const effects = readFileSync(path.join(folder, "effects"), "utf8")
    .split("\n")
    .filter((line) => line === "deployed");
  if (effects.length !== 1) wrongs.push(`deployed ${effects.length} times`);
  return wrongs;
}

describe("a bot that is killed while it sweeps", () => {
  it(
    "leaves no run that waits, is interrupted or runs again, no token that works, and the next sweep ends the work: at every point",
    async () => {
      const whole = await copyTemplate();
      expect(listLeft(whole).length).toBeGreaterThan(10);
      const [{ points = 0 } = {}, ...more] = await sweep(whole, 100, 0);
      expect(more).toEqual([]);
      expect(listLeft(whole)).toEqual([]);
      await rm(whole, { recursive: true });
      expect(points).toBeGreaterThan(30);
      const before = await copyTemplate();
      const wrongs: object[] = [];
      for (let point = 1; point <= points; point += STEP) {
        const folder = await makeFolder();
        await cp(before, folder, { recursive: true });
        const told = await sweep(folder, 100, point);
        const found = [...(await findWrongs(folder)), ...told.flatMap(({ wrong }) => wrong ?? [])];
        const again = await sweep(folder, 101.5, 0);
        found.push(...again.flatMap(({ wrong }) => wrong ?? []), ...listLeft(folder), ...(await findWrongs(folder)));
        const { store } = openRuntime(folder);
        const files = createAuditFiles(auditDirectoryOf(path.join(folder, "state")));
        const { problem } = await verifyAudit({ files, store });
        if (problem !== undefined) found.push(`audit: ${JSON.stringify(problem)}`);
        if (found.length > 0) wrongs.push({ point, told, found });
        await rm(folder, { recursive: true });
      }
      await rm(before, { recursive: true });
      expect(wrongs).toEqual([]);
    },
    LIMIT_MS,
  );
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAuditCheck } from "./audit-check.ts";
import { bundleProgram } from "./bundle.ts";
import { FIVE_STEPS } from "./five-steps.ts";
import { createStandBy, type StandBy } from "./stand-by.ts";
import type { Told } from "./terminal-orders.ts";

/** `npm run test:chaos` kills at every point with every answer to an interruption; else every fourth one is abandoned. */
const IS_ALL = process.env["LOBSTER_CHAOS"] === "all";

/** So many kills are made otherwise, and some more, for a run may have a few points less than the one that was counted. */
const WANTED = 200;
const SPARE = 6;

/** Runs of one state directory. */
const BATCH = 20;

/** State directories in which runs are killed at the same time. */
const CHAINS = 2;

const LIMIT_MS = 1_200_000;

let program: string;

beforeAll(async () => {
  program = await bundleProgram("terminal-process", { whole: true });
}, LIMIT_MS);

afterAll(() => rm(path.dirname(program), { recursive: true, force: true }));

/** In memory where the system has such a folder: nothing here is about disks. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "lobster-chaos-"));
  await writeFile(path.join(folder, "five.lobster"), FIVE_STEPS);
  return folder;
}

interface Kill {
  readonly mark: string;
  readonly point: number;
}

/** How many points a run has that nobody kills. */
async function countPoints(): Promise<number> {
  const folder = await makeFolder();
  const processes = createStandBy(program);
  const told = await processes.carryOut({ folder, mark: "0r", point: 0 });
  await processes.dismiss();
  await rm(folder, { recursive: true });
  return told.find(({ points }) => points !== undefined)?.points ?? 0;
}

/** The mark of a run says where it is killed, and what is said when it was interrupted. */
function listKills(points: number): readonly Kill[] {
  return choosePoints(points).flatMap((point, at) =>
    listAnswers(at).map((answer) => ({ mark: `${point}${answer}`, point })),
  );
}

/** As many of all points as are wanted, spread over the whole run. */
function choosePoints(points: number): readonly number[] {
  const all = Array.from({ length: points }, (_, at) => at + 1);
  const step = IS_ALL ? 1 : Math.max(1, points / (WANTED + SPARE));
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** `r`etry, `a`bandon. */
function listAnswers(at: number): readonly string[] {
  if (IS_ALL) return ["r", "a"];
  return [at % 4 === 0 ? "a" : "r"];
}

/** Each process sees the run through in which the one before it was killed, then is killed itself in the next one. */
async function killBatch(processes: StandBy, kills: readonly Kill[]): Promise<readonly Told[]> {
  const folder = await makeFolder();
  const audit = openAuditCheck(path.join(folder, "state"));
  const facts: Told[] = [];
  let before: string | undefined;
  for (const { mark, point } of kills) {
    const told = await processes.carryOut({ folder, ...(before === undefined ? {} : { before }), mark, point });
    facts.push(...told.map((fact) => (fact.killed === undefined ? fact : { ...fact, judged: mark })));
    facts.push({ wrongs: (await audit.findBreaks()).map((wrong) => `${mark}: ${wrong}`) });
    before = told.some(({ killed }) => killed !== undefined) ? mark : undefined;
  }
  if (before !== undefined) facts.push(...(await processes.carryOut({ folder, before, point: 0 })));
  facts.push({ wrongs: await audit.findWrongs() });
  await rm(folder, { recursive: true });
  return facts;
}

/** What became of each run. */
async function killAll(kills: readonly Kill[]): Promise<readonly Told[]> {
  const batches = Array.from({ length: Math.ceil(kills.length / BATCH) }, (_, at) =>
    kills.slice(at * BATCH, (at + 1) * BATCH),
  );
  const facts: Told[] = [];
  const work = async (): Promise<void> => {
    const processes = createStandBy(program);
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      facts.push(...(await killBatch(processes, batch)));
    }
    await processes.dismiss();
  };
  await Promise.all(Array.from({ length: CHAINS }, work));
  return facts;
}

/** A log is killed before, within and behind its lines, and around the documents that say what of it is written. */
const AUDIT_POINTS = [
  /^before audit$/,
  /^within audit$/,
  /^after audit$/,
  /^before replace audit_head$/,
  /^after replace audit_head$/,
  /^before (?:create|replace) audit_run_/,
  /^after (?:create|replace) audit_run_/,
];

const pointOf = ({ judged: mark = "" }: Told): number => Number.parseInt(mark, 10);

describe("a bot with the terminal chat, killed at every point of a run of five steps with two gates", () => {
  it(
    "loses no run, runs no step twice that nobody asked for, leaves no card wrong, and audits each decision and end once",
    async () => {
      const points = await countPoints();
      expect(points).toBeGreaterThan(200);
      const facts = await killAll(listKills(points));
      const killed = facts.filter((fact) => fact.killed !== undefined);
      const judged = facts.filter((fact) => fact.outcome !== undefined || fact.wrongs !== undefined);
      expect(judged.filter(({ wrongs = [] }) => wrongs.length > 0)).toEqual([]);
      expect(killed.length).toBeGreaterThanOrEqual(WANTED);
      const seen = new Set(judged.map(({ judged: mark }) => mark));
      expect(killed.filter(({ judged: mark }) => !seen.has(mark))).toEqual([]);
      // Only what was killed before there was a run may have none.
      const created = Math.min(...killed.filter((fact) => fact.killed?.startsWith("after create run_")).map(pointOf));
      const lost = judged.filter(({ outcome }) => outcome === "never started");
      expect(lost.filter((fact) => pointOf(fact) >= created)).toEqual([]);
      // It was worth it: runs were interrupted in every step, people said what became of them, and the audit log was being written.
      const retried = new Set(judged.flatMap((fact) => fact.retried ?? []));
      expect([...retried].toSorted()).toEqual(["announce", "build", "deploy"]);
      const struck = killed.map(({ killed: point = "" }) => point);
      for (const point of AUDIT_POINTS) expect(struck).toContainEqual(expect.stringMatching(point));
    },
    LIMIT_MS,
  );
});

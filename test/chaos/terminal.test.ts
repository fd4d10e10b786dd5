import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "./bundle.ts";
import { FIVE_STEPS } from "./five-steps.ts";

/** `npm run test:chaos` kills at every point, with every answer to an interruption. */
const KILLS = process.env["LOBSTER_CHAOS"] === "all" ? Infinity : 200;

/** Runs of one state directory. */
const BATCH = 20;

const LIMIT_MS = 1_200_000;

interface Told {
  readonly killed?: string;
  readonly points?: number;
  readonly judged?: string;
  readonly outcome?: string;
  readonly retried?: readonly string[];
  readonly wrongs?: readonly string[];
}

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

/** Runs the program to its end, which is a kill or not, and returns what it told. */
async function run(...words: readonly string[]): Promise<readonly Told[]> {
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words], { timeout: 60_000 }, (error, stdout, stderr) => {
      const told = stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Told);
      const isKilled = told.some(({ killed }) => killed !== undefined);
      if (error !== null && !isKilled) reject(new Error(`${words.join(" ")}: ${error.message}\n${stdout}${stderr}`));
      else resolve(told);
    });
  });
}

/** How many points a run has that nobody kills. */
async function countPoints(): Promise<number> {
  const folder = await makeFolder();
  const told = await run(folder, "-", "0r", "0");
  await rm(folder, { recursive: true });
  return told.find(({ points }) => points !== undefined)?.points ?? 0;
}

const pointOf = ({ judged: mark = "" }: Told): number => Number.parseInt(mark, 10);

interface Kill {
  readonly mark: string;
  readonly point: number;
}

/** What became of each run, until so many were killed: a run may end a few points before another one does. */
async function killAll(kills: readonly Kill[], wanted: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  const isEnough = (): boolean => told.filter(({ killed }) => killed !== undefined).length >= wanted;
  for (let from = 0; from < kills.length && !isEnough(); from += BATCH) {
    const folder = await makeFolder();
    let before = "-";
    for (const { mark, point } of kills.slice(from, from + BATCH)) {
      if (isEnough()) break;
      const said = await run(folder, before, mark, String(point));
      told.push(...said.map((fact) => (fact.killed === undefined ? fact : { ...fact, judged: mark })));
      before = said.some(({ killed }) => killed !== undefined) ? mark : "-";
    }
    if (before !== "-") told.push(...(await run(folder, before, "-", "0")));
    await rm(folder, { recursive: true });
  }
  return told;
}

describe("a bot with the terminal chat, killed at every point of a run of five steps with two gates", () => {
  it(
    "loses no run, runs no step twice that nobody asked for, and leaves no card wrong",
    async () => {
      const points = await countPoints();
      expect(points).toBeGreaterThan(150);
      const kills = ["r", "a"].flatMap((answer) =>
        Array.from({ length: points }, (_, at): Kill => ({ mark: `${at + 1}${answer}`, point: at + 1 })),
      );
      const told = await killAll(kills, KILLS);
      const killed = told.filter((fact) => fact.killed !== undefined);
      const judged = told.filter((fact) => fact.outcome !== undefined || fact.wrongs !== undefined);
      expect(judged.filter(({ wrongs = [] }) => wrongs.length > 0)).toEqual([]);
      expect(killed.length).toBeGreaterThanOrEqual(200);
      const seen = new Set(judged.map(({ judged: mark }) => mark));
      expect(killed.filter(({ judged: mark }) => !seen.has(mark))).toEqual([]);
      // Only what was killed before there was a run may have none.
      const created = Math.min(...killed.filter((fact) => fact.killed?.startsWith("after create run_")).map(pointOf));
      const lost = judged.filter(({ outcome }) => outcome === "never started");
      expect(lost.filter((fact) => pointOf(fact) >= created)).toEqual([]);
      // It was worth it: runs were interrupted in every step, and people said what became of them.
      const retried = new Set(judged.flatMap((fact) => fact.retried ?? []));
      expect([...retried].toSorted()).toEqual(["announce", "build", "deploy"]);
    },
    LIMIT_MS,
  );
});

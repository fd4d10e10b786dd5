import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDiscord } from "../scenarios/venue/discord-venue.ts";
import { openTelegram } from "../scenarios/venue/telegram-venue.ts";
import { bundleProgram } from "./bundle.ts";
import { openWorld, type BotInChat, type ChatWorld } from "./chat-world.ts";
import { seeThrough, type Story } from "./see-through.ts";

/** `npm run test:chaos` kills at every point, with both answers to an interruption. */
const KILLS = process.env["LOBSTER_CHAOS"] === "all" ? Infinity : 10;

const LIMIT_MS = 7_200_000;

let program: string;

beforeAll(async () => {
  program = await bundleProgram("chat-process", { whole: false });
}, LIMIT_MS);

afterAll(() => rm(path.dirname(program), { recursive: true, force: true }));

interface Kill {
  readonly point: number;
  readonly abandons: boolean;
}

async function start(world: ChatWorld): Promise<BotInChat> {
  const bot = await world.start(program);
  await world.venue.attach();
  return bot;
}

async function stop(world: ChatWorld, bot: BotInChat): Promise<void> {
  await bot.kill();
  await world.venue.detach();
}

function startRun({ venue, place }: ChatWorld, mark: string): void {
  venue
    .type("dev-lead", place, `/run five mark=${mark}`)
    .answer()
    .catch(() => undefined);
}

/** How many points a run has that nobody kills. */
async function countPoints(world: ChatWorld): Promise<number> {
  const bot = await start(world);
  await bot.arm(0);
  startRun(world, "whole");
  expect(await seeThrough(world, bot, { mark: "whole", isLeft: false, abandons: false, retried: [] })).toEqual([]);
  const points = await bot.disarm();
  await stop(world, bot);
  return points;
}

/** As many of all points as are wanted, spread over the whole run. */
function chooseKills(points: number): readonly Kill[] {
  const all = [false, true].flatMap((abandons) =>
    Array.from({ length: points }, (_, at): Kill => ({ point: at + 1, abandons })),
  );
  const step = Math.max(1, all.length / KILLS);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** Each process sees the run through in which the one before it was killed, then begins the next one. */
async function killAll(world: ChatWorld, kills: readonly Kill[]): Promise<{ killed: unknown[]; wrongs: string[] }> {
  const killed: unknown[] = [];
  const wrongs: string[] = [];
  let before: Story | undefined;
  for (const kill of [...kills, undefined]) {
    const bot = await start(world);
    if (before !== undefined) {
      const { mark } = before;
      const found = (await seeThrough(world, bot, before)) ?? ["its next process died, too"];
      wrongs.push(...found.map((wrong) => `${mark}: ${wrong}`));
    }
    before = undefined;
    if (kill !== undefined) {
      const story = {
        mark: `${kill.point}${kill.abandons ? "a" : "r"}`,
        isLeft: false,
        abandons: kill.abandons,
        retried: [],
      };
      await bot.arm(kill.point);
      startRun(world, story.mark);
      const found = await seeThrough(world, bot, story);
      // A run may have a few points less than the first one: then it is over.
      wrongs.push(...(found ?? []).map((wrong) => `${story.mark}, which nobody killed: ${wrong}`));
      if (found === undefined) {
        killed.push(await bot.told("killed"));
        before = { ...story, isLeft: true };
      }
    }
    if (kill === undefined) await bot.settle();
    await stop(world, bot);
    wrongs.push(...(await (kill === undefined ? world.audit.findWrongs() : world.audit.findBreaks())));
  }
  return { killed, wrongs };
}

describe.each([
  ["Telegram", openTelegram],
  ["Discord", openDiscord],
] as const)("a bot on %s, killed in runs of five steps with two gates", (_name, open) => {
  let world: ChatWorld;

  beforeAll(async () => {
    world = await openWorld(await open({}));
  }, LIMIT_MS);

  afterAll(async () => {
    await world.venue.stop();
    await rm(world.folder, { recursive: true, force: true });
  });

  it(
    "loses no run, runs no step twice that nobody asked for, leaves no card wrong, and audits each decision and end once",
    async () => {
      const points = await countPoints(world);
      expect(points).toBeGreaterThan(150);
      const kills = chooseKills(points);
      const { killed, wrongs } = await killAll(world, kills);
      expect(wrongs).toEqual([]);
      expect(killed.length).toBeGreaterThan(kills.length * 0.9 - 1);
      expect(world.venue.complaints()).toEqual([]);
    },
    LIMIT_MS,
  );
});

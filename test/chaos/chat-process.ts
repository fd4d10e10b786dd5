import { createInterface } from "node:readline";
import { writeSync } from "node:fs";
import { auditDirectoryOf, createAuditFiles } from "../../src/bot/audit/log/files.ts";
import { createBot } from "../../src/bot/bot.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { composeHost } from "../../src/main/compose-host.ts";
import { openAdapters } from "../../src/main/open-adapters.ts";
import type { World } from "../../src/main/world.ts";
import { createFileStore, createRuntime, systemClock, systemIds } from "../../src/runtime/index.ts";
import { createKillSwitch, killAtSpawns, killingAdapter, killingFiles, killingStore } from "./kill-switch.ts";

/**
 * A bot on the platform that its environment names. Lines on stdin arm and disarm the switch: `arm 17` kills it at the 17th
 * point from then on, `disarm` makes it tell how many there were, `settle` when nothing happens in it any more.
 */
const say = (fact: object): void => void writeSync(1, `${JSON.stringify(fact)}\n`);

const outcome = await loadConfig();
if (outcome.kind === "problems") throw new Error(JSON.stringify(outcome.problems));
const { config } = outcome;
const killer = createKillSwitch();
killAtSpawns(killer);
const store = killingStore(
  createFileStore({ directory: config.stateDirectory, clock: systemClock, ids: systemIds }),
  killer,
);
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event: string, facts?: object) => say({ error: `${event} ${JSON.stringify(facts)}` }),
};
const world: World = {
  arguments: [],
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  wantsNoColours: true,
  onInterrupt: () => () => undefined,
};
const adapters = await openAdapters({
  config,
  world,
  clock: systemClock,
  ids: systemIds,
  log,
  idle: () => bot.idle(),
  onInterrupt: () => undefined,
});
const bot = createBot({
  runtime: createRuntime(composeHost(config, { store })),
  store,
  auditFiles: killingFiles(createAuditFiles(auditDirectoryOf(config.stateDirectory)), killer),
  config,
  adapters: adapters.map((adapter) => killingAdapter(adapter, killer)),
  clock: systemClock,
  ids: systemIds,
  log,
});
await bot.start();
createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, point] = line.split(" ");
  if (word === "settle") return void bot.idle().then(() => say({ settled: true }));
  if (word === "arm") killer.arm(Number(point));
  say(word === "arm" ? { armed: Number(point) } : { points: killer.disarm() });
});
say({ started: true });

import { writeSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { createTerminalAdapter } from "../../adapters/terminal/index.ts";
import { auditDirectoryOf, createAuditFiles } from "../../src/bot/audit/log/files.ts";
import { createBot } from "../../src/bot/bot.ts";
import { chooseWording } from "../../src/bot/wording/wording.ts";
import {
  createFileStore,
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
} from "../../src/runtime/index.ts";
import { createKillSwitch, killingAdapter, killingStore } from "./kill-switch.ts";
import { aheadOf } from "./sweep-clock.ts";

/**
 * A bot on a state directory whose runs are old by its clock, killed at a point of its sweep. Arguments: the folder; how far its clock is
 * ahead, ms; the point. It ends by itself, and tells how many points there were, when the sweep is complete.
 */
const [folder = "", ahead = "0", point = "0"] = process.argv.slice(2);

const killer = createKillSwitch();
const clock = aheadOf(systemClock, Number(ahead));
const stateDirectory = path.join(folder, "state");
const store = killingStore(createFileStore({ directory: stateDirectory, clock, ids: systemIds }), killer);
const runtime = createRuntime({
  store,
  clock,
  ids: systemIds,
  environment: { PATH: process.env["PATH"] },
  ...describeThisProcess(),
  defaultTimeoutMs: null,
  maxOutputBytes: 512_000,
  mode: "tool",
});
const terminal = createTerminalAdapter({
  input: new PassThrough(),
  output: new PassThrough().resume(),
  isInteractive: true,
  hasColours: false,
  speakers: [{ id: "release-manager", name: "release-manager" }],
  wordsFor: () => chooseWording().terminal,
  session: systemIds.hex(4),
  filesDirectory: path.join(folder, "files"),
  idle: () => Promise.resolve(),
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
  onInterrupt: () => undefined,
});
const say = (fact: object): void => void writeSync(1, `${JSON.stringify(fact)}\n`);
const adapter = killingAdapter(terminal, killer);
const bot = createBot({
  runtime,
  store,
  config: {
    people: [],
    chats: [],
    workflows: new Map(),
    defaults: { timeoutMs: 60_000, maxOutputBytes: 512_000, expiresInMs: null, maxParallel: 4, notifyStarter: true },
    redactions: [],
    workflowsDirectory: folder,
  },
  adapters: [
    {
      ...adapter,
      // Nothing of what is old is ever shown anew.
      send: (...call) => (say({ wrong: "sent" }), adapter.send(...call)),
      update: (...call) => (say({ wrong: "edited" }), adapter.update(...call)),
    },
  ],
  auditFiles: createAuditFiles(auditDirectoryOf(stateDirectory)),
  clock,
  ids: systemIds,
  log: {
    info: () => undefined,
    warn: (event, facts) => say({ wrong: `${event} ${JSON.stringify(facts)}` }),
    error: (event, facts) => say({ wrong: `${event} ${JSON.stringify(facts)}` }),
  },
});

async function sweep(): Promise<void> {
  const before = (await store.read("lobster.sweep"))?.version;
  killer.arm(Number(point));
  await bot.start();
  while ((await store.read("lobster.sweep"))?.version === before) await systemClock.sleep(5);
  say({ points: killer.disarm() });
  await bot.stop({ graceMs: 0 });
}

void sweep().then(() => process.exit(0));

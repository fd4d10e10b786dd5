import type { AuditFiles } from "../../../src/bot/audit/log/files.ts";
import { createBot, type Bot } from "../../../src/bot/bot.ts";
import type { BotConfig } from "../../../src/bot/core.ts";
import type { LogFacts } from "../../../src/bot/log.ts";
import { createPeopleDirectory } from "../../../src/bot/people/people-directory.ts";
import type { Clock } from "../../../src/runtime/ports.ts";
import {
  createRuntime,
  describeThisProcess,
  systemClock,
  systemIds,
  type Runtime,
  type RuntimeHost,
} from "../../../src/runtime/index.ts";
import type { FakeAnswer, FakeEvent, FakeMessage, FakePlatform } from "../../fakes/fake-adapter.ts";
import { createMemoryStore, type MemoryStore } from "../../fakes/memory-store.ts";
import { configFor, createWorkspace, type Workspace } from "../../scenarios/workspace.ts";

/** A bot over one fake platform, in a conversation `telegram:100`, with three people who have accounts 101, 102 and 103. */
export interface Stage {
  readonly workspace: Workspace;
  readonly store: MemoryStore;
  readonly runtime: Runtime;
  readonly bot: Bot;
  readonly log: readonly { readonly event: string; readonly facts: LogFacts | undefined }[];
  /** Delivers an event and waits until everything is shown. */
  act(event: FakeEvent): Promise<FakeAnswer>;
  /** Texts of all messages as they are shown now. */
  texts(): readonly string[];
  find(text: string): FakeMessage;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly files: Readonly<Record<string, string>>;
  readonly platform: FakePlatform;
  readonly others?: readonly FakePlatform[];
  readonly config?: Partial<BotConfig>;
  readonly clock?: Clock;
  readonly store?: MemoryStore;
  readonly workspace?: Workspace;
  readonly host?: Partial<RuntimeHost>;
  readonly auditFiles?: AuditFiles;
  /** Wraps the runtime before the bot gets it. */
  readonly wrap?: (runtime: Runtime) => Runtime;
  /** Called before the bot starts. */
  readonly before?: (stage: Pick<Stage, "store" | "runtime" | "workspace">) => Promise<void>;
}

export const PEOPLE = [
  { id: "dev-lead", name: "Dev lead", groups: ["dev"], accounts: [{ platform: "telegram", id: "101" }] },
  {
    id: "release-manager",
    name: "Release manager",
    groups: ["release"],
    accounts: [{ platform: "telegram", id: "102" }],
  },
  { id: "teammate", name: "Teammate", groups: ["dev"], accounts: [{ platform: "telegram", id: "103" }] },
] as const;

export async function openStage(options: StageOptions): Promise<Stage> {
  const { platform, others = [], clock = systemClock, store = createMemoryStore() } = options;
  const workspace = options.workspace ?? (await createWorkspace(options.files));
  const config = configFor(workspace, {
    people: PEOPLE,
    chats: [{ platform: "telegram", id: "100" }],
    ...options.config,
  });
  const inner = createRuntime({
    store,
    clock,
    ids: systemIds,
    environment: { PATH: process.env["PATH"] },
    ...describeThisProcess(),
    defaultTimeoutMs: null,
    maxOutputBytes: 512_000,
    mode: "tool",
    directory: createPeopleDirectory(config),
    ...options.host,
  });
  const runtime = options.wrap?.(inner) ?? inner;
  const log: { event: string; facts: LogFacts | undefined }[] = [];
  const write = (event: string, facts?: LogFacts): void => void log.push({ event, facts });
  const bot = createBot({
    runtime,
    config,
    adapters: [platform, ...others].map(({ adapter }) => adapter),
    store,
    ...(options.auditFiles === undefined ? {} : { auditFiles: options.auditFiles }),
    clock,
    ids: systemIds,
    log: { info: write, warn: write, error: write },
  });
  await options.before?.({ store, runtime, workspace });
  await bot.start();
  const texts = (): readonly string[] => platform.messages.map(platform.textOf);
  return {
    workspace,
    store,
    runtime,
    bot,
    log,
    act: async (event) => {
      const answer = await platform.deliver(event);
      await bot.idle();
      return answer;
    },
    texts,
    find: (text) => {
      const found = platform.messages.findLast((message) => platform.textOf(message).includes(text));
      if (found === undefined) throw new Error(`Nothing shows ${text}: ${JSON.stringify(texts(), null, 1)}`);
      return found;
    },
    stop: async () => {
      await bot.stop({ graceMs: 0 });
      await workspace.remove();
    },
  };
}

/** Looks again and again until it is true, for some seconds at most. */
export async function until(isTrue: () => boolean | Promise<boolean>, ms = 5_000): Promise<boolean> {
  const end = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { AuditFiles } from "../../../src/bot/audit/log/files.ts";
import type { BotConfig } from "../../../src/bot/core.ts";
import type { PersonConfig } from "../../../src/config/config.ts";
import type { GateDocument } from "../../../src/runtime/run/documents.ts";
import { payloadOf } from "../../fakes/bot-bench.ts";
import {
  createFakePlatform,
  type FakeEvent,
  type FakeMessage,
  type FakeOptions,
  type FakePlatform,
} from "../../fakes/fake-adapter.ts";
import { createManualClock, type ManualClock } from "../../fakes/manual-clock.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { openStage, type Stage } from "../../hostile/bot/stage.ts";

/** Five people, each with an account on both platforms, so that one human may act as two. */
export const CAST: readonly PersonConfig[] = [
  person("ann", "Ann", 1, ["release"]),
  person("bob", "Bob", 2, ["release", "security"]),
  person("cat", "Cat", 3, ["security"]),
  person("dan", "Dan", 4, ["dev"]),
  person("eve", "Eve", 5, []),
];

function person(id: string, name: string, number: number, groups: readonly string[]): PersonConfig {
  return {
    id,
    name,
    groups,
    accounts: [
      { platform: "telegram", id: `10${number}` },
      { platform: "discord", id: `20${number}` },
    ],
  };
}

/** A workflow with one gate, and one step behind it that leaves a line in `done.txt`. */
export function gated(approval: string): string {
  return `
args: { tag: { default: v1.4.0 } }
steps:
  - id: gate
    approval: ${approval}
  - id: go
    run: echo "$LOBSTER_APPROVAL_APPROVED_BY" >> done.txt
    condition: $gate.approved
`;
}

type Where = "telegram" | "discord";

/** A bot in a Telegram group and a Discord channel that both get every card; it stands still until its clock is moved. */
export interface GateScene {
  readonly stage: Stage;
  readonly telegram: FakePlatform;
  readonly discord: FakePlatform;
  readonly clock: ManualClock;
  /** Answers, or empty text for a press that was answered by what it led to. */
  say(who: string, text: string, where?: Where): Promise<string>;
  press(who: string, label: string, where?: Where, event?: Partial<FakeEvent>): Promise<string>;
  /** Anything, by default in the Telegram group. */
  deliver(event: FakeEvent): Promise<string>;
  /** A press on a button that may be gone by now. */
  pressPayload(who: string, payload: string, event?: Partial<FakeEvent>): Promise<string>;
  /** Replies to the newest message that asks this person for it. */
  reply(who: string, text: string): Promise<string>;
  /** The card of the gate as it is shown now. */
  card(where?: Where): string;
  message(where?: Where): FakeMessage;
  gate(): Promise<GateDocument>;
  /** Lines of `done.txt`: how often the step behind the gate ran, and who approved. */
  done(): Promise<readonly string[]>;
  /** Lets time pass; whoever is due looks once. */
  wait(ms: number): Promise<void>;
  /** Ends the bot as a crash would and starts another one on the same state, with another configuration. */
  restart(config?: Partial<BotConfig>): Promise<void>;
  stop(): Promise<void>;
}

export interface SceneOptions {
  readonly config?: Partial<BotConfig>;
  readonly telegram?: FakeOptions["limits"];
  /** Where the audit log is kept; without it nothing is recorded. */
  readonly auditFiles?: AuditFiles;
}

export const MINUTE = 60_000;

/** Opens the scene with one workflow, `release`, and starts it for Dan. */
export async function openScene(file: string, options: SceneOptions = {}): Promise<GateScene> {
  const clock = createManualClock();
  const store = createMemoryStore();
  const telegram = createFakePlatform({
    platform: "telegram",
    ...(options.telegram === undefined ? {} : { limits: options.telegram }),
  });
  const discord = createFakePlatform({ platform: "discord", limits: { privateResponses: true } });
  const base: Partial<BotConfig> = {
    people: CAST,
    chats: [
      { platform: "telegram", id: "100" },
      { platform: "telegram", id: "999" },
      { platform: "discord", id: "200" },
    ],
    workflows: new Map([
      ["release", { postTo: [{ kind: "origin" }, { kind: "conversation", conversation: AT.discord }] }],
    ]),
    ...options.config,
  };
  const open = (config: Partial<BotConfig>, workspace?: Stage["workspace"]): Promise<Stage> =>
    openStage({
      platform: telegram,
      others: [discord],
      files: { "release.lobster": file },
      clock,
      store,
      config,
      ...(options.auditFiles === undefined ? {} : { auditFiles: options.auditFiles }),
      ...(workspace === undefined ? {} : { workspace }),
    });
  let stage = await open(base);
  const on = { telegram, discord };
  const deliver = async (where: Where, event: FakeEvent): Promise<string> => {
    const answer = await on[where].deliver({ conversation: AT[where], ...event });
    await stage.bot.idle();
    return answer.text;
  };
  const accountOf = (who: string, where: Where): string =>
    [...CAST, ...(base.people ?? [])].find(({ id }) => id === who)?.accounts.find(({ platform }) => platform === where)
      ?.id ?? who;
  const find = (where: Where, isIt: (text: string) => boolean): FakeMessage => {
    const found = on[where].messages.findLast((message) => isIt(on[where].textOf(message)));
    if (found === undefined) throw new Error(JSON.stringify(on[where].messages.map(on[where].textOf), null, 1));
    return found;
  };
  const message = (where: Where = "telegram"): FakeMessage =>
    find(where, (text) => /^Digest [0-9a-f]{12}$/m.test(text));
  const scene: GateScene = {
    get stage() {
      return stage;
    },
    telegram,
    discord,
    clock,
    say: (who, text, where = "telegram") => {
      const [, name = "", rest = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
      return deliver(where, { kind: "command", name, rest, from: accountOf(who, where) });
    },
    press: (who, label, where = "telegram", event = {}) => {
      const shown = on[where].messages.findLast(({ content }) =>
        (content.buttons ?? []).flat().some((button) => button.label === label),
      );
      if (shown === undefined) throw new Error(`no button ${label}`);
      const press = { kind: "press", payload: payloadOf(shown, label), message: shown.ref } as const;
      return deliver(where, { ...press, from: accountOf(who, where), ...event } as FakeEvent);
    },
    deliver: (event) => deliver("telegram", event),
    pressPayload: (who, payload, event = {}) =>
      deliver("telegram", { kind: "press", payload, from: accountOf(who, "telegram"), ...event } as FakeEvent),
    reply: (who, text) => {
      const account = accountOf(who, "telegram");
      const asked = telegram.messages.findLast(({ content }) => content.expectReply?.from?.includes(account) === true);
      if (asked === undefined) throw new Error(`nothing asks ${who}`);
      return deliver("telegram", { kind: "text", text, replyTo: asked.ref, from: account });
    },
    card: (where = "telegram") => on[where].textOf(message(where)),
    message,
    gate: async () => {
      const { runs } = await stage.runtime.listRuns();
      const [run] = runs;
      const gateKey = run?.gate ?? run?.decisions.at(-1)?.gate;
      const gate = gateKey === undefined ? undefined : await stage.runtime.readGate({ gateKey });
      if (gate === undefined) throw new Error("no gate");
      return gate;
    },
    done: async () => {
      const text = await readFile(path.join(stage.workspace.workflowsDirectory, "done.txt"), "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    wait: async (ms) => {
      await clock.jump(ms);
      await stage.bot.idle();
    },
    restart: async (config = {}) => {
      const stopped = stage.bot.stop({ graceMs: 0 });
      await clock.jump(MINUTE);
      await stopped;
      stage = await open({ ...base, ...config }, stage.workspace);
      await stage.bot.idle();
    },
    stop: async () => {
      const stopped = stage.stop();
      await clock.jump(MINUTE);
      await stopped;
    },
  };
  await scene.say("dan", "/run release");
  return scene;
}

const AT = {
  telegram: { platform: "telegram", id: "100" },
  discord: { platform: "discord", id: "200" },
} as const;

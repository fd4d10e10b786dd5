import { systemClock } from "../../../src/runtime/system.ts";
import { createObserving } from "./act/observe.ts";
import { createPopulating } from "./act/populate.ts";
import { createPressing } from "./act/press.ts";
import { createUpheaval } from "./act/upheaval.ts";
import { createWriting } from "./act/write.ts";
import { createFaults } from "./faults.ts";
import { handleRequest } from "./http/handle-request.ts";
import type { RequestHandling } from "./http/handle-request.ts";
import { startListener } from "./http/listener.ts";
import type { Services } from "./methods/method.ts";
import { runCall } from "./methods/run-call.ts";
import { nameMethod } from "./methods/table.ts";
import type { BotPlan, TelegramPeer, TelegramPeerOptions } from "./peer.ts";
import { createRequestLog } from "./request-log.ts";
import type { RequestLog } from "./request-log.ts";
import { createMail } from "./updates/mailbox.ts";
import { createCommandStore } from "./world/commands.ts";
import type { Bot, User } from "./world/identity.ts";
import { createPressStore } from "./world/presses.ts";
import { createRateKeeper } from "./world/rates.ts";
import { createWorld } from "./world/world.ts";
import type { World } from "./world/world.ts";

export type { Press } from "./act/press.ts";
export type { SeenButton, SeenEntity, SeenForceReply, SeenMessage } from "./act/seen-message.ts";
export type { WaitOptions } from "../shared/watch.ts";
export type { SentFile, WriteOptions } from "./act/write.ts";
export type { GroupPlan } from "./act/populate.ts";
export type { Fault, FaultAction, Faults, FaultScope } from "./faults.ts";
export type { BotPlan, TelegramPeer, TelegramPeerOptions } from "./peer.ts";
export type { LoggedRequest, Oddity, Refusal, RequestOutcome } from "./request-log.ts";
export type { Chat, Role, Topic } from "./world/chat.ts";
export { ANONYMOUS_ADMIN, CHANNEL_SENDER, LINKED_CHANNEL_SENDER } from "./world/identity.ts";
export type { Bot, User } from "./world/identity.ts";
export type { PressAnswer } from "./world/presses.ts";
export { stopClean } from "./stop-clean.ts";

/** Starts a Bot API server on 127.0.0.1 with one bot and nobody else. */
export async function createTelegramPeer(options: TelegramPeerOptions = {}): Promise<TelegramPeer> {
  const stopped = new AbortController();
  const world = createWorld(options.clock ?? systemClock);
  const bot = addBot(world, options.bot);
  const log = createRequestLog(
    () => world.clock.now(),
    () => world.changes.announce(),
  );
  const services = createServices(world, log, options);
  const { mail, presses } = services;
  const faults = createFaults();
  const handling: RequestHandling = { services, log, faults, open: new Map() };
  const listener = await startListener((request, response) => {
    handleRequest(handling, request, response).catch(() => response.destroy());
  });
  const populating = createPopulating(world, mail, bot);
  const repeatAfterMs = options.repeatPressesAfterMs;
  return {
    ...populating,
    ...createWriting(world, mail),
    ...createPressing({ world, mail, presses, mainBot: bot, repeatAfterMs, stopped: stopped.signal }),
    ...createUpheaval(world, mail, populating, bot),
    ...createObserving(services, log, bot),
    url: listener.url,
    token: bot.token,
    bot,
    botUser: bot.user,
    log: log.entries,
    refused: log.refused,
    oddities: log.oddities,
    faults,
    addBot: (plan) => addBot(world, plan),
    inject: (kind, body, receiver = bot) => mail.deliver(receiver, kind, body, "injected"),
    cutPolls: () => cutPolls(handling),
    goDown: () => listener.goDown(),
    comeUp: () => listener.comeUp(),
    stop: async () => {
      stopped.abort(new Error("The server stopped"));
      faults.clear();
      for (const known of world.bots.values()) mail.boxOf(known).webhook?.stop();
      await listener.goDown();
    },
  };
}

function addBot(world: World, plan: BotPlan = {}): Bot {
  const number = world.bots.size + 1;
  const id = plan.id ?? 7_000_000_000 + number;
  const username = plan.username ?? `lobster_${number}_bot`;
  const user: User = { id, isBot: true, firstName: plan.firstName ?? "Lobster", username };
  const bot: Bot = { token: plan.token ?? `${id}:test-token-${number}`, user, privacy: plan.privacy ?? true };
  world.users.set(id, user);
  world.bots.set(bot.token, bot);
  return bot;
}

function createServices(world: World, log: RequestLog, options: TelegramPeerOptions): Services {
  const now = (): number => world.clock.now();
  const { firstUpdateId = 730_000_001, loopGuard = false } = options;
  const services: Services = {
    world,
    mail: createMail(world, { clock: world.clock, firstUpdateId, loopGuard }),
    presses: createPressStore(options.callbackTtlMs ?? 60_000, now),
    commands: createCommandStore(),
    rates: createRateKeeper(options.enforceRates ?? false, now),
    chatActions: [],
    webhookRetryMs: options.webhookRetryMs ?? 1000,
    call: (bot, given, { method: _method, ...values }) => {
      const raw = { values, files: [] };
      const entry = log.begin({ method: nameMethod(given) ?? given, token: bot.token, raw });
      void runCall(services, entry, raw, new AbortController().signal);
    },
  };
  return services;
}

function cutPolls({ open }: RequestHandling): number {
  const polls = [...open].filter(([{ request }]) => request.method === "getUpdates");
  for (const [, response] of polls) response.socket?.destroy();
  return polls.length;
}

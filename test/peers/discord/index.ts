import { systemClock } from "../../../src/runtime/system.ts";
import { createInteracting } from "./act/interact.ts";
import { createObserving } from "./act/observe.ts";
import { createPopulating } from "./act/populate.ts";
import { createUpheaval } from "./act/upheaval.ts";
import { createWriting } from "./act/write.ts";
import { createFaults } from "./faults.ts";
import { createGateway, STARTS_A_DAY } from "./gateway/gateway.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { handleRequest } from "./http/handle-request.ts";
import { startListener } from "./http/listener.ts";
import { createRateKeeper } from "./http/rate-limits.ts";
import type { RequestHandling } from "./http/request-handling.ts";
import { createNonceStore } from "./messages/nonces.ts";
import type { DiscordPeer, DiscordPeerOptions } from "./peer.ts";
import { createRequestLog } from "./request-log.ts";
import type { Services } from "./routes/route.ts";
import { createWorld } from "./world/world.ts";
import type { World } from "./world/world.ts";

export type { OptionValue, SentFile } from "./act/command-data.ts";
export type { ForgedPress } from "./act/interact.ts";
export type { Interaction, SeenAnswer, SeenChoice } from "./act/interaction-handle.ts";
export type { FieldValues } from "./act/modal-data.ts";
export type { Eyes } from "./act/observe.ts";
export type { GuildPlan } from "./act/populate.ts";
export type { SeenButton, SeenFile, SeenMessage, SeenSelect } from "./act/seen-message.ts";
export type { SeenField, SeenModal } from "./act/seen-modal.ts";
export type { WaitOptions } from "../shared/watch.ts";
export type { WriteOptions } from "./act/write.ts";
export type { Fault, FaultAction, FaultRoute, Faults, FaultScope } from "./faults.ts";
export { CLOSE } from "./gateway/codes.ts";
export type { CloseCode } from "./gateway/codes.ts";
export type { GatewayControl, SeenSession } from "./gateway/control.ts";
export type { Frame } from "./gateway/gateway-state.ts";
export type { Active, ReadText } from "./markup/read-markup.ts";
export { readMarkup } from "./markup/read-markup.ts";
export { REAL_RATES } from "./http/rate-limits.ts";
export type { RateRule, RateRules } from "./http/rate-limits.ts";
export type { DiscordPeer, DiscordPeerOptions } from "./peer.ts";
export type { LoggedRequest, Oddity, Refusal, RequestOutcome } from "./request-log.ts";
export type { RouteName } from "./routes/table.ts";
export type { Channel, ChannelKind } from "./world/channel.ts";
export { INTENTS } from "./world/events.ts";
export type { Guild, Role } from "./world/guild.ts";
export type { User } from "./world/identity.ts";
export type { Mention } from "./world/mention.ts";
export type { Permission } from "./world/permissions.ts";

/** Starts a Discord on 127.0.0.1 with a bot that is in no guild yet. */
export async function createDiscordPeer(options: DiscordPeerOptions = {}): Promise<DiscordPeer> {
  const world = createWorld(options.clock ?? systemClock, options.bot, options.acknowledgeWithinMs);
  const now = (): number => world.clock.now();
  const log = createRequestLog(now, () => world.changes.announce());
  const gateway = createGatewayFor(world, options);
  const faults = createFaults();
  const services: Services = {
    world,
    nonces: createNonceStore(now, options.nonceWindowMs ?? 120_000),
    typing: [],
    gatewayInfo: () => gateway.info(),
  };
  const handling: RequestHandling = { services, log, faults, rates: createRateKeeper(options.rates ?? {}, now) };
  const listener = await startListener({
    onRequest: (request, response) => {
      handleRequest(handling, request, response).catch(() => response.destroy());
    },
    onUpgrade: (request, socket, head) => gateway.upgrade(request, socket, head),
  });
  world.origin = listener.origin;
  return {
    ...createPopulating(world),
    ...createWriting(world),
    ...createInteracting(world),
    ...createUpheaval(world),
    ...createObserving(services, log, gateway.complaints),
    url: listener.origin,
    apiBase: `${listener.origin}/api`,
    token: world.bot.token,
    application: world.bot.application,
    botUser: world.bot.user,
    gateway: gateway.control,
    log: log.entries,
    refused: log.refused,
    oddities: log.oddities,
    faults,
    inject: (name, data, { guildId } = {}) => world.events.emit({ name, guildId, intents: 0, encode: () => data }),
    goDown: () => listener.goDown(),
    comeUp: () => listener.comeUp(),
    stop: async () => {
      faults.clear();
      gateway.stop();
      await listener.goDown();
    },
  };
}

function createGatewayFor(world: World, options: DiscordPeerOptions): Gateway {
  return createGateway(world, {
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    allowedIntents: options.allowedIntents ?? 0,
    shards: options.shards ?? 1,
    minShards: options.minShards ?? 1,
    identifyIntervalMs: options.identifyIntervalMs ?? 0,
    startsResetAfterMs: options.starts?.resetAfterMs ?? 86_400_000,
    startsLeft: options.starts?.left ?? STARTS_A_DAY,
  });
}

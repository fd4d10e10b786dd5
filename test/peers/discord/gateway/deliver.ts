import { encodeGuild } from "../encode/encode-guild.ts";
import { encodeUser } from "../encode/encode-user.ts";
import type { Wire } from "../../shared/wire.ts";
import { INTENTS } from "../world/events.ts";
import type { GatewayEvent } from "../world/events.ts";
import { OP } from "./codes.ts";
import { sendFrame } from "./gateway-state.ts";
import type { GatewayState } from "./gateway-state.ts";
import { RESUME_WITHIN_MS, covers, keepEvent, shardOf } from "./session.ts";
import type { Session } from "./session.ts";

/** Tells every session that covers it and asked for it. Sessions without a client keep it for later. */
export function deliverEvent(state: GatewayState, event: GatewayEvent): void {
  dropLostSessions(state);
  for (const session of state.sessions.values()) {
    const isWanted = event.intents === 0 || (session.intents & event.intents) !== 0;
    if (isWanted && covers(session, event.guildId)) dispatch(state, session, event.name, event.encode(session.intents));
  }
}

/** Numbers an event for a session and sends what may be sent. */
export function dispatch(state: GatewayState, session: Session, name: string, data: Wire): void {
  keepEvent(session, name, data);
  flush(state, session);
}

/** Sends everything a session has not sent yet, unless events are held back or nobody is there. */
export function flush(state: GatewayState, session: Session): void {
  const { socket } = session;
  if (state.isHolding || socket === undefined || socket.readyState !== socket.OPEN) return;
  for (const { sequence, name, data } of session.kept.filter((event) => event.sequence > session.sent)) {
    sendFrame(state, socket, { op: OP.dispatch, name, sequence, data }, session);
    session.sent = sequence;
  }
}

/** Greets a new session: READY, and a GUILD_CREATE for each of its guilds. */
export function greet(state: GatewayState, session: Session): void {
  const { world } = state;
  const guilds = [...world.guilds.values()].filter(
    ({ id, members }) => members.has(world.bot.user.id) && shardOf(id, session.shard[1]) === session.shard[0],
  );
  dispatch(state, session, "READY", {
    v: 10,
    user: { ...encodeUser(world.bot.user), mfa_enabled: true, verified: true, email: null },
    guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
    session_id: session.id,
    session_type: "normal",
    resume_gateway_url: `${world.origin.replace("http:", "ws:")}/gateway/resume`,
    shard: [...session.shard],
    application: { id: world.bot.application.id, flags: 0 },
    private_channels: [],
    relationships: [],
    presences: [],
    user_settings: {},
    geo_ordered_rtc_regions: [],
    _trace: ["test-peer"],
  });
  if ((session.intents & INTENTS.guilds) === 0) return;
  for (const guild of guilds) {
    if (guild.isAvailable) dispatch(state, session, "GUILD_CREATE", encodeGuild(world, guild));
  }
}

/** Forgets sessions whose clients have been gone for too long. */
export function dropLostSessions(state: GatewayState): void {
  const now = state.world.clock.now();
  for (const session of state.sessions.values()) {
    if (session.lostAt !== undefined && now - session.lostAt > RESUME_WITHIN_MS) state.sessions.delete(session.id);
  }
}

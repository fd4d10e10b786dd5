import type { WebSocket } from "ws";
import type { Wire } from "../../shared/wire.ts";

/** Events a session keeps for a client that comes back. */
const MAX_KEPT = 1000;

/** How long a session waits for a client that is gone, ms *(assumed)*. */
export const RESUME_WITHIN_MS = 300_000;

/** An event as it was numbered for a session. */
export interface KeptEvent {
  readonly sequence: number;
  readonly name: string;
  readonly data: Wire;
}

/** One client's session: it outlives connections. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [index: number, count: number];
  readonly intents: number;
  readonly kept: KeptEvent[];
  /** The number of the newest event, and of the newest that was sent. */
  sequence: number;
  sent: number;
  socket: WebSocket | undefined;
  /** When the client was lost, ms; undefined while it is there. */
  lostAt: number | undefined;
  /** How often a client came back to it. */
  resumes: number;
}

/** Numbers an event and keeps it. */
export function keepEvent(session: Session, name: string, data: Wire): KeptEvent {
  session.sequence += 1;
  const event = { sequence: session.sequence, name, data };
  session.kept.push(event);
  if (session.kept.length > MAX_KEPT) session.kept.shift();
  return event;
}

/** What a client missed that saw everything up to a number; undefined when some of that is no longer kept. */
export function eventsAfter(session: Session, sequence: number): readonly KeptEvent[] | undefined {
  const missed = session.kept.filter((event) => event.sequence > sequence);
  return missed.length === session.sequence - sequence ? missed : undefined;
}

/** The shard an id belongs to: that of its guild; direct messages belong to shard 0. */
export function shardOf(guildId: string | undefined, count: number): number {
  return guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}

/** True when a session is told of what happens in a guild, or in direct messages. */
export function covers(session: Session, guildId: string | undefined): boolean {
  const [index, count] = session.shard;
  return shardOf(guildId, count) === index;
}

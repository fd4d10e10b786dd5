import { randomBytes } from "node:crypto";
import type { RawData } from "ws";
import type { Wire, WireValue } from "../../shared/wire.ts";
import { isWire, memberOf, numberOf, textOf } from "../../shared/wire.ts";
import { CLOSE, OP } from "./codes.ts";
import type { CloseCode } from "./codes.ts";
import { dispatch, dropLostSessions, flush, greet } from "./deliver.ts";
import { logFrame, sendFrame } from "./gateway-state.ts";
import type { Connection, GatewayState } from "./gateway-state.ts";
import { readIdentify } from "./identify.ts";
import { eventsAfter } from "./session.ts";
import type { Session } from "./session.ts";

/** A client's message may be this large, bytes, and so many may come in a minute. */
const MAX_BYTES = 4096;
const MAX_A_MINUTE = 120;

/** Handles one message of a client. */
export function receive(state: GatewayState, connection: Connection, raw: RawData): void {
  const frame = decode(raw);
  const op = frame === undefined ? undefined : numberOf(frame, "op");
  if (frame === undefined || op === undefined) {
    return closeWith(state, connection, CLOSE.decodeError, "a message is a JSON object with op, of at most 4096 bytes");
  }
  const data = memberOf(frame, "d");
  logFrame(state, {
    direction: "in",
    op,
    name: undefined,
    sequence: undefined,
    data: op === OP.identify || op === OP.resume ? withoutToken(data) : data,
    sessionId: connection.session?.id,
  });
  if (isTooFast(state, connection)) {
    return closeWith(state, connection, CLOSE.rateLimited, `more than ${MAX_A_MINUTE} messages a minute`);
  }
  handle(state, connection, op, data);
  state.world.changes.announce();
}

function handle(state: GatewayState, connection: Connection, op: number, data: WireValue): void {
  if (op === OP.heartbeat) return beat(state, connection);
  if (op === OP.identify) return identify(state, connection, data);
  if (op === OP.resume) return resume(state, connection, data);
  if (connection.session === undefined) {
    return closeWith(state, connection, CLOSE.notAuthenticated, `op ${op} before identify`);
  }
  if (op === OP.requestMembers) state.complaints.push("The test peer does not answer requests for members (op 8)");
  else if (op !== OP.presence && op !== OP.voiceState) {
    closeWith(state, connection, CLOSE.unknownOpcode, `op ${op} is none of a client's`);
  }
}

function beat(state: GatewayState, connection: Connection): void {
  connection.lastBeatAt = performance.now();
  if (!state.isMute) sendFrame(state, connection.socket, { op: OP.heartbeatAck }, connection.session);
}

function identify(state: GatewayState, connection: Connection, data: WireValue): void {
  if (connection.session !== undefined) {
    return closeWith(state, connection, CLOSE.alreadyAuthenticated, "identified twice");
  }
  const { token } = state.world.bot;
  const identified = readIdentify(data, { ...state.options, minShards: state.minShards, token });
  if (identified.kind === "closed") return closeWith(state, connection, identified.code, identified.why);
  if (!takeTurn(state)) return sendFrame(state, connection.socket, { op: OP.invalidSession, data: false });
  const session: Session = {
    id: randomBytes(16).toString("hex"),
    shard: identified.shard,
    intents: identified.intents,
    kept: [],
    sequence: 0,
    sent: 0,
    socket: connection.socket,
    lostAt: undefined,
    resumes: 0,
  };
  state.sessions.set(session.id, session);
  state.startsLeft -= 1;
  connection.session = session;
  greet(state, session);
}

/** One identify in a while (Discord's `max_concurrency` of 1): who comes too early is told to come again. */
function takeTurn({ world, options, identifiedAt }: GatewayState): boolean {
  const last = identifiedAt.get(0);
  if (last !== undefined && world.clock.now() - last < options.identifyIntervalMs) return false;
  identifiedAt.set(0, world.clock.now());
  return true;
}

function resume(state: GatewayState, connection: Connection, data: WireValue): void {
  if (connection.session !== undefined) {
    return closeWith(state, connection, CLOSE.alreadyAuthenticated, "resumed after identify");
  }
  const given: Wire = isWire(data) ? data : {};
  if (textOf(given, "token") !== state.world.bot.token) {
    return closeWith(state, connection, CLOSE.authenticationFailed, "wrong token");
  }
  dropLostSessions(state);
  const session = state.sessions.get(textOf(given, "session_id") ?? "");
  const sequence = numberOf(given, "seq") ?? 0;
  if (session !== undefined && sequence > session.sequence) {
    state.sessions.delete(session.id);
    return closeWith(state, connection, CLOSE.invalidSequence, `sequence ${sequence} was never sent`);
  }
  if (session === undefined || eventsAfter(session, sequence) === undefined) {
    return sendFrame(state, connection.socket, { op: OP.invalidSession, data: false });
  }
  session.socket?.terminate();
  session.socket = connection.socket;
  session.lostAt = undefined;
  session.resumes += 1;
  session.sent = sequence;
  connection.session = session;
  flush(state, session);
  dispatch(state, session, "RESUMED", { _trace: ["test-peer"] });
}

/** Closes a connection with a code. The session stays only for codes a client may come back after. */
export function closeWith(state: GatewayState, connection: Connection, code: CloseCode | 1000, why: string): void {
  const { session, socket } = connection;
  state.closes.push({ code, by: "server", why });
  if (IS_MISTAKE.has(code)) state.complaints.push(`Closed with ${code}: ${why}`);
  if (session !== undefined && LOSES_SESSION.has(code)) state.sessions.delete(session.id);
  connection.session = undefined;
  if (session?.socket === socket) loseClient(state, session);
  socket.close(code, why.slice(0, 100));
}

/** Keeps a session for a client that may come back. */
export function loseClient(state: GatewayState, session: Session): void {
  session.socket = undefined;
  session.lostAt = state.world.clock.now();
}

/** What only a wrong client causes. */
const IS_MISTAKE: ReadonlySet<number> = new Set([4001, 4002, 4003, 4005, 4008, 4010, 4012, 4013]);

const LOSES_SESSION: ReadonlySet<number> = new Set([1000, 4003, 4004, 4005, 4009, 4010, 4011, 4012, 4013, 4014]);

function decode(raw: RawData): Wire | undefined {
  const bytes = Array.isArray(raw) ? Buffer.concat(raw) : Buffer.from(raw as Buffer);
  if (bytes.length > MAX_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isWire(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isTooFast(state: GatewayState, { arrivals }: Connection): boolean {
  const now = state.world.clock.now();
  arrivals.push(now);
  while ((arrivals[0] ?? now) < now - 60_000) arrivals.shift();
  return arrivals.length > MAX_A_MINUTE;
}

function withoutToken(data: WireValue): WireValue {
  return isWire(data) ? { ...data, token: "***" } : data;
}

import type { WebSocket } from "ws";
import type { Wire, WireValue } from "../../shared/wire.ts";
import type { World } from "../world/world.ts";
import type { Session } from "./session.ts";

/** How a gateway behaves. Times in ms. */
export interface GatewayOptions {
  readonly heartbeatIntervalMs: number;
  /** Privileged intents that are switched on in the developer portal. */
  readonly allowedIntents: number;
  /** How many shards GET /gateway/bot recommends. */
  readonly shards: number;
  /** How many shards a client has to have at least. */
  readonly minShards: number;
  /** Between two identifies of one shard's turn; 0 for none. */
  readonly identifyIntervalMs: number;
  /** Sessions that may still begin, and for how long GET /gateway/bot says that this holds. */
  readonly startsLeft: number;
  readonly startsResetAfterMs: number;
}

/** A message of the gateway's protocol, as the log keeps it. */
export interface Frame {
  readonly direction: "in" | "out";
  readonly op: number;
  /** The event's name, for dispatches. */
  readonly name: string | undefined;
  readonly sequence: number | undefined;
  readonly data: WireValue;
  readonly sessionId: string | undefined;
  /** ms. */
  readonly at: number;
}

/** A connection. It has a session once the client identified or came back. */
export interface Connection {
  readonly socket: WebSocket;
  /** The path it was opened with: `/gateway`, or `/gateway/resume` for clients that use the address they were given. */
  readonly path: string;
  session: Session | undefined;
  lastBeatAt: number;
  /** When each message came, of the last minute. */
  readonly arrivals: number[];
}

/** A gateway with its connections and sessions. */
export interface GatewayState {
  readonly world: World;
  readonly options: GatewayOptions;
  readonly sessions: Map<string, Session>;
  readonly connections: Set<Connection>;
  readonly frames: Frame[];
  /** How connections ended, by whom and with which code. */
  readonly closes: { readonly code: number; readonly by: "client" | "server"; readonly why: string }[];
  /** What clients did that the protocol does not have. */
  readonly complaints: string[];
  readonly identifiedAt: Map<number, number>;
  startsLeft: number;
  /** How many connections GET /gateway/bot recommends now, and how many there have to be at least. */
  shards: number;
  minShards: number;
  isHolding: boolean;
  isMute: boolean;
  isRefusing: boolean;
}

/** Frames beyond this many push out the oldest. */
const MAX_FRAMES = 5000;

/** Writes a frame into the log. */
export function logFrame(state: GatewayState, frame: Omit<Frame, "at">): void {
  state.frames.push({ ...frame, at: state.world.clock.now() });
  if (state.frames.length > MAX_FRAMES) state.frames.shift();
}

/** Sends a message to a client and writes it down. */
export function sendFrame(
  state: GatewayState,
  socket: WebSocket,
  frame: { readonly op: number; readonly data?: WireValue; readonly name?: string; readonly sequence?: number },
  session?: Session,
): void {
  const { op, data = null, name, sequence } = frame;
  if (socket.readyState !== socket.OPEN) return;
  const message: Wire = { t: name ?? null, s: sequence ?? null, op, d: data };
  socket.send(JSON.stringify(message));
  logFrame(state, { direction: "out", op, name, sequence, data, sessionId: session?.id });
}

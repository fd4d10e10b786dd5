import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";
import type { Wire } from "../../shared/wire.ts";
import type { World } from "../world/world.ts";
import { CLOSE, OP } from "./codes.ts";
import { createGatewayControl } from "./control.ts";
import type { GatewayControl } from "./control.ts";
import { deliverEvent } from "./deliver.ts";
import { sendFrame } from "./gateway-state.ts";
import type { Connection, GatewayOptions, GatewayState } from "./gateway-state.ts";
import { closeWith, loseClient, receive } from "./receive.ts";

/** Sessions a bot may begin in a day. */
export const STARTS_A_DAY = 1000;

/** The gateway of a server. */
export interface Gateway {
  readonly control: GatewayControl;
  /** What clients did that the protocol does not have. */
  readonly complaints: readonly string[];
  /** Takes over a connection that wants to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** What GET /gateway/bot answers. */
  info(): Wire;
  /** Stops looking after connections. */
  stop(): void;
}

/** Creates the gateway of a world. */
export function createGateway(world: World, options: GatewayOptions): Gateway {
  const state: GatewayState = {
    world,
    options,
    sessions: new Map(),
    connections: new Set(),
    frames: [],
    closes: [],
    complaints: [],
    identifiedAt: new Map(),
    startsLeft: options.startsLeft,
    shards: options.shards,
    minShards: options.minShards,
    isHolding: false,
    isMute: false,
    isRefusing: false,
  };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  world.events.listen((event) => deliverEvent(state, event));
  const watch = setInterval(() => closeSilent(state), Math.min(1000, options.heartbeatIntervalMs));
  watch.unref();
  return {
    control: createGatewayControl(state),
    complaints: state.complaints,
    stop: () => clearInterval(watch),
    info: () => ({
      url: `${world.origin.replace("http:", "ws:")}/gateway`,
      shards: state.shards,
      session_start_limit: {
        total: STARTS_A_DAY,
        remaining: Math.max(0, state.startsLeft),
        reset_after: options.startsResetAfterMs,
        // Without a wait between two identifies all shards may identify at once.
        max_concurrency: options.identifyIntervalMs === 0 ? state.shards : 1,
      },
    }),
    upgrade: (request, socket, head) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const isHere = url.pathname === "/gateway" || url.pathname === "/gateway/resume";
      if (state.isRefusing || !isHere) {
        socket.end(
          `HTTP/1.1 ${state.isRefusing ? "503 Service Unavailable" : "404 Not Found"}\r\nconnection: close\r\n\r\n`,
        );
        return;
      }
      sockets.handleUpgrade(request, socket, head, (opened) => open(state, opened, url));
    },
  };
}

function open(state: GatewayState, socket: WebSocket, url: URL): void {
  const { heartbeatIntervalMs } = state.options;
  const connection: Connection = {
    socket,
    path: url.pathname,
    session: undefined,
    lastBeatAt: performance.now(),
    arrivals: [],
  };
  state.connections.add(connection);
  // The end of a connection is what its close tells.
  socket.on("error", () => undefined);
  socket.on("message", (raw) => receive(state, connection, raw));
  socket.on("close", (code) => end(state, connection, code));
  const { searchParams: query } = url;
  if (query.get("v") !== "10") return closeWith(state, connection, CLOSE.invalidVersion, `version ${query.get("v")}`);
  if (query.get("encoding") !== "json" || query.has("compress")) {
    return closeWith(state, connection, CLOSE.decodeError, "the test peer speaks plain JSON only");
  }
  sendFrame(state, socket, {
    op: OP.hello,
    data: { heartbeat_interval: heartbeatIntervalMs, _trace: ["test-peer"] },
  });
}

/** A client that closes with 1000 or 1001 gives its session up. */
function end(state: GatewayState, connection: Connection, code: number): void {
  const { session, socket } = connection;
  state.connections.delete(connection);
  if (session !== undefined && session.socket === socket) {
    state.closes.push({ code, by: "client", why: "" });
    loseClient(state, session);
    if (code === 1000 || code === 1001) state.sessions.delete(session.id);
  }
  state.world.changes.announce();
}

/** Closes connections whose clients have not sent a heartbeat for twice the interval. */
function closeSilent(state: GatewayState): void {
  const longest = state.options.heartbeatIntervalMs * 2;
  for (const connection of state.connections) {
    if (performance.now() - connection.lastBeatAt > longest) {
      closeWith(state, connection, CLOSE.sessionTimedOut, "no heartbeat");
    }
  }
}

import { waitUntil } from "../../shared/watch.ts";
import type { WaitOptions } from "../../shared/watch.ts";
import { CLOSE, OP } from "./codes.ts";
import type { CloseCode } from "./codes.ts";
import { flush } from "./deliver.ts";
import { sendFrame } from "./gateway-state.ts";
import type { Connection, Frame, GatewayState } from "./gateway-state.ts";
import { closeWith, loseClient } from "./receive.ts";

/** A session as a test sees it. */
export interface SeenSession {
  readonly id: string;
  readonly shard: readonly [index: number, count: number];
  readonly intents: number;
  readonly isConnected: boolean;
  /** The path of the connection it is on: "/gateway/resume" for a client that used the address it was given. */
  readonly path: string | undefined;
  /** The number of the newest event. */
  readonly sequence: number;
  readonly resumes: number;
}

/** What a test does with the gateway. Each of these concerns all connections that are there. */
export interface GatewayControl {
  /** Sessions that are there or can be resumed, oldest first. */
  sessions(): readonly SeenSession[];
  /** Every message, both ways, oldest first; tokens are left out. */
  readonly frames: readonly Frame[];
  readonly closes: readonly { readonly code: number; readonly by: "client" | "server"; readonly why: string }[];
  /** Waits until so many sessions (1) are connected and greeted. */
  waitForSession(options?: WaitOptions & { readonly count?: number }): Promise<SeenSession>;
  /** Waits until a session has been resumed so often (once). */
  waitForResume(options?: WaitOptions & { readonly times?: number }): Promise<SeenSession>;
  /** Ends connections as a broken line does; sessions wait. Returns how many. */
  drop(): number;
  /** Closes connections with a code. */
  close(code: CloseCode | 1000): number;
  /** The bot is in so many servers now that it needs this many connections: fewer are closed (4011). */
  needShards(count: number): number;
  /** What GET /gateway/bot recommends from now on. */
  recommendShards(count: number): void;
  /** Tells clients to reconnect and resume (op 7). */
  requestReconnect(): number;
  /** Tells clients that their session is invalid (op 9); one that is not resumable is gone. */
  invalidate(options?: { readonly isResumable?: boolean }): number;
  /** Forgets sessions without telling anybody: a resume then fails. */
  forgetSessions(): void;
  /** Refuses new connections with HTTP 503 from now on, or no longer. */
  refuseConnections(isRefusing?: boolean): void;
  /** Holds events back; the returned function lets them go in order. */
  holdEvents(): () => void;
  /** Stops answering heartbeats from now on, or answers them again. */
  mute(isMute?: boolean): void;
}

/** Creates what a test does with a gateway. */
export function createGatewayControl(state: GatewayState): GatewayControl {
  const all = (act: (connection: Connection) => void): number => {
    const connections = [...state.connections];
    for (const connection of connections) act(connection);
    return connections.length;
  };
  const sessions = (): readonly SeenSession[] => [...state.sessions.values()].map((session) => see(state, session.id));
  return {
    sessions,
    frames: state.frames,
    closes: state.closes,
    waitForSession: ({ count = 1, ...wait } = {}) =>
      waitUntil(
        state.world,
        () => {
          const connected = sessions().filter(({ isConnected, sequence }) => isConnected && sequence > 0);
          return connected.length >= count && connected.at(-1);
        },
        { what: "a session of the gateway", ...wait },
      ),
    waitForResume: ({ times = 1, ...wait } = {}) =>
      waitUntil(state.world, () => sessions().find(({ resumes, isConnected }) => isConnected && resumes >= times), {
        what: "a resume",
        ...wait,
      }),
    drop: () => all(({ socket }) => socket.terminate()),
    close: (code) => all((connection) => closeWith(state, connection, code, "asked by the test")),
    needShards: (count) => {
      state.shards = count;
      state.minShards = count;
      return all((connection) => closeWith(state, connection, CLOSE.shardingRequired, `needs ${count} shards`));
    },
    recommendShards: (count) => {
      state.shards = count;
    },
    requestReconnect: () => all(({ socket, session }) => sendFrame(state, socket, { op: OP.reconnect }, session)),
    invalidate: ({ isResumable = false } = {}) =>
      all((connection) => {
        const { session, socket } = connection;
        sendFrame(state, socket, { op: OP.invalidSession, data: isResumable }, session);
        if (session === undefined) return;
        connection.session = undefined;
        loseClient(state, session);
        if (!isResumable) state.sessions.delete(session.id);
      }),
    forgetSessions: () => state.sessions.clear(),
    refuseConnections: (isRefusing = true) => {
      state.isRefusing = isRefusing;
    },
    holdEvents: () => {
      state.isHolding = true;
      return () => {
        state.isHolding = false;
        for (const session of state.sessions.values()) flush(state, session);
      };
    },
    mute: (isMute = true) => {
      state.isMute = isMute;
    },
  };
}

function see(state: GatewayState, id: string): SeenSession {
  const session = state.sessions.get(id);
  if (session === undefined) throw new Error(`There is no session ${id}`);
  const connection = [...state.connections].find((one) => one.session === session);
  const { shard, intents, sequence, resumes } = session;
  return { id, shard, intents, sequence, resumes, isConnected: connection !== undefined, path: connection?.path };
}

import { WebSocket } from "ws";
import type { DiscordPeer } from "../index.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import { isWire, memberOf, numberOf, textOf } from "../../shared/wire.ts";

/** A gateway client without a library, for tests of the protocol. */
export interface RawClient {
  /** What arrived, oldest first. */
  readonly received: readonly Wire[];
  /** The code it was closed with; 1006 for a broken line. */
  readonly closed: Promise<number>;
  send(op: number, data: WireValue): void;
  /** Waits for a message with this op, or for a dispatch of this name, that nobody waited for yet. */
  next(wanted: number | string): Promise<Wire>;
  /** Ends the line without a word. */
  cut(): void;
}

/** What an identify says unless a test says otherwise. */
export function identifyFor(peer: DiscordPeer, more: Wire = {}): Wire {
  return { token: peer.token, intents: 1, properties: { os: "linux", browser: "test", device: "test" }, ...more };
}

/** Connects to a peer's gateway. Messages have 5 s to arrive. */
export function connectRaw(peer: DiscordPeer, query = "v=10&encoding=json"): RawClient {
  const socket = new WebSocket(`${peer.url.replace("http:", "ws:")}/gateway?${query}`);
  const received: Wire[] = [];
  const waiting = new Set<() => void>();
  let taken = 0;
  socket.on("error", () => undefined);
  socket.on("message", (bytes: Buffer) => {
    const frame: unknown = JSON.parse(bytes.toString("utf8"));
    if (isWire(frame)) received.push(frame);
    for (const look of waiting) look();
  });
  return {
    received,
    closed: new Promise((resolve) => {
      socket.on("close", resolve);
    }),
    send: (op, data) => socket.send(JSON.stringify({ op, d: data })),
    cut: () => socket.terminate(),
    next: (wanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Waited 5 s for ${wanted}`)), 5000);
        const look = (): void => {
          const index = received.findIndex((frame, at) => at >= taken && isWanted(frame, wanted));
          const found = received[index];
          if (found === undefined) return;
          taken = index + 1;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

function isWanted(frame: Wire, wanted: number | string): boolean {
  return typeof wanted === "number" ? numberOf(frame, "op") === wanted : textOf(frame, "t") === wanted;
}

/** The `d` of a message, which tests take for an object. */
export function dataOf(frame: Wire): Wire {
  const data = memberOf(frame, "d");
  return isWire(data) ? data : {};
}

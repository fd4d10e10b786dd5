import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";

/** What a listener does with what arrives. */
export interface Handlers {
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** A connection that wants to become a WebSocket. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** A server on a loopback port that can go away and come back on the same one. */
export interface Listener {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  /** Ends every connection and stops listening. */
  goDown(): Promise<void>;
  /** Listens on the same port again. */
  comeUp(): Promise<void>;
}

/** Listens on 127.0.0.1. The port is the system's choice the first time. */
export async function startListener({ onRequest, onUpgrade }: Handlers): Promise<Listener> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const started = createServer(onRequest);
    started.on("upgrade", onUpgrade);
    started.on("connection", (socket) => {
      sockets.add(socket);
      // A peer that is cut off may still write: the error is what was wanted.
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      started.once("error", reject);
      started.listen(port, "127.0.0.1", resolve);
    });
    server = started;
    return portOf(started);
  };
  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    comeUp: async () => {
      if (server === undefined) await listen(port);
    },
    goDown: async () => {
      const running = server;
      server = undefined;
      if (running === undefined) return;
      const closed = new Promise((resolve) => running.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}

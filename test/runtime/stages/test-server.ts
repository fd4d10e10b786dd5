import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson } from "../../../src/runtime/stable-json.ts";
import type { JsonValue } from "../../../src/runtime/json.ts";

/** One request as a test server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonValue;
}

/** What a test server answers: JSON, or anything by hand. */
export type Reply = { readonly json: unknown; readonly status?: number } | ((response: ServerResponse) => void);

/** A real HTTP server on this machine. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  stop(): Promise<void>;
}

/** Starts a server; `answer` gets every request and its number, from 0. */
export async function startServer(answer: (request: SeenRequest, index: number) => Reply): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { method = "", url: path = "", headers } = incoming;
      const request: SeenRequest = { method, path, headers, body: text === "" ? null : parseJson(text) };
      seen.push(request);
      reply(response, answer(request, seen.length - 1));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function reply(response: ServerResponse, answer: Reply): void {
  if (typeof answer === "function") return answer(response);
  response.statusCode = answer.status ?? 200;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer.json));
  return undefined;
}

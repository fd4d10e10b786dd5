import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer of a {@link startCannedServer}: `json` or `text` with status 200 unless said otherwise. */
export interface CannedAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as the server got it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  /** The parsed body, or its text when it is not JSON. */
  readonly body: unknown;
}

/** A server on loopback that gives its answers in order and repeats the last. */
export interface CannedServer {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. `<server>` in headers is its own address. */
export async function startCannedServer(answers: readonly CannedAnswer[]): Promise<CannedServer> {
  const received: ReceivedRequest[] = [];
  let url = "";
  const answerNext = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const answer = answers[Math.min(received.length, answers.length - 1)] ?? {};
    received.push({
      method: request.method ?? "",
      path: request.url ?? "",
      authorization: request.headers.authorization ?? null,
      body: parseBody(text),
    });
    for (const [name, value] of Object.entries(answer.headers ?? {})) {
      response.setHeader(name, value.replaceAll("<server>", url));
    }
    response.writeHead(answer.status ?? 200, { connection: "close" });
    response.end(answer.text ?? (answer.json === undefined ? "" : JSON.stringify(answer.json)));
  };
  const server = createServer((request, response) => void answerNext(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

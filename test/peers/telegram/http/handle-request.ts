import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../api/error.ts";
import type { RawParameters } from "../api/parameters.ts";
import type { FaultBox, Strike } from "../faults.ts";
import type { Services } from "../methods/method.ts";
import { refuseCall, runCall, toApiError } from "../methods/run-call.ts";
import { nameMethod } from "../methods/table.ts";
import type { OpenEntry, RequestLog } from "../request-log.ts";
import type { Reply } from "../methods/reply.ts";
import { replyWith } from "../methods/reply.ts";
import { writeHalf, writeReply } from "./write-reply.ts";
import { readBody } from "./read-body.ts";

/** What handling requests needs. */
export interface RequestHandling {
  readonly services: Services;
  readonly log: RequestLog;
  readonly faults: FaultBox;
  /** The requests that are not answered yet. */
  readonly open: Map<OpenEntry, ServerResponse>;
}

/** Handles one HTTP request: a method call, a download, or nothing the server knows. */
export async function handleRequest(
  handling: RequestHandling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const download = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname);
  if (download !== null) return sendFile(handling, response, download[1] ?? "", download[2] ?? "");
  const call = /^\/bot([^/]+)\/(.*)$/.exec(url.pathname);
  if (call === null) return writeReply(response, replyWith(404, "Not Found"));

  const gone = new AbortController();
  const method = nameMethod(call[2] ?? "") ?? call[2] ?? "";
  const token = decodeURIComponent(call[1] ?? "");
  const body = await readBody(request, url.searchParams).catch((error: unknown) => toApiError(error));
  const raw: RawParameters = body instanceof ApiError ? { values: {}, files: [] } : body;
  const entry = handling.log.begin({ method, token, raw });
  // A caller that died while it sent has asked for nothing.
  if (!request.complete) return entry.settle({ kind: "gone" });
  handling.open.set(entry, response);
  response.on("close", () => {
    handling.open.delete(entry);
    gone.abort();
  });
  const run = (): Promise<Reply> =>
    body instanceof ApiError
      ? Promise.resolve(refuseCall(entry, body))
      : runCall(handling.services, entry, raw, gone.signal);
  const strike = handling.faults.strike(entry.request);
  if (strike === undefined) {
    const reply = await run();
    if (!gone.signal.aborted) writeReply(response, reply);
    return;
  }
  await runWithFault(handling, { strike, entry, run, response, gone: gone.signal });
}

async function runWithFault(
  { services }: RequestHandling,
  struck: {
    readonly strike: Strike;
    readonly entry: OpenEntry;
    readonly run: () => Promise<Reply>;
    readonly response: ServerResponse;
    readonly gone: AbortSignal;
  },
): Promise<void> {
  const { entry, run, response, gone } = struck;
  const { action, released } = struck.strike;
  const acts = action.kind === "cutMidAnswer" || action.act;
  const reply = acts ? await run() : undefined;
  switch (action.kind) {
    case "status":
      entry.settle({ kind: "fault", what: `${action.status}`, acted: acts });
      return writeReply(response, replyWith(action.status, action.description, action.parameters));
    case "cut":
      entry.settle({ kind: "fault", what: "cut", acted: acts });
      response.socket?.destroy();
      return;
    case "cutMidAnswer":
      entry.settle({ kind: "fault", what: "cut inside the answer", acted: true });
      return writeHalf(response, reply ?? replyWith(500, "Internal Server Error"));
    case "delay":
    case "hold": {
      if (action.kind === "hold") await released;
      else await services.world.clock.sleep(action.ms);
      const late = reply ?? (await run());
      if (!gone.aborted) writeReply(response, late);
    }
  }
}

function sendFile({ services }: RequestHandling, response: ServerResponse, token: string, path: string): void {
  const bot = services.world.bots.get(decodeURIComponent(token));
  if (bot === undefined) return writeReply(response, replyWith(401, "Unauthorized"));
  const file = services.world.files.download(bot.user.id, path);
  if (file === undefined) return writeReply(response, replyWith(404, "Not Found"));
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": file.data.length });
  response.end(file.data);
}

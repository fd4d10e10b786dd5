import type { IncomingMessage, ServerResponse } from "node:http";
import { refuseStatus } from "../errors/api-error.ts";
import type { Strike } from "../faults.ts";
import type { OpenEntry } from "../request-log.ts";
import type { Attachment } from "../world/files.ts";
import type { HttpReply } from "./write-reply.ts";
import { limitReply, writeHalf, writeReply } from "./write-reply.ts";
import { readRequest } from "./read-request.ts";
import type { RequestHandling } from "./request-handling.ts";
import { runRequest } from "./run-request.ts";

/** Handles one HTTP request: a call of the interface, a download, or nothing the server knows. */
export async function handleRequest(
  handling: RequestHandling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (/^\/(ephemeral-)?attachments\//.test(url.pathname)) {
    return sendFile(response, handling.services.world.files.download(url.pathname, url.searchParams));
  }
  if (!url.pathname.startsWith("/api/")) return writeReply(response, { status: 404, body: refuseStatus(404).body });
  const read = await readRequest(request, url);
  const entry = handling.log.begin(read.logged);
  // A caller that died while it sent has asked for nothing.
  if (!request.complete) return entry.settle({ kind: "gone" });
  const run = (): HttpReply => runRequest(handling, read, entry);
  const strike = handling.faults.strike(entry.request);
  if (strike === undefined) return writeReply(response, run());
  // Tests wait for a fault to strike, also for one that then holds everything.
  handling.services.world.changes.announce();
  await runWithFault(handling, { strike, entry, run, response });
}

async function runWithFault(
  { services }: RequestHandling,
  struck: {
    readonly strike: Strike;
    readonly entry: OpenEntry;
    readonly run: () => HttpReply;
    readonly response: ServerResponse;
  },
): Promise<void> {
  const { entry, run, response } = struck;
  const { action, released } = struck.strike;
  const acts = action.kind === "cutMidAnswer" || (action.kind !== "limit" && action.act);
  const reply = acts ? run() : undefined;
  switch (action.kind) {
    case "status": {
      const { status, code, message } = action;
      entry.settle({ kind: "fault", what: `${status}`, acted: acts });
      return writeReply(response, { status, body: { message, code } });
    }
    case "limit": {
      const { retryAfterS, isGlobal } = action;
      entry.settle({ kind: "limited", isGlobal, retryAfterS });
      return writeReply(response, limitReply(retryAfterS, isGlobal));
    }
    case "cut":
      entry.settle({ kind: "fault", what: "cut", acted: acts });
      response.socket?.destroy();
      return;
    case "cutMidAnswer":
      entry.settle({ kind: "fault", what: "cut inside the answer", acted: true });
      return writeHalf(response, reply ?? { status: 500 });
    case "delay":
    case "hold": {
      if (action.kind === "hold") await released;
      else await services.world.clock.sleep(action.ms);
      const late = reply ?? run();
      if (!response.destroyed) writeReply(response, late);
    }
  }
}

function sendFile(response: ServerResponse, file: Attachment | undefined): void {
  if (file === undefined) {
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("This content is no longer available.");
    return;
  }
  response.writeHead(200, { "content-type": file.contentType, "content-length": file.data.length });
  response.end(file.data);
}

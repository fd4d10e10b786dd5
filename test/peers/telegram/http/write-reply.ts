import type { ServerResponse } from "node:http";
import type { Reply } from "../methods/reply.ts";
import { isWire, memberOf } from "../../shared/wire.ts";

/** Writes a reply. */
export function writeReply(response: ServerResponse, { status, body }: Reply): void {
  const text = JSON.stringify(body);
  const parameters = memberOf(body, "parameters");
  const retryAfter = isWire(parameters) ? memberOf(parameters, "retry_after") : undefined;
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...(typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {}),
  });
  response.end(text);
}

/** Writes the first half of a reply and ends the connection when it is out. */
export function writeHalf(response: ServerResponse, { status, body }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}

import type { IncomingMessage } from "node:http";
import { refuse, refuseForm } from "../errors/api-error.ts";
import type { UploadedPart } from "../messages/uploads.ts";
import type { WireValue } from "../../shared/wire.ts";

/** Bodies are read up to this size, bytes: Discord takes 25 MiB, and what is larger is refused, not cut. */
const MAX_BODY_BYTES = 25 * 1024 * 1024;

/** What a request carries: its JSON, and the files beside it. */
export interface RequestBody {
  readonly json: WireValue;
  readonly files: readonly UploadedPart[];
}

/** Reads a request: JSON, or parts with `payload_json` and files. Throws what Discord refuses. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request);
  const contentType = request.headers["content-type"] ?? "";
  if (bytes.length === 0) return { json: undefined, files: [] };
  if (/^multipart\/form-data/i.test(contentType)) return await readParts(bytes, contentType);
  if (/^application\/json/i.test(contentType)) return { json: parseJson(bytes.toString("utf8")), files: [] };
  const message = "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.";
  throw refuseForm([{ path: [], code: "CONTENT_TYPE_INVALID", message }]);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) throw new TypeError("A request body is read as bytes");
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw refuse(40005);
  return Buffer.concat(chunks);
}

async function readParts(bytes: Buffer, contentType: string): Promise<RequestBody> {
  const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData().catch(() => {
    throw refuseForm([{ path: [], code: "MULTIPART_INVALID", message: "The multipart body could not be read." }]);
  });
  const payload = form.get("payload_json");
  const files: UploadedPart[] = [];
  for (const [field, value] of form) {
    if (typeof value === "string") continue;
    const data = Buffer.from(await value.arrayBuffer());
    files.push({ field, name: value.name, data, contentType: value.type });
  }
  return { json: typeof payload === "string" ? parseJson(payload) : {}, files };
}

function parseJson(text: string): WireValue {
  try {
    // JSON.parse gives nothing else.
    return JSON.parse(text) as WireValue;
  } catch {
    throw refuse(50109);
  }
}

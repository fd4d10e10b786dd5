import type { IncomingMessage } from "node:http";
import { ApiError, malformed } from "../api/error.ts";
import type { RawParameters } from "../api/parameters.ts";
import { isWire } from "../../shared/wire.ts";
import { decodeMultipart } from "./multipart.ts";

/** Bodies are read up to this size, bytes: the largest upload and what stands around it. */
const MAX_BODY_BYTES = 52 * 1024 * 1024;

/** Reads what a request carries: query, JSON, a form, or parts with files. */
export async function readBody(request: IncomingMessage, query: URLSearchParams): Promise<RawParameters> {
  const body = await readBytes(request);
  const { values, files } = decodeBody(body, request.headers["content-type"] ?? "");
  return { values: { ...Object.fromEntries(query), ...values }, files };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) throw new TypeError("A request body is read as bytes");
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new ApiError(413, "", { malformed: true });
  return Buffer.concat(chunks);
}

function decodeBody(body: Buffer, contentType: string): RawParameters {
  if (body.length === 0) return { values: {}, files: [] };
  if (/^multipart\/form-data/i.test(contentType)) return decodeMultipart(body, contentType);
  const text = decodeUtf8(body);
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    return { values: Object.fromEntries(new URLSearchParams(text)), files: [] };
  }
  return /^application\/json/i.test(contentType) ? { values: parseObject(text), files: [] } : { values: {}, files: [] };
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw malformed("Strings must be encoded in UTF-8");
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isWire(value)) return value;
  } catch {
    // Said below: the server does not tell the two apart.
  }
  throw malformed("Can't parse JSON object");
}

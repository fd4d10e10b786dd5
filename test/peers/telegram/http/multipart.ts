import { malformed } from "../api/error.ts";
import type { RawParameters, UploadedFile } from "../api/parameters.ts";

/** Reads a multipart/form-data body. Names may stand without quotes, as grammY writes file names. */
export function decodeMultipart(body: Buffer, contentType: string): RawParameters {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i
    .exec(contentType)
    ?.slice(1)
    .find((found) => found !== undefined);
  if (boundary === undefined) throw malformed("boundary is not specified in the content type");
  const values: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for (const part of splitParts(body, boundary)) {
    const field = readName(part.head, "name");
    const name = readName(part.head, "filename");
    if (field === undefined) throw malformed("a part of the request has no name");
    if (name === undefined) values[field] = part.data.toString("utf8");
    else files.push({ field, name, data: part.data });
  }
  return { values, files };
}

interface Part {
  readonly head: string;
  readonly data: Buffer;
}

function splitParts(body: Buffer, boundary: string): readonly Part[] {
  const parts: Part[] = [];
  const opening = Buffer.from(`--${boundary}\r\n`);
  const between = Buffer.from(`\r\n--${boundary}`);
  let start = body.indexOf(opening);
  if (start < 0) throw malformed("the request ends before its first part");
  start += opening.length;
  for (;;) {
    const end = body.indexOf(between, start);
    if (end < 0) throw malformed("the request ends inside a part");
    parts.push(splitHead(body.subarray(start, end)));
    const after = end + between.length;
    if (body.subarray(after, after + 2).toString() === "--") return parts;
    start = after + 2;
  }
}

function splitHead(part: Buffer): Part {
  const end = part.indexOf("\r\n\r\n");
  if (end < 0) throw malformed("a part of the request has no body");
  return { head: part.subarray(0, end).toString("utf8"), data: Buffer.from(part.subarray(end + 4)) };
}

/** A parameter of the content-disposition header, quoted or up to the next semicolon. */
function readName(head: string, name: string): string | undefined {
  const line = head.split("\r\n").find((header) => /^content-disposition:/i.test(header)) ?? "";
  const match = new RegExp(`[;\\s]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]*))`, "i").exec(line);
  return match?.[1]?.replaceAll(/\\(.)/g, "$1") ?? match?.[2]?.trim();
}

import type { IncomingMessage } from "node:http";
import { ApiError, refuse, refuseStatus, unsupported } from "../errors/api-error.ts";
import type { LoggedRequest } from "../request-log.ts";
import { matchRoute } from "../routes/table.ts";
import type { RouteMatch } from "../routes/table.ts";
import { readBody } from "./read-body.ts";
import type { RequestBody } from "./read-body.ts";

/** The version of the interface the peer speaks. */
const VERSION = "v10";

/** A request as it arrived. `failure` is what it is refused for before anybody looks at what it asks. */
export interface ReadRequest {
  readonly logged: Omit<LoggedRequest, "id" | "at" | "outcome">;
  readonly match: RouteMatch | undefined;
  readonly query: URLSearchParams;
  readonly failure: ApiError | undefined;
}

/** Reads a request and finds its route. Rejects only when the connection breaks. */
export async function readRequest(request: IncomingMessage, url: URL): Promise<ReadRequest> {
  const method = request.method ?? "GET";
  const [, , version = "", ...segments] = url.pathname.split("/").map(decode);
  const found = matchRoute(method, segments);
  const match = typeof found === "object" ? found : undefined;
  const read = await readBody(request).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    // The connection broke: the caller sees to that, by `request.complete`.
    return { json: undefined, files: [] } satisfies RequestBody;
  });
  const body: RequestBody = read instanceof ApiError ? { json: undefined, files: [] } : read;
  const path = `/${segments.join("/")}`;
  return {
    logged: {
      route: match?.name ?? `${method} ${path}`,
      path,
      params: match?.params ?? {},
      query: Object.fromEntries(url.searchParams),
      body: body.json,
      files: body.files,
      headers: flatten(request),
    },
    match,
    query: url.searchParams,
    failure: findFailure({ version, found, method, path }) ?? (read instanceof ApiError ? read : undefined),
  };
}

function findFailure(place: {
  readonly version: string;
  readonly found: ReturnType<typeof matchRoute>;
  readonly method: string;
  readonly path: string;
}): ApiError | undefined {
  if (place.version !== VERSION) return refuse(50041);
  if (place.found === "method") return refuseStatus(405);
  return place.found === undefined ? unsupported(`${place.method} ${place.path}`) : undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function flatten({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

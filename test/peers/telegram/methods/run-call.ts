import { ApiError } from "../api/error.ts";
import { createParameters } from "../api/parameters.ts";
import type { RawParameters } from "../api/parameters.ts";
import type { OpenEntry } from "../request-log.ts";
import type { Answer, Services } from "./method.ts";
import { replyError, replyOk } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { METHODS } from "./table.ts";

/** Runs a method and writes down what became of it; refusals are replies too. */
export async function runCall(
  services: Services,
  entry: OpenEntry,
  raw: RawParameters,
  gone: AbortSignal,
): Promise<Reply> {
  try {
    const answer = await answerCall(services, entry, raw, gone);
    entry.settle(gone.aborted ? { kind: "gone" } : { kind: "ok", result: answer.result });
    return replyOk(answer);
  } catch (error) {
    return refuseCall(entry, toApiError(error));
  }
}

/** Writes down a refusal and makes its reply. */
export function refuseCall(entry: OpenEntry, error: ApiError): Reply {
  const { code, message, malformed, parameters } = error;
  entry.settle({ kind: "refused", status: code, description: message, malformed, parameters });
  return replyError(error);
}

/** What is no refusal is a fault of the peer itself and must not pass for an answer of the platform. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ApiError(501, `the test peer failed: ${text}`, { malformed: true });
}

async function answerCall(
  services: Services,
  entry: OpenEntry,
  raw: RawParameters,
  gone: AbortSignal,
): Promise<Answer> {
  const { method, token } = entry.request;
  const bot = services.world.bots.get(token);
  if (bot === undefined) throw new ApiError(401, "");
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (run === undefined) throw new ApiError(404, "method not found", { malformed: true });
  return run({ ...services, method, bot, parameters: createParameters(method, raw, (what) => entry.note(what)), gone });
}

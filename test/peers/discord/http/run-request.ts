import { assertNoProblems, refuse, refuseForm, refuseStatus, toApiError } from "../errors/api-error.ts";
import type { ApiError } from "../errors/api-error.ts";
import type { OpenEntry } from "../request-log.ts";
import type { Call, Reply } from "../routes/route.ts";
import type { RouteMatch } from "../routes/table.ts";
import { checkValue } from "../schema/check-value.ts";
import { isWire } from "../../shared/wire.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import { isId } from "../world/ids.ts";
import type { RequestHandling } from "./request-handling.ts";
import type { ReadRequest } from "./read-request.ts";
import { encodeRate, limitReply } from "./write-reply.ts";
import type { HttpReply } from "./write-reply.ts";

/** Answers a request: who asks, how often, whether it is well formed, and then what its route says. */
export function runRequest(handling: RequestHandling, read: ReadRequest, entry: OpenEntry): HttpReply {
  let headers: Record<string, string> = {};
  try {
    assertCaller(handling, read);
    if (read.failure !== undefined) throw read.failure;
    if (read.match === undefined) throw refuseStatus(404);
    const rate = handling.rates.count(read.match.name, majorOf(read.match), {
      isGlobalExempt: read.match.route.isOpen === true,
    });
    headers = encodeRate(rate);
    if (rate.exceeded !== "no") {
      const isGlobal = rate.exceeded === "global";
      const retryAfterS = Math.max(0.001, rate.resetAfterMs / 1000);
      entry.settle({ kind: "limited", isGlobal, retryAfterS });
      return limitReply(retryAfterS, isGlobal, headers);
    }
    const reply = read.match.route.run(handling.services, readCall(read, read.match, entry));
    assertAnswer(read.match, reply);
    entry.settle({ kind: "ok", status: reply.status, body: reply.body });
    return { ...reply, headers };
  } catch (thrown) {
    return refuseRequest(toApiError(thrown), entry, headers);
  }
}

function refuseRequest(error: ApiError, entry: OpenEntry, headers: Record<string, string>): HttpReply {
  const { status, code, message, body, malformed } = error;
  entry.settle({ kind: "refused", status, code, message, body, malformed });
  return { status, body, headers: { ...headers, ...error.headers } };
}

/** A client names itself as Discord asks, and shows the bot's token except where the path holds one. */
function assertCaller({ services }: RequestHandling, { logged, match }: ReadRequest): void {
  if (!/^DiscordBot \(https?:\/\/.+, .+\)/.test(logged.headers["user-agent"] ?? "")) throw refuse(40333);
  const { authorization } = logged.headers;
  const isRight = authorization === `Bot ${services.world.bot.token}`;
  if (authorization === undefined ? match?.route.isOpen !== true : !isRight) throw refuseStatus(401);
}

function readCall({ logged, query }: ReadRequest, match: RouteMatch, entry: OpenEntry): Call {
  const note = (what: string): void => entry.note(what);
  const { route, params } = match;
  assertIds(params);
  const list = readList(match, logged.body);
  if (route.takesList !== true) checkForm(match, logged.body ?? {}, [], note);
  return {
    param: (name) => {
      const value = params[name];
      if (value === undefined) throw new Error(`Route ${match.name} has no parameter ${name}`);
      return value;
    },
    find: (name) => params[name],
    query,
    body: isWire(logged.body) ? logged.body : {},
    list: list.map((item, index) => {
      checkForm(match, item, [index], note);
      return isWire(item) ? item : {};
    }),
    files: logged.files,
    note,
  };
}

function readList({ route }: RouteMatch, body: WireValue): readonly WireValue[] {
  if (route.takesList !== true || body === null) return [];
  if (Array.isArray(body)) return body as readonly WireValue[];
  const message = "Only iterables may be used in a ListType";
  throw refuseForm([{ path: [], code: "LIST_TYPE_CONVERT", message }]);
}

function checkForm({ route }: RouteMatch, value: WireValue, path: readonly number[], note: Call["note"]): void {
  if (route.request === undefined) return;
  const { problems, unknown } = checkValue(route.request, value, { lenient: true });
  const passesOver = route.passesOver ?? [];
  for (const place of unknown.filter(([name]) => !passesOver.includes(String(name))))
    note(`${[...path, ...place].join(".")} is unknown and passed over`);
  assertNoProblems(problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
}

/** Ids of the path are numbers; `@original` and tokens are none. */
function assertIds(params: RouteMatch["params"]): void {
  for (const [name, value] of Object.entries(params)) {
    if (!name.endsWith("_id") || value === "@original" || isId(value)) continue;
    const message = `Value "${value}" is not snowflake.`;
    throw refuseForm([{ path: [name], code: "NUMBER_TYPE_COERCE", message }]);
  }
}

/** The peer is held to the official description as well: an answer that does not fit is its own fault. */
function assertAnswer({ name, route }: RouteMatch, { body }: Reply): void {
  const { answer } = route;
  if (answer === undefined || body === undefined) return;
  const items = Array.isArray(body) ? (body as readonly WireValue[]) : [body];
  for (const item of items) {
    const [problem] = checkValue(answer, withoutUndefined(item), { lenient: false }).problems;
    if (problem !== undefined) {
      throw new Error(`${name} answers what is no ${answer}: ${problem.path.join(".")}: ${problem.message}`);
    }
  }
}

function withoutUndefined(value: WireValue): unknown {
  return isWire(value) ? (JSON.parse(JSON.stringify(value)) as Wire) : value;
}

/** What buckets of one route are told apart by (Discord's documentation, "Rate Limits"). */
function majorOf({ params }: RouteMatch): string {
  const { channel_id: channel, guild_id: guild, webhook_id: webhook, webhook_token: token } = params;
  return channel ?? guild ?? (webhook === undefined ? "" : `${webhook}/${token ?? ""}`);
}

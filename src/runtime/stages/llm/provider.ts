import { keepHead } from "../../process/output-head.ts";
import { hasCode, LobsterError } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { abortReason } from "../../pipeline/abort.ts";
import type { LlmAdapter, StageContext } from "../../pipeline/stage-context.ts";
import { stageFailure, usageError } from "../../pipeline/stage-error.ts";
import { tryParseJson } from "../../stable-json.ts";
import { firstSet } from "../first-set.ts";
import { assertTokenMayGo, chooseToken } from "../http/ambient-token.ts";
import { parseHttpUrl, postJson, type HttpAnswer, type JsonPost } from "../http/post-json.ts";
import { errorMessage, GATEWAY_TOKEN_NAMES, GATEWAY_URL_NAMES, toolsEndpoint } from "../openclaw/gateway.ts";
import type { LlmRequest } from "./options.ts";

/** Somewhere a model answers. */
export interface LlmProvider {
  readonly name: string;
  /** What the emitted item calls its source. */
  readonly source: string;
  /** Where it is, as part of the cache key; null for an adapter of the host. */
  readonly endpoint: string | null;
  /** Sends one payload and returns the answer's envelope, not yet checked. */
  call(payload: JsonObject, context: StageContext): Promise<unknown>;
}

/**
 * Finds the provider of a request (stages-and-cli §12.2): the one named, else the only adapter of the host, else what is
 * configured. An adapter with the name of a built-in one replaces it. Throws usage errors, among them the refusal to send
 * a token of the environment to another machine.
 */
export function resolveProvider(request: LlmRequest, context: StageContext): LlmProvider {
  const { environment, llmAdapters } = context;
  const named = request.provider ?? (llmAdapters.size === 1 ? [...llmAdapters.keys()][0] : undefined);
  const name = named ?? BUILT_IN.find(({ urlNames }) => firstSet(environment, urlNames) !== undefined)?.name;
  if (name === undefined) {
    throw usageError("llm.invoke could not resolve a provider. Set --provider or LOBSTER_LLM_PROVIDER");
  }
  const adapter = [...llmAdapters].find(([key]) => key.toLowerCase() === name.toLowerCase());
  if (adapter !== undefined) return adapterProvider(...adapter);
  const builtIn = BUILT_IN.find((candidate) => candidate.name === name.toLowerCase());
  if (builtIn === undefined) throw usageError(`Unsupported llm provider: ${name}`);
  return httpProvider(builtIn, request, context);
}

/** True when a model is configured for this environment without naming one. */
export function isProviderConfigured({ environment, llmAdapters }: StageContext): boolean {
  const names = ["LOBSTER_LLM_PROVIDER", ...BUILT_IN.flatMap(({ urlNames }) => urlNames)];
  return llmAdapters.size > 0 || firstSet(environment, names) !== undefined;
}

interface BuiltIn {
  readonly name: "pi" | "openclaw" | "http";
  readonly urlNames: readonly string[];
  readonly tokenNames: readonly string[];
  readonly missing: string;
}

/** In the order in which they are looked for. */
const BUILT_IN: readonly BuiltIn[] = [
  {
    name: "pi",
    urlNames: ["LOBSTER_PI_LLM_ADAPTER_URL"],
    tokenNames: ["LOBSTER_PI_LLM_ADAPTER_TOKEN"],
    missing: "LOBSTER_PI_LLM_ADAPTER_URL",
  },
  {
    name: "openclaw",
    urlNames: GATEWAY_URL_NAMES,
    tokenNames: GATEWAY_TOKEN_NAMES,
    missing: "OPENCLAW_URL (or CLAWD_URL)",
  },
  {
    name: "http",
    urlNames: ["LOBSTER_LLM_ADAPTER_URL"],
    tokenNames: ["LOBSTER_LLM_ADAPTER_TOKEN"],
    missing: "LOBSTER_LLM_ADAPTER_URL",
  },
];

function adapterProvider(name: string, adapter: LlmAdapter): LlmProvider {
  return {
    name,
    source: adapter.source ?? name,
    endpoint: null,
    call: (payload, { environment, signal }) => untilAborted(adapter.invoke({ environment, payload, signal }), signal),
  };
}

/** The host's adapter may not listen to the signal; it is then left behind, and its late failure is nobody's. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const watch = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(abortReason(signal)), { once: true, signal: watch.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    watch.abort();
    work.catch(() => undefined);
  }
}

function httpProvider(
  { name, urlNames, tokenNames, missing }: BuiltIn,
  request: LlmRequest,
  { environment }: StageContext,
): LlmProvider {
  const { command } = request;
  const base = firstSet(environment, urlNames);
  if (base === undefined) throw usageError(`${command} requires ${missing} for provider=${name}`);
  const baseUrl = parseHttpUrl(base, `${command} requires an http(s) URL in ${missing}`);
  const token = chooseToken(request.token, environment, tokenNames);
  assertTokenMayGo(command, baseUrl, token, tokenNames);
  const url = name === "openclaw" ? toolsEndpoint(baseUrl) : adapterEndpoint(baseUrl);
  return {
    name,
    source: command === "llm_task.invoke" ? "clawd" : name,
    endpoint: `${url.origin}${url.pathname}`,
    call: async (payload, { signal, limits }) => {
      const answer = await post(command, {
        label: `${command} request failed:`,
        url,
        token: token?.value,
        body: name === "openclaw" ? { tool: "llm-task", action: "invoke", args: payload } : payload,
        signal,
        timeoutMs: request.timeoutMs ?? limits.llmTimeoutMs,
        maxResponseBytes: Math.min(request.responseCap, limits.maxResponseBytes),
      });
      const body = readBody(command, answer);
      return name === "openclaw" ? unwrapGateway(command, body) : body;
    },
  };
}

/** A body over the cap is reported as a failed request, like everything else that goes wrong on the way. */
async function post(command: string, exchange: JsonPost): Promise<HttpAnswer> {
  try {
    return await postJson(exchange);
  } catch (error) {
    if (!hasCode(error, "output_limit")) throw error;
    throw new LobsterError("output_limit", `${command} request failed: ${error.message}`, {
      facts: error.facts,
      cause: error,
    });
  }
}

/** The adapter's own path, `/invoke` when it has none; its query stays. */
function adapterEndpoint(base: URL): URL {
  const url = new URL(base.href);
  if (url.pathname === "/" || url.pathname === "") url.pathname = "/invoke";
  return url;
}

const SHOWN_CHARACTERS = 400;

function readBody(command: string, { ok, status, statusText, text }: HttpAnswer): JsonValue {
  if (!ok) {
    throw stageFailure(`${command} request failed: ${status} ${statusText}: ${keepHead(text, SHOWN_CHARACTERS)}`, {
      facts: { status },
    });
  }
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw stageFailure(`${command} request failed: Response was not JSON`);
  return parsed.value;
}

function unwrapGateway(command: string, body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  if (ownMember(body, "ok") === true) return ownMember(body, "result") ?? null;
  throw stageFailure(`${command} request failed: openclaw adapter error: ${errorMessage(ownMember(body, "error"))}`);
}

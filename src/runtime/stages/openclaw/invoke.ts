import { LobsterError, messageOf } from "../../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { takesJson, takesNothing, takesText, takesWhole } from "../../pipeline/flags/kinds.ts";
import { collectItems, drainItems } from "../../pipeline/item-stream.ts";
import { throwIfAborted } from "../../pipeline/abort.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { defineStage, type Stage } from "../../pipeline/stage.ts";
import { firstSet } from "../first-set.ts";
import { assertTokenMayGo, chooseToken } from "../http/ambient-token.ts";
import { parseHttpUrl, postJson } from "../http/post-json.ts";
import { resolveResponseLimit } from "../http/read-capped.ts";
import { GATEWAY_TOKEN_NAMES, GATEWAY_URL_NAMES, readToolResult, toolsEndpoint } from "./gateway.ts";

/** `openclaw.invoke`: calls a tool of an OpenClaw gateway (stages-and-cli §14). */
export const openclawInvoke = defineInvoke("openclaw.invoke");

/** `clawd.invoke`: the same under its old name. */
export const clawdInvoke = defineInvoke("clawd.invoke");

function defineInvoke(command: string): Stage {
  return defineStage({
    name: command,
    description: "Call a tool of an OpenClaw gateway and pass on its result",
    flags: {
      url: takesText("The gateway (default: OPENCLAW_URL, CLAWD_URL)"),
      token: takesText("Bearer token; empty for none (default: OPENCLAW_TOKEN, CLAWD_TOKEN, to this machine only)"),
      tool: takesText("The tool to call"),
      action: takesText("What the tool is to do"),
      argsJson: takesJson("Arguments of the tool", { invalid: `${command} --args-json must be valid JSON` }),
      sessionKey: takesText("The session the call belongs to"),
      dryRun: takesNothing("Ask the gateway to try only"),
      each: takesNothing("One call for every input item"),
      itemKey: takesText("The argument that holds the item with --each (default: item)"),
      timeoutMs: takesWhole("How long one call may take, in ms (default 30000)", { min: 1, max: 86_400_000 }),
    },
    examples: [`${command} --tool message --action send --args-json '{"text":"done"}'`],
    sideEffects: ["calls_clawd_tool"],
    plan: ({ flags, environment }): Call => {
      const base = flags.url?.trim() || firstSet(environment, GATEWAY_URL_NAMES);
      if (base === undefined) throw usageError(`${command} requires --url or OPENCLAW_URL`);
      if (!flags.tool?.trim() || !flags.action?.trim()) throw usageError(`${command} requires --tool and --action`);
      const args = flags.argsJson === undefined ? {} : flags.argsJson;
      if (flags.each === true && !isJsonObject(args)) {
        throw usageError(`${command} --each requires --args-json to be an object`);
      }
      const url = parseHttpUrl(base, `${command} requires an http(s) --url`);
      const token = chooseToken(flags.token, environment, GATEWAY_TOKEN_NAMES);
      assertTokenMayGo(command, url, token, GATEWAY_TOKEN_NAMES);
      return {
        command,
        url: toolsEndpoint(url),
        token: token?.value,
        body: {
          tool: flags.tool,
          action: flags.action,
          ...(flags.sessionKey && { sessionKey: flags.sessionKey }),
          ...(flags.dryRun === true && { dryRun: true }),
        },
        args,
        itemKey: flags.itemKey?.trim() || "item",
        timeoutMs: flags.timeoutMs,
        responseCap: resolveResponseLimit(environment, Number.MAX_SAFE_INTEGER),
      };
    },
    run: async ({ input, flags, plan, context }) => {
      if (flags.each === true) return { output: await callForEach(plan, await collectItems(input), context) };
      await drainItems(input);
      const result = await call(plan, plan.args, context);
      return { output: itemsOf(result) };
    },
  });
}

interface Call {
  readonly command: string;
  readonly url: URL;
  readonly token: string | undefined;
  readonly body: JsonObject;
  readonly args: JsonValue;
  readonly itemKey: string;
  readonly timeoutMs: number | undefined;
  readonly responseCap: number;
}

async function call(plan: Call, args: JsonValue, { signal, limits, onDispatch }: StageContext): Promise<JsonValue> {
  throwIfAborted(signal);
  onDispatch?.();
  const answer = await postJson({
    label: plan.command,
    url: plan.url,
    token: plan.token,
    body: { ...plan.body, args },
    signal,
    timeoutMs: plan.timeoutMs ?? limits.fetchTimeoutMs,
    maxResponseBytes: Math.min(plan.responseCap, limits.maxResponseBytes),
  });
  return readToolResult(plan.command, answer);
}

/** One call after the other. A failure says how many calls were made before it (the peer's fault F10). */
async function callForEach(plan: Call, items: readonly JsonValue[], context: StageContext): Promise<JsonValue[]> {
  const shared = isJsonObject(plan.args) ? plan.args : {};
  const output: JsonValue[] = [];
  for (const [index, item] of items.entries()) {
    try {
      for (const result of itemsOf(await call(plan, { ...shared, [plan.itemKey]: item }, context))) output.push(result);
    } catch (error) {
      throw withProgress(error, index, items.length);
    }
  }
  return output;
}

function withProgress(error: unknown, done: number, total: number): unknown {
  if (!(error instanceof LobsterError) || total === 1) return error;
  const message = `${messageOf(error)} (item ${done + 1} of ${total}; the ${done} before it were done)`;
  return new LobsterError(error.code, message, {
    type: error.type,
    facts: { ...error.facts, done, total },
    cause: error,
  });
}

function itemsOf(result: JsonValue): readonly JsonValue[] {
  return Array.isArray(result) ? result : [result];
}

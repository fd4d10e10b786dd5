import type { JsonObject, JsonValue } from "../../json.ts";
import type { FlagValues } from "../../pipeline/flags/flag.ts";
import {
  takesJsonList,
  takesJsonObject,
  takesNothing,
  takesNumber,
  takesText,
  takesWhole,
} from "../../pipeline/flags/kinds.ts";
import { usageError } from "../../pipeline/stage-error.ts";
import type { StageCall } from "../../pipeline/stage.ts";
import type { Environment } from "../../ports.ts";
import { compileResponseSchema } from "../../workflow/response-schema.ts";
import { firstSet } from "../first-set.ts";
import { resolveResponseLimit } from "../http/read-capped.ts";

/** The two names of the model stage. They differ in their default provider and in what they call themselves. */
export type LlmCommand = "llm.invoke" | "llm_task.invoke";

/** One request to a model, with everything the environment adds (stages-and-cli §12.1). */
export interface LlmRequest {
  readonly command: LlmCommand;
  /** Absent: found by what is configured. */
  readonly provider: string | undefined;
  readonly token: string | undefined;
  readonly prompt: string;
  readonly model: string | undefined;
  readonly schemaVersion: string;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly artifacts: readonly JsonValue[];
  readonly metadata: JsonObject | undefined;
  readonly outputSchema: JsonObject | undefined;
  /** Further calls after an answer that misses the schema. */
  readonly retries: number;
  readonly stateKey: string | undefined;
  readonly refresh: boolean;
  readonly useCache: boolean;
  readonly timeoutMs: number | undefined;
  readonly responseCap: number;
}

/** The options of a model stage. */
export function declareLlmFlags(command: LlmCommand) {
  return {
    provider: takesText("openclaw, pi, http, or an adapter of the host"),
    prompt: takesText("What the model is to do"),
    model: takesText("The model"),
    schemaVersion: takesText("Version of the output's schema, part of the cache key (default v1)"),
    temperature: takesNumber("Sampling temperature"),
    maxOutputTokens: takesWhole("Longest answer, in tokens", { min: 0 }),
    artifactsJson: takesJsonList("Further things to look at, after the input items", {
      invalid: `${command} --artifacts-json must be a JSON array`,
    }),
    metadataJson: takesJsonObject("Facts for the adapter", {
      invalid: `${command} --metadata-json must be a JSON object`,
    }),
    outputSchema: takesJsonObject("JSON Schema that output.data must fit", {
      invalid: `${command} --output-schema must be a JSON object`,
    }),
    maxValidationRetries: takesWhole("Further calls after an answer that misses the schema (default 1)", { max: 20 }),
    stateKey: takesText("Remember the answer under this name for the run"),
    refresh: takesNothing("Ask again even if the answer is known"),
    disableCache: takesNothing("Neither read nor write cached answers"),
    token: takesText("Bearer token (default: the provider's variable, to this machine only)"),
    timeoutMs: takesWhole("How long one call may take, in ms (default 120000)", { min: 1, max: 86_400_000 }),
  };
}

/** The flags of a model stage. */
export type LlmFlags = ReturnType<typeof declareLlmFlags>;

/** Brings options and environment together. Throws usage errors. */
export function readLlmRequest(command: LlmCommand, call: StageCall<LlmFlags>): LlmRequest {
  const { flags, positionals, environment } = call;
  const prompt = flags.prompt?.trim() ? flags.prompt : positionals.join(" ");
  if (prompt.trim() === "") throw usageError(`${command} requires --prompt or positional text`);
  const given = firstSet(environment, ["LOBSTER_LLM_PROVIDER"]);
  return {
    command,
    provider: nonBlank(flags.provider) ?? given ?? (command === "llm_task.invoke" ? "openclaw" : undefined),
    token: flags.token,
    prompt,
    model: nonBlank(flags.model) ?? firstSet(environment, ["LOBSTER_LLM_MODEL", "LLM_TASK_MODEL"]),
    schemaVersion:
      nonBlank(flags.schemaVersion) ??
      firstSet(environment, ["LOBSTER_LLM_SCHEMA_VERSION", "LLM_TASK_SCHEMA_VERSION"]) ??
      "v1",
    temperature: flags.temperature,
    maxOutputTokens: flags.maxOutputTokens,
    artifacts: flags.artifactsJson ?? [],
    metadata: flags.metadataJson,
    outputSchema: checkSchema(command, flags.outputSchema),
    retries: readRetries(command, flags, environment),
    stateKey: nonBlank(flags.stateKey) ?? firstSet(environment, ["LOBSTER_RUN_STATE_KEY"]),
    refresh: flags.refresh ?? readSwitch(environment, ["LOBSTER_LLM_FORCE_REFRESH", "LLM_TASK_FORCE_REFRESH"]),
    useCache: flags.disableCache !== true,
    timeoutMs: flags.timeoutMs,
    responseCap: resolveResponseLimit(environment, Number.MAX_SAFE_INTEGER),
  };
}

function nonBlank(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

function checkSchema(command: string, schema: JsonObject | undefined): JsonObject | undefined {
  if (schema === undefined) return undefined;
  try {
    compileResponseSchema(schema);
  } catch (error) {
    throw usageError(`${command} --output-schema is not a JSON Schema that can be checked`, { cause: error });
  }
  return schema;
}

const MAX_RETRIES = 20;

/** A bad number in the environment counts as unset, as the peer reads it. */
function readRetries(command: string, flags: FlagValues<LlmFlags>, environment: Environment): number {
  const text = firstSet(environment, ["LOBSTER_LLM_VALIDATION_RETRIES", "LLM_TASK_VALIDATION_RETRIES"]);
  const count = flags.maxValidationRetries ?? (text !== undefined && /^-?\d+$/.test(text) ? Number(text) : 1);
  if (count > MAX_RETRIES) throw usageError(`${command} retries an answer at most ${MAX_RETRIES} times (got ${count})`);
  return Math.max(0, count);
}

function readSwitch(environment: Environment, names: readonly string[]): boolean {
  const text = firstSet(environment, names);
  return text !== undefined && !/^(false|0|no)$/i.test(text);
}

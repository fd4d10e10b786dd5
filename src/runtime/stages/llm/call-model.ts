import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import { throwIfAborted } from "../../pipeline/abort.ts";
import type { StageContext } from "../../pipeline/stage-context.ts";
import { stageFailure } from "../../pipeline/stage-error.ts";
import { sha256Hex, stableStringify } from "../../stable-json.ts";
import { validateResponse } from "../../workflow/response-schema.ts";
import { composeArtifacts, type Artifacts } from "./artifacts.ts";
import { readEnvelope, type LlmAnswer } from "./envelope.ts";
import { openKnownAnswers } from "./known-answers.ts";
import type { LlmRequest } from "./options.ts";
import { resolveProvider, type LlmProvider } from "./provider.ts";

/**
 * Asks a model, or replays what is known, and returns the items to emit (stages-and-cli §12). An answer that misses the schema
 * is asked for again with the errors, at most as often as the request says, and never stored.
 */
export async function callModel(
  request: LlmRequest,
  items: readonly JsonValue[],
  context: StageContext,
): Promise<readonly JsonObject[]> {
  throwIfAborted(context.signal);
  const provider = resolveProvider(request, context);
  const looked = composeArtifacts(request.command, [...items, ...request.artifacts]);
  const cacheKey = keyOf(request, provider, looked);
  const known = openKnownAnswers(request, cacheKey, context);
  const found = await known.find();
  throwIfAborted(context.signal);
  if (found !== undefined) {
    reportReplays(request, found, cacheKey, context);
    return found;
  }
  const { answer, attempts } = await askUntilValid(
    request,
    provider,
    { payload: payloadOf(request, looked), cacheKey },
    context,
  );
  throwIfAborted(context.signal);
  const emitted = [describe(request, provider, looked, { answer, attempts, cacheKey }, context)];
  await known.remember(emitted);
  return emitted;
}

function payloadOf(request: LlmRequest, { artifacts, artifactHashes }: Artifacts): JsonObject {
  const { prompt, model, metadata, outputSchema, schemaVersion, maxOutputTokens, temperature } = request;
  return {
    prompt,
    ...(model !== undefined && { model }),
    artifacts,
    artifactHashes,
    ...(metadata !== undefined && { metadata }),
    ...(outputSchema !== undefined && { outputSchema }),
    schemaVersion,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** Everything that makes another answer of a request, the endpoint and the metadata included (fault F26). */
function keyOf(request: LlmRequest, { name, endpoint }: LlmProvider, { artifactHashes }: Artifacts): string {
  return sha256Hex(
    stableStringify({
      cacheKeyVersion: 3,
      provider: name,
      endpoint,
      prompt: request.prompt,
      model: request.model ?? null,
      schemaVersion: request.schemaVersion,
      artifactHashes,
      outputSchema: request.outputSchema ?? null,
      metadata: request.metadata ?? null,
      temperature: request.temperature ?? null,
      maxOutputTokens: request.maxOutputTokens ?? null,
    }),
  );
}

/** Their usage is in the items: the run has to know that it was paid for already. */
function reportReplays(
  { command }: LlmRequest,
  items: readonly JsonObject[],
  cacheKey: string,
  context: StageContext,
): void {
  for (const item of items) {
    const usage = ownMember(item, "usage");
    const model = ownMember(item, "model");
    if (!isJsonObject(usage)) continue;
    context.reportUsage({
      command,
      model: typeof model === "string" ? model : null,
      usage,
      cacheKey,
      replayed: true,
    });
  }
}

interface Asked {
  readonly answer: LlmAnswer;
  readonly attempts: number;
}

async function askUntilValid(
  { command, model: wanted, outputSchema, retries }: LlmRequest,
  provider: LlmProvider,
  { payload, cacheKey }: { readonly payload: JsonObject; readonly cacheKey: string },
  context: StageContext,
): Promise<Asked> {
  const limit = outputSchema === undefined ? 1 : 1 + retries;
  let errors: readonly string[] = [];
  for (let attempt = 1; attempt <= limit; attempt += 1) {
    throwIfAborted(context.signal);
    const retryContext: JsonObject = attempt === 1 ? {} : { retryContext: { attempt, validationErrors: errors } };
    const given = await provider.call({ ...payload, ...retryContext }, context);
    const answer = readEnvelope(command, given, outputSchema !== undefined);
    const { usage } = answer;
    if (usage !== null) context.reportUsage({ command, model: answer.model ?? wanted ?? null, usage, cacheKey });
    if (outputSchema === undefined) return { answer, attempts: attempt };
    errors = validateResponse(outputSchema, answer.output.data).map(({ path, message }) => `${path} ${message}`);
    if (errors.length === 0) return { answer, attempts: attempt };
  }
  throw stageFailure(`${command} output failed schema validation: ${errors.join("; ")}`);
}

function describe(
  { command, schemaVersion }: LlmRequest,
  { source }: LlmProvider,
  { artifactHashes }: Artifacts,
  { answer, attempts, cacheKey }: Asked & { readonly cacheKey: string },
  { clock }: StageContext,
): JsonObject {
  const { runId, prompt, model, status, output, usage, metadata, warnings, diagnostics } = answer;
  return {
    kind: command,
    runId,
    prompt,
    model,
    schemaVersion,
    status,
    cacheKey,
    artifactHashes,
    output,
    usage,
    metadata,
    warnings,
    diagnostics,
    createdAt: new Date(clock.now()).toISOString(),
    source,
    cached: false,
    attemptCount: attempts,
  };
}

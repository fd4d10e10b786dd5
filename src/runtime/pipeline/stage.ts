import type { PolicyFields } from "../approvers/policy-fields.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { Environment } from "../ports.ts";
import type { ApprovalRequest, InputRequest } from "../run/documents.ts";
import { decodeFlags } from "./flags/decode.ts";
import { spellFlag, type FlagTable, type FlagValues } from "./flags/flag.ts";
import type { PipelineStage } from "./grammar.ts";
import { decodeWords, type WordsRule } from "./positional-words.ts";
import type { StageContext } from "./stage-context.ts";

/** What a stage may do to the world besides passing items on. The tags are the peer's (stages-and-cli §3.2), and ours. */
export type SideEffect =
  | "local_exec"
  | "writes_state"
  | "reads_state"
  | "reads_files"
  | "calls_clawd_tool"
  | "calls_openclaw_agent"
  | "calls_llm"
  | "calls_github"
  | "reads_email"
  | "sends_email";

/** What a stage passes on. A text is one item, never a list of characters (the peer's fault F45). */
export type StageOutput = AsyncIterable<JsonValue> | Iterable<JsonValue>;

/** Why a stage stops the pipeline, and the items it goes on with after an approval. */
export interface Halt {
  readonly request: ApprovalRequest | InputRequest;
  readonly items: readonly JsonValue[];
  /** Who may approve, and how; absent: the host's rules alone. */
  readonly policy?: PolicyFields;
}

/**
 * What running a stage came to. `output` absent means no items. `halt` stops the pipeline at a gate after this stage.
 * `stop` ends it after this stage without one: its output is the pipeline's. `rendered` is text for people: the pipeline
 * writes or keeps it (in human mode the items are then not printed again).
 */
export interface StageResult {
  readonly output?: StageOutput;
  readonly halt?: Halt;
  readonly stop?: true;
  readonly rendered?: string;
}

/** The words a stage was written with, typed and checked, and the environment they fall back to. */
export interface StageCall<F extends FlagTable> {
  readonly flags: FlagValues<F>;
  readonly positionals: readonly string[];
  readonly environment: Environment;
}

/** Everything a running stage gets. Input may be read once; a stage with effects reads all of it before it acts. */
export interface StageInvocation<F extends FlagTable, P> extends StageCall<F> {
  readonly input: AsyncIterable<JsonValue>;
  readonly plan: P;
  readonly context: StageContext;
}

/** What a stage's file declares; see {@link defineStage}. */
export interface StageDefinition<F extends FlagTable, P> {
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  readonly flags: F;
  /** Absent: no positional words. */
  readonly words?: WordsRule;
  readonly examples: readonly string[];
  readonly sideEffects: readonly SideEffect[];
  /** True when starting the stage has no effect, so that a failure afterwards leaves its gate usable. Default false. */
  readonly resumeSafeBeforeInput?: boolean;
  /** True when the same holds once it has the answer to its `requestInput`. Default false. */
  readonly resumeSafeAfterInput?: boolean;
  /** Checks the call as a whole and prepares what `run` needs. All stages plan before the first one runs. Throws usage errors. */
  plan(call: StageCall<F>): P;
  run(invocation: StageInvocation<F, P>): Promise<StageResult> | StageResult;
}

/** A stage whose words have been checked, ready to run. */
export interface PreparedStage {
  readonly stage: Stage;
  run(input: AsyncIterable<JsonValue>, context: StageContext): Promise<StageResult>;
}

/** A stage as the registry and the run loop see it. */
export interface Stage {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments, for `commands.list`. Positional words stand under `_`. */
  readonly argsSchema: JsonObject;
  readonly flags: FlagTable;
  readonly examples: readonly string[];
  /** Tags of {@link SideEffect}, and whatever a host calls the effects of its own stages. */
  readonly sideEffects: readonly string[];
  readonly resumeSafeBeforeInput: boolean;
  readonly resumeSafeAfterInput: boolean;
  /** Types and checks the arguments. Nothing happens yet; throws usage errors. */
  prepare(args: PipelineStage["args"], environment: Environment): PreparedStage;
}

/** Makes a stage of its declaration. */
export function defineStage<const F extends FlagTable, P>(definition: StageDefinition<F, P>): Stage {
  const { name, description, flags, words, examples, sideEffects } = definition;
  const stage: Stage = {
    name,
    description,
    argsSchema: describeArguments(flags, words),
    flags,
    examples,
    sideEffects,
    resumeSafeBeforeInput: definition.resumeSafeBeforeInput ?? false,
    resumeSafeAfterInput: definition.resumeSafeAfterInput ?? false,
    prepare: (args, environment) => {
      const call: StageCall<F> = {
        flags: decodeFlags(name, flags, args),
        positionals: decodeWords(name, words, args._),
        environment,
      };
      const plan = definition.plan(call);
      return { stage, run: async (input, context) => definition.run({ ...call, plan, input, context }) };
    },
  };
  return stage;
}

function describeArguments(flags: FlagTable, words: WordsRule | undefined): JsonObject {
  const properties = Object.entries(flags).map(([name, flag]) => [spellFlag(name), flag.schema] as const);
  const positional: JsonObject | undefined = words && {
    type: "array",
    items: { type: "string" },
    description: words.description,
    ...(words.min !== undefined && { minItems: words.min }),
    ...(words.max !== undefined && { maxItems: words.max }),
  };
  return {
    type: "object",
    properties: Object.fromEntries(positional === undefined ? properties : [...properties, ["_", positional]]),
    additionalProperties: false,
  };
}

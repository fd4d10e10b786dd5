import { findNearestName } from "./nearest-name.ts";

/** An environment variable a user may set, with one line that says what it does. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
}

/** The variables of the bot. `.env.example` names each of these and of {@link RUNTIME_VARIABLES}, in this order. */
export const BOT_VARIABLES: readonly Variable[] = [
  { name: "TELEGRAM_BOT_TOKEN", meaning: "Turns the Telegram adapter on; the token BotFather gave." },
  { name: "TELEGRAM_API_ROOT", meaning: "Bot API server, for a self-hosted one or a proxy; default the public one." },
  { name: "DISCORD_BOT_TOKEN", meaning: "Turns the Discord adapter on; the bot token of the developer portal." },
  {
    name: "DISCORD_API_BASE",
    meaning: "REST base; the gateway address comes from its /gateway/bot. Default the public one.",
  },
  { name: "LOBSTER_STATE_DIR", meaning: "Where state lives; default ~/.lobster/state." },
  { name: "LOBSTER_CONFIG", meaning: "People, conversations and rules; default ./lobster.config.yaml." },
  { name: "LOBSTER_WORKFLOWS_DIR", meaning: "Where the workflow files are; default ./workflows." },
  { name: "LOBSTER_LOG_LEVEL", meaning: "fatal, error, warn, info, debug, trace or silent; default info." },
  { name: "LOBSTER_LOG_PRETTY", meaning: "1 for log lines people can read instead of JSON." },
];

/** Variables the runtime understands. The `LOBSTER_APPROVAL_*` ones are for the command line; the bot ignores them. */
export const RUNTIME_VARIABLES: readonly Variable[] = [
  { name: "LOBSTER_SHELL", meaning: "The shell that runs commands; default /bin/sh." },
  { name: "LOBSTER_SHELL_LOGIN", meaning: "1 runs commands in a login shell, which reads profile files." },
  {
    name: "LOBSTER_MAX_OUTPUT_BYTES",
    meaning: "Bytes one process may print on each stream; may lower the cap, never raise it.",
  },
  {
    name: "LOBSTER_MAX_TOOL_ENVELOPE_BYTES",
    meaning: "Size limit of a question's JSON reply, at least 1024; default 512000.",
  },
  { name: "LOBSTER_APPROVAL_APPROVED_BY", meaning: "Command line only: the person who decides." },
  {
    name: "LOBSTER_APPROVAL_APPROVER_GROUPS",
    meaning: "Command line only: that person's groups, comma separated, bare names.",
  },
  { name: "LOBSTER_APPROVAL_INITIATED_BY", meaning: "Command line only: the person who starts the run." },
  {
    name: "LOBSTER_APPROVAL_REQUIRED_APPROVER",
    meaning: "Command line only: who must approve where the file names nobody.",
  },
  {
    name: "LOBSTER_APPROVAL_REQUIRE_DIFFERENT_APPROVER",
    meaning: "Command line only: 1 demands an approver other than the starter.",
  },
  {
    name: "LOBSTER_APPROVAL_INPUT_TIMEOUT_MS",
    meaning: "Command line only: how long a question at the terminal waits, ms.",
  },
];

/** Settings of single stages. They belong to the workflows that use them, so `.env.example` leaves them out. */
const STAGE_VARIABLES: ReadonlySet<string> = new Set([
  "LOBSTER_CACHE_DIR",
  "LOBSTER_LLM_ADAPTER_TOKEN",
  "LOBSTER_LLM_ADAPTER_URL",
  "LOBSTER_LLM_FORCE_REFRESH",
  "LOBSTER_LLM_MODEL",
  "LOBSTER_LLM_PRICING_JSON",
  "LOBSTER_LLM_PROVIDER",
  "LOBSTER_LLM_SCHEMA_VERSION",
  "LOBSTER_LLM_VALIDATION_RETRIES",
  "LOBSTER_MAX_HTTP_RESPONSE_BYTES",
  "LOBSTER_OPENCLAW_BIN",
  "LOBSTER_PI_LLM_ADAPTER_TOKEN",
  "LOBSTER_PI_LLM_ADAPTER_URL",
  "LOBSTER_RUN_STATE_KEY",
]);

/** A variable of `.env` that is meant for us and that we do not know. */
export interface UnknownVariable {
  readonly name: string;
  readonly nearest?: string;
}

/**
 * Says whether a variable of `.env` is ours by its name and yet unknown: refused, never ignored. Names that are somebody
 * else's (a step's own token) are none of our business, unless they are a slip of the hand away from one of ours.
 */
export function findUnknownVariable(name: string): UnknownVariable | undefined {
  if (KNOWN_NAMES.has(name) || STAGE_VARIABLES.has(name)) return undefined;
  const ours = name.startsWith("LOBSTER_");
  const nearest = ours ? findNearestName(name, KNOWN_NAMES) : findNearestName(name, KNOWN_NAMES, SLIP);
  if (nearest !== undefined) return { name, nearest };
  return ours ? { name } : undefined;
}

const KNOWN_NAMES: ReadonlySet<string> = new Set([...BOT_VARIABLES, ...RUNTIME_VARIABLES].map(({ name }) => name));

/** So few mistakes away, a foreign name is taken for one of ours. */
const SLIP = 2;

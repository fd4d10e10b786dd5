/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The platforms a person or a conversation can be on. */
export type Platform = "telegram" | "discord" | "terminal";

/** One account of a person: the platform's stable id as text, never a user name or a display name. */
export interface AccountConfig {
  readonly platform: Platform;
  readonly id: string;
}

/** One human, with any number of accounts. `id` is what `LOBSTER_APPROVAL_APPROVED_BY` becomes. */
export interface PersonConfig {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly AccountConfig[];
  /** Bare group names. */
  readonly groups: readonly string[];
  /** BCP 47 language tag. */
  readonly locale?: string;
  /** IANA time zone. */
  readonly timezone?: string;
}

/** A conversation by the platform's own ids; `topic` is one topic of a Telegram forum group. */
export interface ConversationConfig {
  readonly platform: Platform;
  readonly id: string;
  readonly topic?: string;
}

/** A conversation the bot works in. Without `workflows` every workflow may be used there. */
export interface ChatConfig extends ConversationConfig {
  readonly workflows?: readonly string[];
  /** BCP 47 tag of the language that shared cards are in; without it, that of whoever started the run. */
  readonly locale?: string;
  /** IANA time zone of shared cards, where the platform does not show times in the reader's own; without it, UTC. */
  readonly timezone?: string;
}

/** Who a rule names: a person by id, or everybody in a group. */
export type Principal =
  { readonly kind: "person"; readonly id: string } | { readonly kind: "group"; readonly group: string };

/** Where the cards of a workflow go: where the run was started, or a conversation of its own. */
export type PostTarget =
  { readonly kind: "origin" } | { readonly kind: "conversation"; readonly conversation: ConversationConfig };

/** The rules of one workflow. An absent `start` or `deny` means every registered person. */
export interface WorkflowConfig {
  readonly start?: readonly Principal[];
  readonly deny?: readonly Principal[];
  readonly postTo: readonly PostTarget[];
}

/** What holds for every run that its workflow file does not set itself. */
export interface DefaultsConfig {
  /** Executing time, ms. */
  readonly timeoutMs: number;
  /** Cap per stream and process. */
  readonly maxOutputBytes: number;
  /** How long a gate stays open, ms; null for ever. */
  readonly expiresInMs: number | null;
  /** How long before expiry to remind, ms; absent means a quarter of the gate's time, at most 1 h. */
  readonly remindBeforeMs?: number;
  /** Runs of one conversation that execute at a time. */
  readonly maxParallel: number;
  /** Tell the starter the outcome by direct message too. */
  readonly notifyStarter: boolean;
}

/** Where Telegram sends updates, when it is not asked for them. */
export interface TelegramWebhookConfig {
  /** The public address, path included; whatever stands there passes requests on to `host` and `port`. */
  readonly url: string;
  /** The address the bot listens on. */
  readonly host: string;
  readonly port: number;
}

/** The Telegram adapter. `token` is a secret: it goes to the client and nowhere else. */
export interface TelegramConfig {
  readonly token: string;
  /** Bot API server; absent for the public one. */
  readonly apiRoot?: string;
  /** `off`: long polling, which needs no open port. */
  readonly webhook: "off" | TelegramWebhookConfig;
}

/** The Discord adapter. `token` is a secret: it goes to the client and nowhere else. */
export interface DiscordConfig {
  readonly token: string;
  /** REST base; absent for the public one. */
  readonly apiBase?: string;
  /** The server whose commands are registered; absent for global commands. */
  readonly guild?: string;
  readonly threadPerRun: boolean;
}

/** The adapters that are on. The terminal chat opens when no platform has a token. */
export interface AdaptersConfig {
  readonly telegram?: TelegramConfig;
  readonly discord?: DiscordConfig;
  readonly terminal: boolean;
}

/** How much is logged, in pino's level names. */
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** Logging. */
export interface LoggingConfig {
  readonly level: LogLevel;
  readonly pretty: boolean;
}

/** Everything the bot was told, checked as a whole. All paths are absolute. */
export interface Config {
  /** The file the rules come from; absent when there is none at the default place. */
  readonly configFile?: string;
  readonly people: readonly PersonConfig[];
  /** True when the built-in demo people stand in because no platform and no people were configured. */
  readonly demo: boolean;
  readonly chats: readonly ChatConfig[];
  readonly workflows: ReadonlyMap<string, WorkflowConfig>;
  readonly defaults: DefaultsConfig;
  readonly adapters: AdaptersConfig;
  readonly stateDirectory: string;
  readonly workflowsDirectory: string;
  readonly logging: LoggingConfig;
  /** Values that must never be shown, longest first: the bot's tokens and the configured secret variables. */
  readonly redactions: readonly string[];
  /** What steps inherit: the process environment over `.env`, without the bot's own secrets and ambient approval values. */
  readonly environment: Environment;
}

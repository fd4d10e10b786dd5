import type { Config } from "../config/config.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { ChatAdapter, Platform } from "./adapter.ts";
import type { Audit } from "./audit/audit.ts";
import type { QuestionDesk } from "./asking/desk.ts";
import type { ButtonReferences } from "./buttons.ts";
import type { Catalog } from "./catalog.ts";
import type { Voice } from "./cards/run-view.ts";
import type { Outbox } from "./delivery/outbox.ts";
import type { Log } from "./log.ts";
import type { People } from "./people/people.ts";
import type { CardKeeper } from "./runs/card-keeper.ts";
import type { RunDirectory } from "./runs/run-directory.ts";
import type { RunMessages } from "./runs/run-messages.ts";
import type { RunQueue } from "./runs/run-queue.ts";
import type { RunRecords } from "./runs/run-records.ts";
import type { SpokenLanguages } from "./voice/spoken-languages.ts";
import type { VisibleText } from "./text/visible-text.ts";
import type { Voices } from "./voice/voices.ts";

/** What the chat core needs to be told. */
export type BotConfig = Pick<
  Config,
  "people" | "chats" | "workflows" | "defaults" | "redactions" | "workflowsDirectory"
>;

/**
 * The parts that everything in the chat core works with. Each is a port or a small piece of its own; nothing else is shared.
 * There is no voice among them: whoever says something first chooses to whom.
 */
export interface SharedCore {
  readonly config: BotConfig;
  readonly runtime: Runtime;
  readonly adapters: ReadonlyMap<Platform, ChatAdapter>;
  readonly people: People;
  readonly catalog: Catalog;
  readonly buttons: ButtonReferences;
  readonly outbox: Outbox;
  readonly records: RunRecords;
  readonly directory: RunDirectory;
  readonly messages: RunMessages;
  readonly queue: RunQueue;
  readonly keeper: CardKeeper;
  readonly questions: QuestionDesk;
  readonly voices: Voices;
  readonly languages: SpokenLanguages;
  /** For what does not go out through the outbox or an answer. */
  readonly visible: VisibleText;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent where nobody keeps an audit log, as in tests of something else. */
  readonly audit?: Audit;
}

/** The parts, and the voice in which those are spoken to that something is for: whoever acted, whoever is asked. */
export interface Core extends SharedCore {
  readonly voice: Voice;
}

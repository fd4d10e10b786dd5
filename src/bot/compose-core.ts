import type { Clock, IdSource } from "../runtime/ports.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { ChatAdapter, Platform } from "./adapter.ts";
import { createAudit, type AuditParts } from "./audit/audit.ts";
import { createQuestionDesk } from "./asking/question-desk.ts";
import { createButtonReferences } from "./buttons.ts";
import { createCatalog } from "./catalog.ts";
import type { BotConfig, SharedCore } from "./core.ts";
import { createOutbox } from "./delivery/outbox.ts";
import type { Log } from "./log.ts";
import { measureVisible } from "./text/measured-limits.ts";
import { createPeople } from "./people/people.ts";
import { createCardKeeper } from "./runs/card-keeper.ts";
import { reportUndelivered, tellReopened } from "./runs/notices.ts";
import { createRunDirectory } from "./runs/run-directory.ts";
import { createRunMessages } from "./runs/run-messages.ts";
import { createRunQueue } from "./runs/run-queue.ts";
import { createRunRecords } from "./runs/run-records.ts";
import { sayMoved } from "./runs/moved-copy.ts";
import { createSeldomLog } from "./seldom-log.ts";
import { createSpokenLanguages } from "./voice/spoken-languages.ts";
import type { OpenShelf } from "./storage/shelf.ts";
import type { VisibleText } from "./text/visible-text.ts";
import { createVoices } from "./voice/voices.ts";

/** What the core is composed from. */
export interface CoreParts {
  readonly runtime: Runtime;
  readonly config: BotConfig;
  readonly adapters: readonly ChatAdapter[];
  readonly clock: Clock;
  readonly ids: Pick<IdSource, "hex">;
  readonly log: Log;
  /** Where the audit log is kept. */
  readonly audit?: Pick<AuditParts, "files" | "store">;
}

/** Puts the parts together. Those that need each other do so through functions that run later. */
export function composeCore(parts: CoreParts, openShelf: OpenShelf, visible: VisibleText): SharedCore {
  const { runtime, config, clock, ids, log } = parts;
  const adapters: ReadonlyMap<Platform, ChatAdapter> = new Map(
    parts.adapters.map((adapter) => [adapter.platform, measureVisible(adapter, visible)]),
  );
  const people = createPeople(config);
  const languages = createSpokenLanguages({ openShelf, people, log });
  const voices = createVoices({ config, people, languages, redact: visible.redact });
  const records = createRunRecords(openShelf);
  const outbox = createOutbox({
    adapters,
    openShelf,
    visible,
    clock,
    ids,
    log,
    superseded: async (slot) => ({ body: await sayMoved(core, slot) }),
    onUndelivered: (slot) => void reportUndelivered(core, slot),
  });
  const messages = createRunMessages({ outbox, records, clock });
  const buttons = createButtonReferences(openShelf);
  const directory = createRunDirectory(openShelf);
  const queue = createRunQueue({
    runtime,
    maxParallel: config.defaults.maxParallel,
    log,
    onProgress: (runId) => void core.keeper.refresh(runId, "progress"),
    onReport: (runId, report) => {
      void core.keeper.refresh(runId);
      if (report?.kind === "failed" && report.reopened !== undefined) void tellReopened(core, report);
    },
  });
  const keeper = createCardKeeper({
    adapters,
    buttons,
    clock,
    directly: config.defaults.notifyStarter,
    directory,
    drawQuestion: (view, gate, conversation) => core.questions.draw(view, gate, conversation),
    log: createSeldomLog(log, clock),
    messages,
    outbox,
    people,
    queue,
    records,
    remindBeforeMs: config.defaults.remindBeforeMs,
    runtime,
    visible,
    voices,
    onLooked: (runId) => audit?.look(runId),
    onForgotten: async (runId) => await audit?.forget(runId),
  });
  const { redact } = visible;
  const audit =
    parts.audit === undefined
      ? undefined
      : createAudit({ ...parts.audit, runtime, records, messages, clock, redact, log });
  const catalog = createCatalog({ directory: config.workflowsDirectory, load: (file) => runtime.load(file) });
  const rest = { config, runtime, adapters, people, catalog, buttons, outbox, records, directory, messages };
  const core: SharedCore = {
    ...rest,
    queue,
    keeper,
    voices,
    languages,
    visible,
    clock,
    log,
    ...(audit === undefined ? {} : { audit }),
    questions: createQuestionDesk(() => core, openShelf, ids),
  };
  return core;
}

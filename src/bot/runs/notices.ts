import type { RunReport } from "../../runtime/runtime.ts";
import { conversationKey, parseConversationKey } from "../adapter.ts";
import type { SharedCore } from "../core.ts";
import type { Slot } from "../delivery/delivery.ts";
import { describeThrown } from "../log.ts";
import { decodePurpose, encodePurpose, type Purpose } from "../purposes.ts";
import { line, type RichText } from "../text/rich-text.ts";
import { listConversations } from "./draw-run.ts";

/** Tells why a run did not go on although its gate was decided: nothing had started, so the gate is open again. */
export async function tellReopened(core: SharedCore, report: Extract<RunReport, { kind: "failed" }>): Promise<void> {
  const { run, reopened, error } = report;
  if (reopened === undefined) return;
  const stepId = error.facts["stepId"];
  const card: Purpose =
    reopened.request.type === "approval_request"
      ? { kind: "gate", gateKey: reopened.key }
      : { kind: "question", gateKey: reopened.key };
  // One notice for every decision that led nowhere.
  const about = `reopened${run.decisions.length}`;
  await attempt(core, async () => {
    for (const conversation of listConversations(core, run)) {
      const { words } = core.voices.toAll(conversation, run.startedBy);
      const body = [line(...words.decisions.reopened(typeof stepId === "string" ? stepId : undefined, error.message))];
      await core.messages.show(run.id, { kind: "notice", runId: run.id, about }, conversation, {
        message: { body },
        complete: true,
        pace: "now",
        replyTo: encodePurpose(card),
      });
    }
  });
}

/** Tells the conversation where the run began that a card could not be posted elsewhere. The gate stays open. */
export async function reportUndelivered(core: SharedCore, slot: Slot): Promise<void> {
  const purpose = decodePurpose(slot.purpose);
  if (purpose?.kind !== "gate" && purpose?.kind !== "question" && purpose?.kind !== "run") return;
  await attempt(core, async () => {
    const runId =
      purpose.kind === "run" ? purpose.runId : (await core.runtime.readGate({ gateKey: purpose.gateKey }))?.runId;
    const run = runId === undefined ? undefined : await core.runtime.readRun(runId);
    if (run === undefined) return;
    const { origin } = await core.records.get(run.id);
    const conversation = origin === undefined ? undefined : parseConversationKey(origin);
    if (conversation === undefined || conversationKey(conversation) === slot.conversation) return;
    const { words } = core.voices.toAll(conversation, run.startedBy);
    const body: RichText = [line(...words.runs.undelivered(run.name, run.id, slot.conversation))];
    const about = `undelivered ${slot.purpose} ${slot.conversation}`;
    await core.messages.show(run.id, { kind: "notice", runId: run.id, about }, conversation, {
      message: { body },
      complete: true,
      pace: "now",
    });
  });
}

async function attempt(core: SharedCore, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    core.log.warn("notice_not_shown", describeThrown(thrown));
  }
}

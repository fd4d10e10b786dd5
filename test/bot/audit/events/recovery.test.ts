import { describe, expect, it } from "vitest";
import { collectEntries } from "../../../../src/bot/audit/events/collect-entries.ts";
import { readEvidence } from "../../../../src/bot/audit/events/evidence.ts";
import { startRun } from "../../../runtime/recovery/dead-process.ts";

/** Dies in its first execution only. */
const DIES = "if [ ! -e dead ]; then touch dead; kill -9 $PPID; fi";

const NOTHING_IN_CHAT = {
  records: {
    get: () => Promise.resolve({ slots: [], references: [], drafts: [], opened: [], told: false, settled: false }),
  },
  messages: { find: () => Promise.resolve(undefined) },
};

describe("the record of an interrupted run", () => {
  it("tells that it was found, in which step, who had that step run again, from where, and how it ended", async () => {
    const dead = await startRun({ "workflow.lobster": `steps:\n  - { id: deploy, run: '${DIES}' }\n` });
    await dead.die();
    const { runtime } = dead.test;
    const found = await runtime.execute(dead.id);
    await runtime.recover({
      runId: dead.id,
      action: "retry",
      by: { person: "lea", account: "telegram:7" },
      via: "chat",
      origin: { via: "chat", account: "telegram:7", conversation: "telegram:1", message: "5" },
    });
    await runtime.execute(dead.id);
    const evidence = await readEvidence({ runtime, ...NOTHING_IN_CHAT }, dead.id);
    if (evidence === undefined) throw new Error("nothing to record");
    const entries = collectEntries(evidence, (text) => text);
    expect(entries.map(({ what }) => what)).toEqual(["start", "interrupt", "retry", "outcome"]);
    const [, interrupt, retry, outcome] = entries;
    expect(interrupt).toMatchObject({
      id: `interrupt:${found.run.interruption?.id}`,
      step: "deploy",
      facts: { cause: "process" },
    });
    expect(retry).toMatchObject({
      step: "deploy",
      person: "lea",
      account: "telegram:7",
      platform: "telegram",
      conversation: "telegram:1",
      message: "5",
      facts: { decision: evidence.run.recoveries?.[0]?.id },
    });
    expect(outcome).toMatchObject({ facts: { outcome: "finished" } });
    // The same evidence tells the same, however often it is looked at.
    expect(collectEntries(evidence, (text) => text)).toEqual(entries);
  });
});

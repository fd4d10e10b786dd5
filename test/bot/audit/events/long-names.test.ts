import { describe, expect, it } from "vitest";
import { collectEntries } from "../../../../src/bot/audit/events/collect-entries.ts";
import { readEvidence } from "../../../../src/bot/audit/events/evidence.ts";
import { decodeRecord, encodeRecord, GENESIS_HASH, MAX_LINE_BYTES } from "../../../../src/bot/audit/log/record.ts";
import { makeRuntime } from "../../../helpers/runtime.ts";

const GATE = "steps:\n  - {id: g, approval: Go?}\n";

const NOTHING_IN_CHAT = {
  records: { get: () => Promise.resolve({ opened: [] } as never) },
  messages: { find: () => Promise.resolve(undefined) },
};

describe("names of any length that a command line or a caller gave", () => {
  it.each([
    ["letters", "a"],
    ["control characters", "\u0001"],
    ["halves of characters", "\ud83d"],
  ])("made of %s leave only lines that the log takes for its own", async (_kind, character) => {
    const long = character.repeat(90_000);
    const { runtime, folder, path } = makeRuntime({ "workflow.lobster": GATE });
    const run = await runtime.start({ filePath: path("workflow.lobster"), cwd: folder, startedBy: `s${long}` });
    const report = await runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error(report.kind);
    const outcome = await runtime.decide({
      gate: { gateKey: report.gate.key },
      decision: { kind: "deny" },
      reason: character.repeat(4_000),
      by: { person: `d${long}`, account: `telegram:${long}` },
      origin: { conversation: `telegram:${long}`, message: long },
    });
    expect(outcome.kind).toBe("accepted");
    const evidence = await readEvidence({ runtime, ...NOTHING_IN_CHAT }, run.id);
    if (evidence === undefined) throw new Error("nothing to record");
    const place = { seq: 1, month: "2026-12", recordedAt: "2026-12-01T00:00:00.000Z", prev: GENESIS_HASH };
    for (const entry of collectEntries(evidence, (text) => text)) {
      const { line } = encodeRecord(entry, place);
      expect(Buffer.byteLength(line)).toBeLessThan(MAX_LINE_BYTES);
      expect(decodeRecord(Buffer.from(line.trimEnd())).kind).toBe("record");
    }
  });
});

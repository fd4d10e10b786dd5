import { describe, expect, it } from "vitest";
import { collectEntries } from "../../../../src/bot/audit/events/collect-entries.ts";
import { readEvidence } from "../../../../src/bot/audit/events/evidence.ts";
import { decodeRecord, encodeRecord, GENESIS_HASH, MAX_LINE_BYTES } from "../../../../src/bot/audit/log/record.ts";
import { sha256Hex } from "../../../../src/runtime/stable-json.ts";
import { makeRuntime } from "../../../helpers/runtime.ts";

const GATE = "steps:\n  - id: gate\n    approval: { prompt: Go? }\n";

const NOTHING_IN_CHAT = {
  records: {
    get: () => Promise.resolve({ slots: [], references: [], drafts: [], opened: [], told: false, settled: false }),
  },
  messages: { find: () => Promise.resolve(undefined) },
};

describe("a stored reason of any length", () => {
  it.each([
    ["letters", "because ".repeat(20_000)],
    ["emoji", "🚀".repeat(50_000)],
    ["control characters", "\u0001".repeat(90_000)],
    ["halves of characters", "\ud83d".repeat(90_000)],
  ])("of %s is recorded as far as a record goes, and the digest of the whole beside it", async (_kind, reason) => {
    const { runtime, folder, path } = makeRuntime({ "workflow.lobster": GATE });
    const run = await runtime.start({ filePath: path("workflow.lobster"), cwd: folder, startedBy: "dev" });
    const report = await runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error(report.kind);
    await runtime.decide({ gate: { gateKey: report.gate.key }, decision: { kind: "deny" } });
    const evidence = await readEvidence({ runtime, ...NOTHING_IN_CHAT }, run.id);
    if (evidence === undefined) throw new Error("nothing to record");
    // The runtime takes no such reason today; what is stored may come from another version.
    const decisions = evidence.run.decisions.map((decision) => ({ ...decision, reason }));
    const entries = collectEntries({ ...evidence, run: { ...evidence.run, decisions } }, (text) => text);
    const deny = entries.find(({ what }) => what === "deny");
    if (deny === undefined) throw new Error("no deny");
    expect(deny.facts).toMatchObject({ reasonWhole: sha256Hex(reason), reasonLength: Array.from(reason).length });
    const place = { seq: 1, month: "2026-12", recordedAt: "2026-12-01T00:00:00.000Z", prev: GENESIS_HASH };
    const { line } = encodeRecord(deny, place);
    expect(Buffer.byteLength(line)).toBeLessThan(MAX_LINE_BYTES);
    const decoded = decodeRecord(Buffer.from(line.trimEnd()));
    expect(decoded.kind === "record" && decoded.record.reason).toBe(deny.reason);
  });
});

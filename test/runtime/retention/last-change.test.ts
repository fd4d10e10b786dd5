import { describe, expect, it } from "vitest";
import { isLongOver } from "../../../src/runtime/retention/last-change.ts";
import type { RunDocument } from "../../../src/runtime/run/documents.ts";

const CUTOFF = Date.parse("2026-06-01T00:00:00.000Z");
const BEFORE = "2026-05-31T23:59:59.999Z";
const AFTER = "2026-06-01T00:00:00.000Z";

const OVER = {
  status: "over",
  startedAt: "2026-01-01T00:00:00.000Z",
  decisions: [{ at: BEFORE }],
  outcome: { kind: "finished", at: BEFORE },
} as unknown as RunDocument;

describe("a run", () => {
  it("that ended before the cutoff is long over", () => {
    expect(isLongOver(OVER, CUTOFF)).toBe(true);
  });

  it.each<[string, object]>([
    ["ended at the cutoff", { outcome: { kind: "finished", at: AFTER } }],
    ["was decided since", { decisions: [{ at: BEFORE }, { at: AFTER }] }],
    ["was recovered since", { recoveries: [{ at: AFTER }] }],
    ["was asked to be cancelled since", { cancelRequested: { at: AFTER } }],
    ["began after it ended, by a clock that was set", { startedAt: AFTER }],
    ["has a time that is none", { startedAt: "yesterday" }],
    ["has an outcome without a time", { outcome: { kind: "finished", at: "" } }],
    ["has no outcome", { outcome: undefined }],
    ...["queued", "running", "waiting", "interrupted"].map((status): [string, object] => [`is ${status}`, { status }]),
  ])("that %s is not", (_, change) => {
    expect(isLongOver({ ...OVER, ...change }, CUTOFF)).toBe(false);
  });
});

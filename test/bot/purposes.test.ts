import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePurpose, encodePurpose, type Purpose } from "../../src/bot/purposes.ts";
import type { GateKey, RunId } from "../../src/runtime/run/documents.ts";

const runId = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/).map((text) => text as RunId);
const gateKey = fc.uuid().map((id) => `workflow_resume_${id}` as GateKey);
const person = fc.stringMatching(/^[A-Za-z0-9._@-]{1,40}$/);
const draft = fc.stringMatching(/^[0-9a-f]{16}$/);
const step = fc.stringMatching(/^[a-z0-9.+]{1,14}$/);

const purpose: fc.Arbitrary<Purpose> = fc.oneof(
  fc.record({ kind: fc.constantFrom("run", "attachment", "outcome"), runId }),
  fc.record({ kind: fc.constantFrom("gate", "question"), gateKey }),
  fc.record({ kind: fc.constant("prompt"), gateKey, step }),
  fc.record({ kind: fc.constantFrom("details", "deny", "reason"), gateKey, person }),
  fc.record({ kind: fc.constant("cancel"), runId, person }),
  fc.record({ kind: fc.constant("notice"), runId, about: fc.string() }),
  fc.record({ kind: fc.constantFrom("choose", "pending"), person }),
  fc.record({ kind: fc.constant("arguments"), person, draft }),
  fc.record({ kind: fc.constant("argument"), person, draft, step }),
) as fc.Arbitrary<Purpose>;

describe("the purpose of a message", () => {
  it("comes back from the text of its slot", () => {
    fc.assert(
      fc.property(purpose, (given) => {
        expect(decodePurpose(encodePurpose(given))).toEqual(given);
      }),
    );
  });

  it("is never shared by two different ones", () => {
    fc.assert(
      fc.property(purpose, purpose, (one, other) => {
        if (encodePurpose(one) === encodePurpose(other)) expect(one).toEqual(other);
      }),
    );
  });

  it.each(["", "gate", "gate:", "deny:workflow_resume_1", "unknown:x", "constructor:x"])("%j is none", (text) => {
    expect(decodePurpose(text)).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createButtonReferences,
  decodeButton,
  encodeButton,
  MAX_PAYLOAD_BYTES,
  type Subject,
} from "../../src/bot/buttons.ts";
import { createShelves } from "../../src/bot/storage/shelf.ts";
import type { GateKey, RunId } from "../../src/runtime/run/documents.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

const action = fc.stringMatching(/^[a-z]{1,12}$/);
const reference = fc.stringMatching(/^[0-9a-f]{16}$/);
const detail = fc.stringMatching(/^([A-Za-z0-9._@+-]{1,32})?$/);

describe("a button's payload", () => {
  it("comes back as it went in, in at most 64 bytes", () => {
    fc.assert(
      fc.property(action, reference, detail, (a, r, d) => {
        const payload = encodeButton(a, r, d);
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
        expect(decodeButton(payload)).toEqual({ action: a, reference: r, detail: d });
      }),
    );
  });

  it("of anybody else is none of ours, and never an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const press = decodeButton(text);
        if (press !== undefined) expect(encodeButton(press.action, press.reference, press.detail)).toBe(text);
      }),
    );
  });

  it.each([
    "",
    "approve",
    "2:approve:0123456789abcdef",
    "1:approve:0123456789ABCDEF",
    "1:approve:0123456789abcde",
    "1:approve:0123456789abcdef:",
    "1:approve:0123456789abcdef:a b",
    "1:approve:0123456789abcdef:x:y",
    "1:approve:0123456789abcdef\n",
    `1:approve:0123456789abcdef:${"x".repeat(33)}`,
  ])("%j is not valid", (payload) => {
    expect(decodeButton(payload)).toBeUndefined();
  });

  it.each([
    ["Approve", "0123456789abcdef", ""],
    ["approve", "short", ""],
    ["approve", "0123456789abcdef", "a:b"],
    ["approve", "0123456789abcdef", "x".repeat(33)],
  ])("cannot be made of %j %j %j", (a, r, d) => {
    expect(() => encodeButton(a, r, d)).toThrow("A button payload must match");
  });
});

describe("a reference", () => {
  const gate: Subject = {
    kind: "gate",
    runId: "A2B3C4D5" as RunId,
    gateKey: "workflow_resume_5e7a5a38-6ef5-4546-b6a9-3bb59770fb66" as GateKey,
    digest: "d".repeat(64),
  };
  const subjects: readonly Subject[] = [
    gate,
    { kind: "run", runId: "A2B3C4D5" as RunId },
    { kind: "workflow", workflow: "deploy" },
    { kind: "arguments", person: "dev-lead", conversation: "telegram:100", draft: "00" },
  ];

  it("finds its subject again after a restart, and is the same every time", async () => {
    const store = createMemoryStore();
    const kept = createButtonReferences(createShelves(store));
    const found = createButtonReferences(createShelves(store));
    const references: string[] = [];
    for (const subject of subjects) {
      const first = await kept.keep(subject);
      references.push(first);
      expect(await kept.keep(subject)).toBe(first);
      expect(await found.keep(subject)).toBe(first);
      expect(await found.find(first)).toEqual(subject);
    }
    expect(new Set(references).size).toBe(subjects.length);
  });

  it("is another one for other content of the same gate", async () => {
    const references = createButtonReferences(createShelves(createMemoryStore()));
    expect(await references.keep(gate)).not.toBe(await references.keep({ ...gate, digest: "e".repeat(64) }));
  });

  it("says nothing about the key of its gate", async () => {
    const kept = await createButtonReferences(createShelves(createMemoryStore())).keep(gate);
    expect(gate.gateKey.replaceAll("-", "")).not.toContain(kept);
  });

  it("that was removed leads nowhere", async () => {
    const references = createButtonReferences(createShelves(createMemoryStore()));
    const kept = await references.keep(gate);
    await references.remove(kept);
    expect(await references.find(kept)).toBeUndefined();
  });
});

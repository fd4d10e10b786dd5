import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ANSWER_FIELDS } from "../../../src/runtime/approvers/answer-fields.ts";
import { KNOWN_KEYS } from "../../../src/runtime/workflow/closed-keys.ts";
import { loadText } from "../../helpers/load-text.ts";

const TEXT = readFileSync(resolve(import.meta.dirname, "../../../docs/policy.md"), "utf8");

describe("docs/policy.md", () => {
  it("names every field of a gate", () => {
    const fields = KNOWN_KEYS.approval.filter((key) => !/[A-Z]/.test(key));
    const named = [...TEXT.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
    expect([...fields, ...ANSWER_FIELDS].filter((field) => !named.includes(field))).toEqual([]);
  });

  it("shows a workflow that loads without a word", async () => {
    const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(TEXT) ?? [];
    const { definition, warnings } = await loadText(example);
    expect(warnings).toEqual([]);
    expect(definition.steps[0]?.approval).toMatchObject({ quorum: 2, require: ["group:security"], holdMs: 600_000 });
  });
});

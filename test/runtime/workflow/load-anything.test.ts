import fc from "fast-check";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { loadWorkflow } from "../../../src/runtime/workflow/load.ts";
import { KNOWN_KEYS } from "../../../src/runtime/workflow/closed-keys.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const LIMIT_MS = 2_000;

const keys = [...new Set(Object.values(KNOWN_KEYS).flat()), "id", "__proto__", "constructor", "x-free"];
const texts = fc.oneof(
  fc.constantFrom("a", "b", "$a.json", "${a}", "", "  ", "true", "json | head", "all", "stop", "^(x+)+$", "item"),
  fc.string({ maxLength: 8 }),
);
const scalar = fc.oneof(texts, fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 2_147_483_648), fc.double());

/** JSON that looks like a workflow often enough to get past the first checks. */
const { node } = fc.letrec<{ node: unknown; object: object }>((tie) => ({
  node: fc.oneof({ maxDepth: 5, depthSize: "small" }, scalar, tie("object"), fc.array(tie("node"), { maxLength: 4 })),
  object: fc.dictionary(fc.constantFrom(...keys), tie("node"), { maxKeys: 6 }),
}));
const step = fc.record(
  {
    id: fc.constantFrom("a", "b", "c"),
    run: texts,
    stdin: node,
    approval: node,
    input: node,
    env: node,
    when: node,
    parallel: node,
    for_each: texts,
    steps: node,
    pipeline: texts,
    workflow: texts,
    workflow_args: node,
    retry: node,
  },
  { requiredKeys: ["id"] },
);
const file = fc.record(
  { steps: fc.array(fc.oneof(step, node), { minLength: 1, maxLength: 4 }), args: node, env: node, cost_limit: node },
  { requiredKeys: ["steps"] },
);

describe("loading anything", () => {
  it.each([
    ["JSON", "w.json", fc.oneof(file, node).map((value) => JSON.stringify(value) ?? "")],
    ["text", "w.yaml", fc.string({ unit: "grapheme", maxLength: 200 })],
    [
      "YAML-like text",
      "w.lobster",
      fc
        .array(
          fc.constantFrom(
            "steps:",
            " - ",
            "id: a",
            "\n",
            "  ",
            "{",
            "}",
            "[",
            "]",
            "&x ",
            "*x",
            "!!str ",
            "|",
            "'",
            '"',
            ": ",
            "? ",
            "#",
            "---\n",
            "<<: ",
            ",",
          ),
          { maxLength: 60 },
        )
        .map((parts) => parts.join("")),
    ],
  ])("gives a workflow or a LobsterError, and soon: %s", async (_what, name, documents) => {
    const folder = makeFolder();
    const path = join(folder, name);
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        writeFileSync(path, text);
        const start = performance.now();
        const outcome = await loadWorkflow(path, { environment: {} }).catch((thrown: unknown) => thrown);
        expect(performance.now() - start).toBeLessThan(LIMIT_MS);
        if (!(outcome instanceof Error)) return;
        expect(outcome).toBeInstanceOf(LobsterError);
        expect(outcome).toMatchObject({ code: "invalid_workflow", message: expect.any(String) });
        expect((outcome as LobsterError).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

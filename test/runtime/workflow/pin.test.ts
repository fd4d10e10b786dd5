import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { parseJson, stringifyJson } from "../../../src/runtime/stable-json.ts";
import type { LoadedWorkflow } from "../../../src/runtime/workflow/definition.ts";
import { computeDefinitionDigest, fromPinnedDocuments, toPinnedDocuments } from "../../../src/runtime/workflow/pin.ts";
import { loadText } from "../../helpers/load-text.ts";

const FILES = {
  "c.lobster": "args: {n: {default: 9007199254740993}}\nsteps: [{id: d, workflow: d.lobster}]\n",
  "d.lobster": "steps: [{id: __proto__, run: 'echo é'}]\n",
};
const TEXT = "cost_limit: {max_usd: 1.50}\nsteps: [{id: c, workflow: c.lobster}, {id: e, workflow: d.lobster}]\n";

/** A store that keeps text, as real ones do. */
function keep(loaded: LoadedWorkflow): Map<string, string> {
  return new Map(toPinnedDocuments(loaded).map(({ key, value }) => [key, stringifyJson(value)]));
}

function readFrom(kept: ReadonlyMap<string, string>): (key: string) => Promise<JsonValue | undefined> {
  return async (key) => {
    const text = kept.get(key);
    return text === undefined ? undefined : parseJson(text);
  };
}

async function digestOf(step: string): Promise<string> {
  const { document, children } = await loadText(`steps: [${step}]`);
  return computeDefinitionDigest({ filePath: "/w", document, children });
}

describe("pinning a workflow", () => {
  it("keeps it with everything it includes, each file once", async () => {
    const kept = keep(await loadText(TEXT, { files: FILES }));
    expect(kept.size).toBe(3);
    for (const [key, text] of kept) {
      expect(key).toMatch(/^definition_[0-9a-f]{64}$/);
      expect(parseJson(text)).toMatchObject({ format: "lobster.definition.v1" });
    }
  });

  it("brings the same workflow back without reading its files", async () => {
    const loaded = await loadText(TEXT, { files: FILES });
    const back = await fromPinnedDocuments(loaded.digest, readFrom(keep(loaded)));
    expect(back).toEqual({ ...loaded, warnings: [] });
    expect(back.children.get("c")?.definition.args.get("n")?.default?.value).toBe(9007199254740993n);
  });

  it("gives the same digest whatever the order of keys", async () => {
    expect(await digestOf("{run: x, id: a}")).toBe(await digestOf("{id: a, run: x}"));
  });

  it("gives another digest for any change", async () => {
    const loaded = await loadText(TEXT, { files: FILES });
    const digests = [
      loaded,
      { ...loaded, document: { ...loaded.document, name: "other" } },
      { ...loaded, children: new Map() },
      { ...loaded, filePath: "/elsewhere" },
    ].map(computeDefinitionDigest);
    expect(digests[0]).toBe(loaded.digest);
    expect(new Set(digests).size).toBe(4);
  });

  it.each<[string, (text: string) => string | undefined, string]>([
    ["is missing", () => undefined, "is missing"],
    ["was changed", (text) => text.replace("echo é", "rm -rf /"), "is not what was pinned"],
    ["has another format", (text) => text.replace("definition.v1", "definition.v9"), "has an unknown format"],
    ["is no object", () => "[]", "has an unknown format"],
  ])("refuses a stored document that %s", async (_what, damage, words) => {
    const loaded = await loadText(TEXT, { files: FILES });
    const kept = keep(loaded);
    const key = `definition_${loaded.children.get("e")?.digest}`;
    const damaged = damage(kept.get(key) ?? "");
    if (damaged === undefined) kept.delete(key);
    else kept.set(key, damaged);
    await expect(fromPinnedDocuments(loaded.digest, readFrom(kept))).rejects.toMatchObject({
      code: "invalid_state",
      message: `The pinned definition ${key} ${words}; cancel the run and start it again`,
    });
  });

  it("brings back the first format for ever", async () => {
    const stored = {
      format: "lobster.definition.v1",
      filePath: "/srv/workflows/deploy.lobster",
      document: { name: "deploy", steps: [{ id: "go", run: "make deploy", approval: { required_approver: "ann" } }] },
      children: [],
    };
    const digest = "54e9c8e6ebf871ce5b30ab5b781177f29b7677d2312d1a930511850f5858667b";
    const back = await fromPinnedDocuments(digest, async () => stored);
    expect(back.definition.steps[0]).toMatchObject({ id: "go", approval: { requiredApprover: "ann" } });
  });
});

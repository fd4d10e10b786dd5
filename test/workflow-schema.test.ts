import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import ajvFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonValue } from "../src/runtime/json.ts";
import { KNOWN_KEYS, type ObjectKind } from "../src/runtime/workflow/closed-keys.ts";
import { loadWorkflow } from "../src/runtime/workflow/load.ts";
import { parseDocument } from "../src/runtime/workflow/parse-document.ts";
import { toPlainNumbers } from "../src/runtime/stable-json.ts";
import { validateDocument } from "../src/runtime/workflow/validate-document.ts";
import { makeFolder } from "./helpers/temp-folder.ts";
import schema from "../lobster.workflow.schema.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "..");

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false });
ajvFormats.default(ajv);
const validate = ajv.compile(schema);

/** Where each kind of object stands in the schema. */
const OBJECTS: Readonly<Record<ObjectKind, { readonly properties: Readonly<Record<string, unknown>> }>> = {
  file: schema,
  argument: schema.definitions.argument,
  costLimit: schema.definitions.costLimit,
  step: schema.definitions.step,
  parallel: schema.definitions.parallel,
  branch: schema.definitions.branch,
  subStep: schema.definitions.subStep,
  approval: schema.definitions.approvalObject,
  input: schema.definitions.input,
  retry: schema.definitions.retry,
};

describe("lobster.workflow.schema.json", () => {
  it.each(Object.keys(KNOWN_KEYS) as ObjectKind[])("has the keys the loader reads, for a %s", (kind) => {
    const read: readonly string[] = KNOWN_KEYS[kind];
    const keys = Object.keys(OBJECTS[kind].properties);
    expect(keys.toSorted()).toEqual([...new Set([...read, "name", "description"])].toSorted());
  });

  it("says what every key is for", () => {
    const silent = Object.entries(OBJECTS).flatMap(([kind, { properties }]) =>
      Object.entries(properties)
        .filter(([, property]) => !hasDescription(property))
        .map(([key]) => `${kind}.${key}`),
    );
    expect(silent).toEqual([]);
  });

  it("is closed: only keys with x- are free", () => {
    for (const object of Object.values(OBJECTS)) {
      expect(object).toMatchObject({ additionalProperties: false, patternProperties: { "^x-": {} } });
    }
  });

  it.each(readdirSync(join(ROOT, "workflows")).filter((name) => name.endsWith(".lobster")))(
    "accepts the shipped workflow %s",
    async (name) => {
      expect(await complaints(readFileSync(join(ROOT, "workflows", name), "utf8"))).toEqual([]);
    },
  );

  it("accepts every recorded workflow that the loader has nothing to say about", async () => {
    const texts = recordedWorkflows();
    expect(texts.length).toBeGreaterThan(100);
    const folder = makeFolder();
    const wrong: unknown[] = [];
    let silent = 0;
    for (const [index, text] of texts.entries()) {
      const path = join(folder, `${index}.lobster`);
      writeFileSync(path, text);
      if (!(await isSilentAbout(path))) continue;
      silent += 1;
      const found = await complaints(text);
      if (found.length > 0) wrong.push({ text, found });
    }
    expect(silent).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  it.each([
    ["a misspelled key", "{ id: a, run: x, aproval: true }"],
    ["no id", "{ run: x }"],
    ["nothing to do", "{ id: a }"],
    ["two kinds of work", "{ id: a, run: x, pipeline: json }"],
    ["a gate with a question", "{ id: a, approval: true, input: { prompt: x, responseSchema: {} } }"],
    ["a gate that is none", "{ id: a, run: x, approval: false }"],
    ["a blank prompt as gate", "{ id: a, run: x, approval: ' ' }"],
    ["a template as approver", "{ id: a, approval: { required_approver: '${who}' } }"],
    ["'starter' as approver", "{ id: a, approval: { required_approver: starter } }"],
    ["a quorum of nobody", "{ id: a, approval: { quorum: 0 } }"],
    ["a quorum that is no number", "{ id: a, approval: { quorum: two } }"],
    ["an empty list of approvers", "{ id: a, approval: { approvers: [] } }"],
    ["an empty list of slots", "{ id: a, approval: { require: [] } }"],
    ["the same slot twice", "{ id: a, approval: { require: [group:a, group:a] } }"],
    ["a template as slot", "{ id: a, approval: { require: ['${who}'] } }"],
    ["an approver called starter", "{ id: a, approval: { approvers: [starter] } }"],
    ["a group without a name", "{ id: a, approval: { approvers: ['group:'] } }"],
    ["a time to decide that is none", "{ id: a, approval: { expires_in: soon } }"],
    ["a hold without a unit", "{ id: a, approval: { hold: 5 } }"],
    ["a reminder that never comes", "{ id: a, approval: { remind_before: never } }"],
    ["a rule about reasons that is none", "{ id: a, approval: { reason: always } }"],
    ["a blank text to type", "{ id: a, approval: { confirm: ' ' } }"],
    ["nobody who may answer", "{ id: a, input: { prompt: x, responseSchema: {}, answer_by: [] } }"],
    ["an answer that expires some time", "{ id: a, input: { prompt: x, responseSchema: {}, expires_in: 1w } }"],
    ["a branch with a gate", "{ id: a, parallel: { branches: [{ id: b, run: x, approval: true }] } }"],
    ["a block without branches", "{ id: a, parallel: { branches: [] } }"],
    ["a loop without steps", "{ id: a, for_each: $x.json }"],
    ["a loop variable without a loop", "{ id: a, run: x, item_var: y }"],
    ["a time limit no timer can hold", "{ id: a, run: x, timeout_ms: 2147483648 }"],
    ["an unknown failure policy", "{ id: a, run: x, on_error: ignore }"],
    ["no attempts", "{ id: a, run: x, retry: { max: 0 } }"],
    ["a question without a schema", "{ id: a, input: { prompt: x } }"],
    ["a schema that is none", "{ id: a, input: { prompt: x, responseSchema: { type: text } } }"],
    ["blank work", "{ id: a, run: ' ' }"],
  ])("finds what the loader finds: %s", async (_, step) => {
    const text = `steps:\n  - ${step}\n`;
    expect(await complaints(text)).not.toEqual([]);
    const { value } = await parseDocument(text, "w.lobster");
    expect(validateDocument(value, "run").problems).not.toEqual([]);
  });

  it.each([
    [
      "a text for all three forms of a gate",
      "steps: [{ id: a, approval: true }, { id: b, approval: Sure? }, { id: c, run: x, approval: { prompt: p } }]",
    ],
    ["notes of one's own", "{ x-owner: me, steps: [{ id: a, run: x, x-ticket: 7, description: why }] }"],
    [
      "keys whose lines are commented out",
      "{ env: null, cwd: null, args: null, steps: [{ id: a, run: x, env: null }] }",
    ],
    ["an argument about which nothing is said", "{ args: { a: null, b: {} }, steps: [{ id: a, run: x }] }"],
  ])("accepts %s, as the loader does", async (_, text) => {
    expect(await complaints(text)).toEqual([]);
    const { value } = await parseDocument(text, "w.lobster");
    expect(validateDocument(value, "run").problems).toEqual([]);
  });
});

/** Does the loader take the file without a problem or a warning? */
async function isSilentAbout(path: string): Promise<boolean> {
  try {
    const { warnings } = await loadWorkflow(path, { environment: {}, purpose: "plan" });
    return warnings.length === 0;
  } catch {
    return false;
  }
}

function hasDescription(property: unknown): boolean {
  const { description, $ref } = property as { readonly description?: string; readonly $ref?: string };
  if (description !== undefined) return description !== "";
  const name = /^#\/definitions\/(\w+)$/.exec($ref ?? "")?.[1] ?? "";
  return Object.entries(schema.definitions).some(([key, value]) => key === name && hasDescription(value));
}

async function complaints(text: string): Promise<readonly string[]> {
  return check((await parseDocument(text, "w.lobster")).value);
}

function check(document: JsonValue): readonly string[] {
  if (validate(toPlainNumbers(document))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The workflow texts of all recorded cases, resumed files included. */
function recordedWorkflows(): readonly string[] {
  const folder = join(ROOT, "test/conformance/recorded");
  const cases = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => listValues(JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonValue));
  return [...new Set(cases)];
}

function listValues(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((member: JsonValue) => listValues(member));
  if (!isJsonObject(value)) return [];
  const { workflow } = value;
  return [...(typeof workflow === "string" ? [workflow] : []), ...Object.values(value).flatMap(listValues)];
}

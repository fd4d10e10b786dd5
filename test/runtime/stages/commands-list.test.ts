import { describe, expect, test } from "vitest";
import { compileResponseSchema } from "../../../src/runtime/workflow/response-schema.ts";
import { isJsonObject } from "../../../src/runtime/json.ts";
import { parsePipeline } from "../../../src/runtime/pipeline/grammar.ts";
import { prepareStages } from "../../../src/runtime/pipeline/run.ts";
import { createTestHost, itemsOf, run } from "../pipeline/test-host.ts";

const commands = await itemsOf("commands.list");

const NAMES = [
  ["approve", "ask", "clawd.invoke", "commands.list", "dedupe", "diff.last", "email.triage", "exec"],
  ["gog.gmail.search", "gog.gmail.send", "groupBy", "head", "json", "llm.invoke", "llm_task.invoke", "map"],
  ["openclaw.agent", "openclaw.invoke", "pick", "sort", "state.get", "state.set", "table", "template", "where"],
  ["workflows.list", "workflows.run"],
].flat();

describe("commands.list", () => {
  test("lists every command in order of the names", () => {
    expect(commands.map((command) => (isJsonObject(command) ? command["name"] : command))).toEqual(NAMES);
  });

  test("names every option and every effect", () => {
    const byName = new Map(commands.filter(isJsonObject).map((command) => [command["name"], command]));
    expect(byName.get("exec")).toMatchObject({
      sideEffects: ["local_exec"],
      argsSchema: { properties: { stdin: { enum: ["raw", "json", "jsonl"] } } },
    });
    expect(byName.get("approve")).toHaveProperty(["argsSchema", "properties", "preview-from-stdin"]);
    expect(byName.get("workflows.run")).toMatchObject({ sideEffects: ["local_exec", "calls_github", "writes_state"] });
  });

  test.each(commands.filter(isJsonObject).map((command) => [command["name"], command] as const))(
    "%s has a description, a schema that compiles, and examples that parse",
    async (_, command) => {
      const { description, argsSchema, examples } = command;
      expect(description).toMatch(/^[A-Z].{10,}/);
      expect(isJsonObject(argsSchema) && compileResponseSchema(argsSchema).warnings).toEqual([]);
      if (!Array.isArray(examples)) throw new Error("no examples");
      expect(examples.length).toBeGreaterThan(0);
      const environment = { OPENCLAW_URL: "http://127.0.0.1:1" };
      for (const example of examples)
        await prepareStages(parsePipeline(String(example)), createTestHost({ environment }));
    },
  );

  test("takes no words", async () => {
    await expect(run("commands.list exec")).rejects.toThrow("commands.list takes no positional words");
  });
});

import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { JsonValue } from "../json.ts";
import { takesText } from "../pipeline/flags/kinds.ts";
import { notStarted, usageError } from "../pipeline/stage-error.ts";
import { defineStage } from "../pipeline/stage.ts";
import { parseTemplate, type Template } from "../pipeline/template-text.ts";

/** `template`: makes one text of every item (stages-and-cli §6.8). A file is found from the pipeline's directory (F34). */
export const template = defineStage({
  name: "template",
  description: "Render a text with {{ path | filter }} placeholders for every item",
  flags: {
    text: takesText("The text"),
    file: takesText("A file that holds the text"),
  },
  words: { description: "the text, instead of --text" },
  examples: ["exec --json gh pr list --json number,title | template '#{{ number }} {{ title | truncate 40 }}'"],
  sideEffects: ["reads_files"],
  resumeSafeBeforeInput: true,
  resumeSafeAfterInput: true,
  plan: ({ flags: { text, file }, positionals }): Source => {
    const inline = text !== undefined && text !== "" ? text : undefined;
    if (inline === undefined && file !== undefined && file !== "") return { kind: "file", path: file };
    const source = inline ?? positionals.join(" ");
    if (source === "") throw usageError("template requires --text or --file (or positional text)");
    return { kind: "text", template: parseTemplate(source) };
  },
  run: async ({ input, plan, context }) => {
    const parsed = plan.kind === "text" ? plan.template : parseTemplate(await readSource(plan.path, context.cwd));
    return { output: renderAll(input, parsed) };
  },
});

type Source = { readonly kind: "text"; readonly template: Template } | { readonly kind: "file"; readonly path: string };

const MAX_FILE_BYTES = 1024 * 1024;

async function readSource(path: string, cwd: string): Promise<string> {
  const file = resolve(cwd, path);
  try {
    const { size } = await stat(file);
    if (size <= MAX_FILE_BYTES) return await readFile(file, "utf8");
  } catch (error) {
    throw notStarted(`template could not read ${file}; check --file (it is found from ${cwd})`, { cause: error });
  }
  throw notStarted(`template file ${file} is larger than ${MAX_FILE_BYTES} bytes; use a smaller one`);
}

async function* renderAll(input: AsyncIterable<JsonValue>, text: Template): AsyncGenerator<JsonValue, void> {
  for await (const item of input) yield text.render(item);
}

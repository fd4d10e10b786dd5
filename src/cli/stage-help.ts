import { createDefaultRegistry } from "../runtime/pipeline/registry.ts";

/** Help of a pipeline stage: what it does, its options, examples. Undefined for a name that is no stage. */
export async function describeStage(name: string): Promise<string | undefined> {
  const stage = await createDefaultRegistry().get(name);
  if (stage === undefined) return undefined;
  const options = Object.entries(stage.argsSchema["properties"] ?? {})
    .filter(([option]) => option !== "_")
    .map(([option, schema]: [string, unknown]) => `  --${option}  ${descriptionOf(schema)}`);
  const examples = stage.examples.map((example) => `  ${example}`);
  const parts = [
    `${stage.name}: ${stage.description}`,
    ...(options.length === 0 ? [] : ["", "Options:", ...options]),
    ...(examples.length === 0 ? [] : ["", "Examples:", ...examples]),
  ];
  return `${parts.join("\n")}\n`;
}

function descriptionOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null || !("description" in schema)) return "";
  return String(schema.description);
}

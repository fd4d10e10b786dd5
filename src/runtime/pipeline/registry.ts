import { usageError } from "./stage-error.ts";
import type { Stage } from "./stage.ts";

/** The commands a pipeline can name. Names are known at once; a stage's code is loaded when it is first asked for. */
export interface StageRegistry {
  has(name: string): boolean;
  /** The stage, or undefined for an unknown name. Inherited names such as `constructor` are unknown. */
  get(name: string): Promise<Stage | undefined>;
  /** All names, sorted by code unit. */
  list(): readonly string[];
}

/** Options of {@link createDefaultRegistry}. */
export interface RegistryOptions {
  /** Further stages of the host. One with the name of a built-in replaces it. */
  readonly stages?: readonly Stage[];
}

/** The built-in stages, and those of the host. */
export function createDefaultRegistry({ stages = [] }: RegistryOptions = {}): StageRegistry {
  const loaders = new Map<string, () => Promise<Stage>>(BUILT_IN);
  for (const stage of stages) loaders.set(stage.name, () => Promise.resolve(stage));
  return createRegistry(loaders);
}

/** A registry of nothing but the given loaders; each runs once. */
export function createRegistry(loaders: ReadonlyMap<string, () => Promise<Stage>>): StageRegistry {
  const loaded = new Map<string, Promise<Stage>>();
  const names = [...loaders.keys()].toSorted();
  return {
    has: (name) => loaders.has(name),
    get: async (name) => {
      const load = loaders.get(name);
      if (load === undefined) return undefined;
      const stage = loaded.get(name) ?? load();
      loaded.set(name, stage);
      return stage;
    },
    list: () => names,
  };
}

/** The stage of that name. Throws `Unknown command: <name>`. */
export async function getStage(registry: StageRegistry, name: string): Promise<Stage> {
  const stage = await registry.get(name);
  if (stage === undefined) throw usageError(`Unknown command: ${name}`, { facts: { command: name } });
  return stage;
}

const BUILT_IN: readonly (readonly [string, () => Promise<Stage>])[] = [
  ["approve", async () => (await import("../stages/approve.ts")).approve],
  ["ask", async () => (await import("../stages/ask.ts")).ask],
  ["clawd.invoke", async () => (await import("../stages/openclaw/invoke.ts")).clawdInvoke],
  ["commands.list", async () => (await import("../stages/commands-list.ts")).commandsList],
  ["dedupe", async () => (await import("../stages/dedupe.ts")).dedupe],
  ["diff.last", async () => (await import("../stages/diff-last.ts")).diffLast],
  ["email.triage", async () => (await import("../stages/gmail/triage.ts")).emailTriage],
  ["exec", async () => (await import("../stages/exec.ts")).exec],
  ["gog.gmail.search", async () => (await import("../stages/gmail/search.ts")).gmailSearch],
  ["gog.gmail.send", async () => (await import("../stages/gmail/send.ts")).gmailSend],
  ["groupBy", async () => (await import("../stages/group-by.ts")).groupBy],
  ["head", async () => (await import("../stages/head.ts")).head],
  ["json", async () => (await import("../stages/json.ts")).json],
  ["llm.invoke", async () => (await import("../stages/llm/invoke.ts")).llmInvoke],
  ["llm_task.invoke", async () => (await import("../stages/llm/invoke.ts")).llmTaskInvoke],
  ["map", async () => (await import("../stages/map.ts")).map],
  ["openclaw.agent", async () => (await import("../stages/openclaw/agent.ts")).openclawAgent],
  ["openclaw.invoke", async () => (await import("../stages/openclaw/invoke.ts")).openclawInvoke],
  ["pick", async () => (await import("../stages/pick.ts")).pick],
  ["sort", async () => (await import("../stages/sort.ts")).sort],
  ["state.get", async () => (await import("../stages/state-get.ts")).stateGet],
  ["state.set", async () => (await import("../stages/state-set.ts")).stateSet],
  ["table", async () => (await import("../stages/table.ts")).table],
  ["template", async () => (await import("../stages/template.ts")).template],
  ["where", async () => (await import("../stages/where.ts")).where],
  ["workflows.list", async () => (await import("../stages/workflows-list.ts")).workflowsList],
  ["workflows.run", async () => (await import("../stages/workflows-run.ts")).workflowsRun],
];

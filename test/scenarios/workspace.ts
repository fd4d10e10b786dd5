import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BotConfig } from "../../src/bot/core.ts";
import type { PersonConfig } from "../../src/config/config.ts";

/** A folder with workflows and state of its own. */
export interface Workspace {
  readonly root: string;
  readonly stateDirectory: string;
  readonly workflowsDirectory: string;
  /** Writes a file into the workflows folder. */
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a workspace holding these workflow files. */
export async function createWorkspace(files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const root = await mkdtemp(path.join(tmpdir(), "lobster-chat-"));
  const workflowsDirectory = path.join(root, "workflows");
  await mkdir(workflowsDirectory);
  const write = (name: string, text: string): Promise<void> => writeFile(path.join(workflowsDirectory, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return {
    root,
    stateDirectory: path.join(root, "state"),
    workflowsDirectory,
    write,
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The people of the scenarios. `auditor` may look, and has no rights of their own. */
export const PEOPLE: readonly PersonConfig[] = [
  person("dev-lead", "Dev lead", ["dev"]),
  person("release-manager", "Release manager", ["release"]),
  person("teammate", "Teammate", ["dev"]),
];

/** A configuration for the terminal; anything may be set otherwise. */
export function configFor(workspace: Workspace, changes: Partial<BotConfig> = {}): BotConfig {
  return {
    people: PEOPLE,
    chats: [],
    workflows: new Map(),
    defaults: {
      timeoutMs: 60_000,
      maxOutputBytes: 512_000,
      expiresInMs: null,
      maxParallel: 4,
      notifyStarter: false,
    },
    redactions: [],
    workflowsDirectory: workspace.workflowsDirectory,
    ...changes,
  };
}

/** The workflow every scenario about gates is told with: three targets, four eyes. */
export const DEPLOY_GUARD = `
name: deploy-guard
steps:
  - id: collect
    run: echo '{"targets":["api","web","worker"],"risk":"high"}'
  - id: gate
    approval:
      prompt: Deploy 3 services?
      required_approver: release-manager
      initiated_by: dev-lead
      require_different_approver: true
    stdin: $collect.json
  - id: deploy
    run: echo x >> deployed.txt; echo '{"deployed":true}'
    condition: $gate.approved
`;

function person(id: string, name: string, groups: readonly string[]): PersonConfig {
  return { id, name, groups, accounts: [{ platform: "terminal", id }] };
}

import { join } from "node:path";
import { createLobsterTool, type LobsterTool } from "../../../src/embed/agent-tool/create-lobster-tool.ts";
import type { ToolReply } from "../../../src/embed/agent-tool/reply.ts";
import { LobsterToolError } from "../../../src/embed/agent-tool/tool-error.ts";
import type { LobsterToolOptions } from "../../../src/embed/agent-tool/tool-host.ts";
import { createEmbedHost } from "../../../src/embed/embed-host.ts";
import { createToolContext } from "../../../src/embed/tool-context.ts";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import { isJsonObject, type JsonObject } from "../../../src/runtime/json.ts";
import type { Runtime } from "../../../src/runtime/runtime.ts";
import { createFileStore } from "../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../src/runtime/system.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

/** Files of the folder the agent may work in. */
export const FILES = {
  "ok.lobster": "args:\n  who:\n    default: you\nsteps:\n  - id: a\n    run: echo ${who}\n",
  "gate.lobster": "steps:\n  - id: g\n    approval: Ship?\n  - id: b\n    run: pwd\n",
  "ask.lobster": "steps:\n  - id: q\n    input:\n      prompt: Name?\n      responseSchema: {type: string}\n",
  "sub/inner.yaml": "steps:\n  - id: a\n    run: pwd\n",
};

/** A tool over a folder of the test's own. */
export interface ToolWorld {
  readonly folder: string;
  readonly options: LobsterToolOptions;
  readonly tool: LobsterTool;
  /** The details of a successful call. */
  readonly call: (params: object, options?: { readonly signal?: AbortSignal }) => Promise<JsonObject>;
  /** The error of a call that fails. */
  readonly fail: (params: object, options?: { readonly signal?: AbortSignal }) => Promise<LobsterToolError>;
}

/** Makes a tool; state is kept beside the folder, not in it. */
export function makeTool(
  options: LobsterToolOptions & { readonly sandboxed?: false } = {},
  files: Readonly<Record<string, string>> = FILES,
): ToolWorld {
  const folder = makeFolder(files);
  const state = makeFolder();
  const store = createFileStore({ directory: join(state, "state"), clock: systemClock, ids: systemIds });
  const whole = { cwd: folder, env: { LOBSTER_STATE_DIR: join(state, "state") }, store, ...options };
  const tool = createLobsterTool(whole);
  return {
    folder,
    options: whole,
    tool,
    call: async (params, given) => detailsOf(await tool.execute(params, given)),
    fail: async (params, given) => {
      const outcome = await tool.execute(params, given).catch((thrown: unknown) => thrown);
      if (outcome instanceof LobsterToolError) return outcome;
      throw new Error(
        `expected a LobsterToolError, got ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`,
      );
    },
  };
}

/** A runtime over what the tool keeps, as other front ends have one. */
export function openRuntime({ options }: ToolWorld): Runtime {
  const { store } = options;
  return createRuntime(createEmbedHost(createToolContext(options), store === undefined ? {} : { store }));
}

/** The details of a reply, as an object. */
export function detailsOf({ details }: ToolReply): JsonObject {
  if (isJsonObject(details)) return details;
  throw new Error("the details are no object");
}

/** The token of whatever waits in a reply. */
export function tokenOf(value: unknown): string {
  const found = /"resumeToken":"([^"]+)"/.exec(JSON.stringify(value))?.[1];
  if (found === undefined) throw new Error(`no token in ${JSON.stringify(value)}`);
  return found;
}

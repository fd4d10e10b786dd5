import { resolve } from "node:path";
import { createRuntime } from "../../runtime/create-runtime.ts";
import type { PeopleDirectory } from "../../runtime/host.ts";
import type { Environment } from "../../runtime/ports.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { StateStore } from "../../runtime/store/state-store.ts";
import { systemClock, systemIds } from "../../runtime/system.ts";
import type { CommandRegistry, HostLlmAdapters } from "../commands/command.ts";
import { createEmbedHost } from "../embed-host.ts";
import { openStore } from "../state-store.ts";
import { createToolContext } from "../tool-context.ts";
import type { CallLimits } from "./call.ts";
import type { Fence } from "./fence.ts";
import type { FlowStore } from "./flows/flow-store.ts";
import { createStateFlowStore } from "./flows/state-flow-store.ts";
import { watchCall, type WatchedCall } from "./watched-call.ts";

/** How a host offers the tool. Everything has a default. */
export interface LobsterToolOptions {
  /** True where the agent is in a sandbox: then there is no tool. */
  readonly sandboxed?: boolean;
  /** The directory calls start in and have to stay in; default this process's. */
  readonly cwd?: string;
  /** Laid over this process's environment. */
  readonly env?: Environment;
  /** Directories outside of `cwd` whose workflow files may be run as well. */
  readonly workflowRoots?: readonly string[];
  /**
   * Who opens gates. `agent` (default): whoever calls the tool. `chat`: only people, on the cards in the conversations of
   * `announce`; the agent can look and cancel.
   */
  readonly approvals?: "agent" | "chat";
  /** Conversations that get a run's cards, such as `telegram:-1001234567890`. */
  readonly announce?: readonly string[];
  /** The person the agent acts for: who starts a run may not be who approves it. */
  readonly startedBy?: string;
  readonly registry?: CommandRegistry;
  readonly llmAdapters?: HostLlmAdapters;
  /** Who people are now: asked about every voter when the votes of a gate are complete. */
  readonly directory?: PeopleDirectory;
  /** Where runs and gates are kept; default the environment's state directory. */
  readonly store?: StateStore;
  /** Where managed flows are kept; default beside the runs. */
  readonly flows?: FlowStore;
}

/** What calls of one tool share. */
export interface ToolHost {
  readonly fence: Fence;
  readonly approvals: "agent" | "chat";
  readonly announce: readonly string[];
  readonly startedBy: string | undefined;
  readonly environment: Environment;
  readonly flows: FlowStore;
  /** Starts the clock of a call and makes the runtime that it uses. */
  open(limits: CallLimits, signal: AbortSignal | undefined): OpenCall;
}

/** A call that is being carried out. */
export interface OpenCall {
  readonly limits: CallLimits;
  readonly runtime: Runtime;
  readonly watched: WatchedCall;
}

/** Puts together what calls share. Throws for approvals in chat without a conversation to post their cards to. */
export function createToolHost(options: LobsterToolOptions): ToolHost {
  const { approvals = "agent", announce = [], workflowRoots = [] } = options;
  if (approvals === "chat" && announce.length === 0) {
    throw new TypeError('approvals: "chat" needs announce: the conversations that get the cards');
  }
  const { env: environment, cwd, registry } = createToolContext(options);
  const store = options.store ?? openStore(environment);
  const base = resolve(cwd);
  return {
    fence: { base, workflowRoots: workflowRoots.map((root) => resolve(base, root)) },
    approvals,
    announce,
    startedBy: options.startedBy,
    environment,
    flows: options.flows ?? createStateFlowStore({ store, clock: systemClock, ids: systemIds }),
    open: (limits, signal) => {
      const watched = watchCall(limits, signal);
      const { stdout, stderr } = watched;
      const context = createToolContext({ ...options, registry, stdout, stderr });
      const host = createEmbedHost(context, { store, maxOutputBytes: limits.maxBytes });
      return { limits, watched, runtime: watched.watch(createRuntime(host)) };
    },
  };
}

export { createLobsterTool } from "./agent-tool/create-lobster-tool.ts";
export type { LobsterTool } from "./agent-tool/create-lobster-tool.ts";
export { LobsterToolError } from "./agent-tool/tool-error.ts";
export type { LobsterToolOptions } from "./agent-tool/tool-host.ts";
export type { ToolReply } from "./agent-tool/reply.ts";
export type { WaitOptions } from "./agent-tool/await-result.ts";
export { createStateFlowStore } from "./agent-tool/flows/state-flow-store.ts";
export type {
  FlowChange,
  FlowMutation,
  FlowPage,
  FlowRecord,
  FlowStatus,
  FlowStore,
  NewFlow,
} from "./agent-tool/flows/flow-store.ts";

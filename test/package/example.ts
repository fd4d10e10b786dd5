import { Lobster, approve, exec, type LobsterResult } from "lobster-chat";
import {
  createDefaultRegistry,
  parsePipeline,
  resumeToolRequest,
  runPipeline,
  runToolRequest,
  type Command,
} from "lobster-chat/core";
import { prMonitor } from "lobster-chat/recipes/github";
import { stateGet } from "lobster-chat/sdk";
import { createLobsterTool, LobsterToolError, type FlowStore } from "lobster-chat/tool";

interface Email {
  readonly subject: string;
  readonly unread: boolean;
}

const workflow = new Lobster({ stateDir: "/tmp/state" })
  .pipe(exec("mail list --json"))
  .pipe((items: Email[]) => items.filter((email) => email.unread))
  .pipe(approve({ prompt: "Archive these?" }))
  .pipe(async function* (items: AsyncIterable<Email>) {
    for await (const email of items) yield email.subject;
  })
  .pipe((items) => items.length)
  .pipe(stateGet("count"));

export async function archive(): Promise<LobsterResult> {
  const stopped = await workflow.run();
  const token = stopped.requiresApproval?.resumeToken;
  return token === undefined ? stopped : await workflow.resume(token, { approved: true });
}

const shout: Command = {
  name: "shout",
  help: () => "shout — upper case",
  run: async ({ input, args, ctx }) => {
    const items: string[] = [];
    for await (const item of input)
      items.push(String(item).toUpperCase() + (args["mark"] === true ? "!" : "") + ctx.cwd);
    return { output: items };
  },
};

export async function embedded(): Promise<readonly unknown[]> {
  const ctx = { registry: createDefaultRegistry().register(shout), env: { LOBSTER_STATE_DIR: "/tmp/state" } };
  const envelope = await runToolRequest({ pipeline: "exec echo hi | shout", ctx });
  if (!envelope.ok) throw new Error(`${envelope.error.type}: ${envelope.error.message}`);
  await resumeToolRequest({ approvalId: "0a1b2c3d", approved: true, ctx });
  const { items } = await runPipeline({ pipeline: parsePipeline("head --n 1"), input: envelope.output, mode: "tool" });
  return items;
}

export async function agent(flows: FlowStore, signal: AbortSignal): Promise<string> {
  const tool = createLobsterTool({ approvals: "chat", announce: ["telegram:1"], flows });
  const perhaps = createLobsterTool({ sandboxed: Math.random() > 2 });
  try {
    const { content } = await tool.execute({ action: "run", pipeline: "approve" }, { signal });
    return content[0].text + (perhaps?.name ?? "");
  } catch (error) {
    return error instanceof LobsterToolError ? error.code : "unknown";
  }
}

export const watch = prMonitor({ repo: "octocat/hello-world", pr: 1, changesOnly: true });

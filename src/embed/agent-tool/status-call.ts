import { answerOf, keptOf, requireSuccess } from "./answer.ts";
import type { StatusCall } from "./call.ts";
import { summarizeFlow } from "./flows/flow-wait.ts";
import { syncFlow } from "./flows/sync-flow.ts";
import { composeReply, type ToolReply } from "./reply.ts";
import { readStanding } from "./run-status.ts";
import { callError } from "./tool-error.ts";
import type { OpenCall, ToolHost } from "./tool-host.ts";

/** Flows of one page. */
const PAGE_SIZE = 20;

/** Tells how something stands; nothing is executed. A run that failed is an error, as it would have been for its caller. */
export async function carryOutStatus(host: ToolHost, open: OpenCall, { about }: StatusCall): Promise<ToolReply> {
  const { maxBytes } = open.limits;
  if ("flowId" in about) {
    const found = await host.flows.get(about.flowId);
    if (found === undefined) throw callError(`TaskFlow not found: ${about.flowId}`);
    const flow = await syncFlow({ ...host, runtime: open.runtime }, found);
    return composeReply({ ok: true, flow }, maxBytes, { flowId: flow.flowId });
  }
  if ("waitingFlows" in about) {
    const page = await host.flows.listWaiting({ after: about.after, limit: PAGE_SIZE });
    return composeReply({ ok: true, ...page, flows: page.flows.map(summarizeFlow) }, maxBytes, {});
  }
  const standing = await readStanding(open.runtime, about.gate, host.environment);
  if (standing.kind === "under_way") return composeReply(standing.envelope, maxBytes, keptOf(standing.envelope));
  const answer = answerOf(host, requireSuccess(open, standing.envelope), []);
  return composeReply(answer, maxBytes, keptOf(answer));
}

import type { Envelope } from "../../../runtime/envelope.ts";
import { answerOf, errorOf, type ToolEnvelope } from "../answer.ts";
import type { OpenCall, ToolHost } from "../tool-host.ts";
import { LobsterToolError } from "../tool-error.ts";
import type { FlowChange, FlowMutation, FlowRecord } from "./flow-store.ts";
import { changeAfter, flowAfter, settleFlow } from "./settle-flow.ts";

/** What a call of a managed flow answers. `ok` tells that the flow's record says what happened to the run. */
export interface FlowAnswer {
  readonly ok: boolean;
  readonly envelope: ToolEnvelope;
  /** The flow after the mutation. */
  readonly flow: FlowRecord;
  readonly mutation: FlowMutation;
}

/** What a flow's run came to. */
export interface FlowEnding {
  readonly flow: FlowRecord;
  readonly envelope: Envelope;
  readonly waitingStep: string | undefined;
  readonly warnings: readonly string[];
  /** What the flow becomes, where that does not follow from the envelope. */
  readonly change?: FlowChange;
}

/** Writes into the flow what its run came to, then answers; a failure of the run is thrown after that. */
export async function finishFlow(host: ToolHost, { watched }: OpenCall, ending: FlowEnding): Promise<FlowAnswer> {
  const { envelope } = ending;
  const change = ending.change ?? changeAfter(envelope, ending.waitingStep);
  const mutation = await settleFlow(host.flows, ending.flow, change);
  const flow = flowAfter(mutation, ending.flow);
  if (envelope.ok) {
    return { ok: mutation.applied, envelope: answerOf(host, envelope, ending.warnings), flow, mutation };
  }
  const error = errorOf(watched, envelope);
  throw new LobsterToolError(error.code, error.message, { ok: false, envelope, flow, mutation });
}

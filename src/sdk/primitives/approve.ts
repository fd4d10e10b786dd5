import { listItems } from "../items.ts";
import type { StageObject } from "../stage.ts";

/** What an approval shows. */
export interface ApproveOptions {
  /** Default `Approve?`. */
  readonly prompt?: string;
  /** False keeps the items out of the request; they go on after the approval all the same (fault F9). */
  readonly preview?: boolean;
}

/** A stage as it can be looked at. */
export interface ApproveStage extends StageObject {
  readonly type: "approve";
  readonly prompt: string;
}

/** A stage that stops until somebody approves, then passes its items on. */
export function approve({ prompt = "Approve?", preview = true }: ApproveOptions = {}): ApproveStage {
  return {
    type: "approve",
    prompt,
    meta: { resumeSafeBeforeInput: true },
    run: async ({ input }) => {
      const items = await listItems(input);
      const request = { type: "approval_request", prompt, items: preview ? items : [], itemCount: items.length };
      return { halt: true, output: [request], continueWith: items };
    },
  };
}

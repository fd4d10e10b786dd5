import { LobsterError } from "../../errors.ts";

/**
 * The error for text that is no condition. The words are the contract (workflows-and-checkpoints §3, `Unsupported
 * condition: <text>`); `facts` say more: `reason`, and `at`, the 1-based character where reading stopped.
 */
export function unsupportedCondition(text: string, offset: number, reason: string): LobsterError {
  return new LobsterError("invalid_condition", `Unsupported condition: ${text}`, { facts: { at: offset + 1, reason } });
}

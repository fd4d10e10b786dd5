import type { Envelope } from "../runtime/envelope.ts";
import { toPlainNumbers } from "../runtime/stable-json.ts";

/**
 * An envelope as a host's code reads it: integers beyond 2^53 are ordinary numbers, so that it can be handed to
 * `JSON.stringify` (decision W29). What is stored and what people are shown keeps every digit.
 */
export function toPlainEnvelope(envelope: Envelope): Envelope {
  if (!envelope.ok) return envelope;
  return {
    ...envelope,
    output: envelope.output.map(toPlainNumbers),
    requiresApproval: toPlainNumbers(envelope.requiresApproval),
    requiresInput: toPlainNumbers(envelope.requiresInput),
  };
}

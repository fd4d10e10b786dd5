import type { AdapterLimits, ChatAdapter, Conversation, Platform } from "../adapter.ts";

/** The limits of the platform a conversation is on; none where no adapter is on, because nothing is sent there. */
export function limitsOf(
  adapters: ReadonlyMap<Platform, ChatAdapter>,
  { platform }: Pick<Conversation, "platform">,
): AdapterLimits {
  return adapters.get(platform)?.limits ?? NO_LIMITS;
}

const NO_LIMITS: AdapterLimits = {
  fits: () => true,
  buttonLabelChars: Infinity,
  buttonsPerRow: 1,
  buttonRows: 1,
  forms: false,
  formFields: 0,
  buttonsWithReply: true,
  privateResponses: false,
  messagesPerMinute: () => Infinity,
  nonceWindowMs: 0,
};

import type { AdapterLimits } from "../../src/bot/adapter.ts";
import { encodeMessage, PLAIN } from "./encode.ts";

/** More scrolls out of sight before anybody has read it; it goes into a file instead. */
const MAX_LINES = 200;
const MAX_CHARS = 20_000;

/** What the terminal can carry: nearly everything. One person sits in front of it, so every answer is private. */
export const terminalLimits: AdapterLimits = {
  fits: (message) => {
    if (message.select !== undefined) return false;
    const lines = encodeMessage(message, PLAIN);
    return lines.length <= MAX_LINES && lines.reduce((sum, line) => sum + line.length, 0) <= MAX_CHARS;
  },
  buttonLabelChars: 60,
  buttonsPerRow: 4,
  buttonRows: 20,
  forms: false,
  formFields: 0,
  buttonsWithReply: true,
  privateResponses: true,
  messagesPerMinute: () => Infinity,
  nonceWindowMs: 0,
};

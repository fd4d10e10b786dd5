import type { OutboundMessage } from "../../../src/bot/adapter.ts";
import type { StepLimits } from "../../../src/bot/questions/render/render-step.ts";

/** Limits like Telegram's. */
export const TELEGRAM_LIKE: StepLimits = {
  fits: (message) => countChars(message) <= 4096,
  buttonLabelChars: 64,
  buttonsPerRow: 8,
  buttonRows: 12,
};

/** Few buttons, and nothing else to choose with. */
export const FEW_BUTTONS: StepLimits = {
  fits: (message) => countChars(message) <= 2000,
  buttonLabelChars: 80,
  buttonsPerRow: 5,
  buttonRows: 5,
};

/** Limits like Discord's. */
export const DISCORD_LIKE: StepLimits = { ...FEW_BUTTONS, select: { options: 25, labelChars: 100 } };

function countChars({ body }: OutboundMessage): number {
  return JSON.stringify(body).length;
}

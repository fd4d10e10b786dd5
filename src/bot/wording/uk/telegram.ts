import type { telegram as english } from "../en/telegram.ts";

/** What a press on Telegram is answered where its one short answer cannot carry the verdict. */
export const telegram: typeof english = {
  received: () => "Отримано. Відповідь буде за мить.",
  seeMessage: () => "Відповідь — у повідомленні нижче.",
};

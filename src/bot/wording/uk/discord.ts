import type { discord as english } from "../en/discord.ts";

/** What a press on Discord is answered while the verdict takes longer than a second. */
export const discord: typeof english = {
  received: () => "Отримано. Відповідь буде за мить.",
};

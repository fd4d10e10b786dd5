import type { telegram as english } from "../en/telegram.ts";

/** What a press on Telegram is answered where its one short answer cannot carry the verdict. */
export const telegram: typeof english = {
  received: () => "접수했습니다. 곧 알려 드리겠습니다.",
  seeMessage: () => "아래 메시지를 확인해 주세요.",
};

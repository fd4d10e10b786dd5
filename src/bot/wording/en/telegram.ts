/** What a press on Telegram is answered where its one short answer cannot carry the verdict. */
export const telegram = {
  received: () => "Received. The answer follows.",
  seeMessage: () => "The answer is in the message below.",
};

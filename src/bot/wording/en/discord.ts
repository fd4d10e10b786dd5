/** What a press on Discord is answered while the verdict takes longer than a second. */
export const discord = {
  received: () => "Received. The answer follows.",
};

import type { Span } from "../../text/rich-text.ts";

/** What people are told who may not, and where the bot does not work. */
export const access = {
  notRegistered: (): readonly Span[] => [
    "You are not registered here, so nothing happened. Write ",
    { kind: "code", text: "/whoami" },
    " and give the answer to whoever runs this bot.",
  ],
  isNobody: (): readonly Span[] => [
    "This was sent without a person's own account (an anonymous admin, a channel or a bot), so nothing happened. Send it as yourself.",
  ],
  mayNotStart: (workflow: string): readonly Span[] => [
    "You may not start ",
    { kind: "code", text: workflow },
    ". /workflows lists what you may start here.",
  ],
  brokenHere: () =>
    "Something went wrong here and was logged; nothing you cannot see on a card was decided. Try again, or look at /status.",
  halfDone: () =>
    "This arrived before, and the bot stopped while it handled it. Look at /status: if nothing started, send it again.",
  tooLate: () => "This arrived too late to be answered, so nothing was done. Send it again.",
  nobodies: {
    anonymous_admin: "an anonymous admin",
    channel: "a channel",
    linked_channel: "a linked channel",
    via_bot: "through another bot",
    forwarded: "a forwarded message",
    bot: "a bot",
    webhook: "a webhook",
    deleted: "a deleted account",
    system: "an account of the platform",
    unknown: "an unknown sender",
  },
  whoAmI: {
    account: (platform: string, account: string): readonly Span[] => [
      "Your account: ",
      { kind: "code", text: `${platform}: ${account}` },
    ],
    nobody: (kind: string): readonly Span[] => [
      `You write without an account of your own (${kind}), so you are nobody to this bot and can decide nothing.`,
    ],
    person: (name: string, id: string, groups: readonly string[]): readonly Span[] => [
      "To this bot you are ",
      { kind: "bold", text: name },
      " (",
      { kind: "code", text: id },
      ")",
      groups.length === 0 ? ", in no group." : `, in ${groups.length === 1 ? "group" : "groups"} ${groups.join(", ")}.`,
    ],
    stranger: (): readonly Span[] => [
      "You are not registered. Whoever runs this bot adds the account above to a person under people: in the configuration.",
    ],
    conversation: (platform: string, id: string, topic: string | undefined): readonly Span[] => [
      "This conversation: ",
      { kind: "code", text: topic === undefined ? `${platform}: ${id}` : `${platform}: ${id}, topic: ${topic}` },
    ],
    listed: () => "The bot works here.",
    notListed: () => "The bot does not work here: the line above is missing under chats: in the configuration.",
  },
};

import type { MessageRef } from "../../../src/bot/adapter.ts";
import { addressOf } from "./conversation.ts";

/** Links to messages. They name the server of a channel, which Discord tells with everything that happens in it. */
export interface Links {
  readonly learn: (place: { readonly channelId: string; readonly guild?: string }) => void;
  /** Undefined for a channel in which nothing has happened yet. */
  readonly linkTo: (message: MessageRef) => string | undefined;
}

/** Channels remembered; one that was forgotten is learnt again with the next thing that happens in it. */
const MAX_CHANNELS = 10_000;

/** Creates the memory of channels. */
export function createLinks(): Links {
  const guilds = new Map<string, string>();
  return {
    learn: ({ channelId, guild = "@me" }) => {
      if (guilds.size >= MAX_CHANNELS) guilds.clear();
      guilds.set(channelId, guild);
    },
    linkTo: (message) => {
      const address = addressOf(message);
      // A thread is in the server of its channel.
      const guild = guilds.get(address?.channelId ?? "") ?? guilds.get(message.conversation.id);
      if (address === undefined || guild === undefined) return undefined;
      return `https://discord.com/channels/${guild}/${address.channelId}/${address.messageId}`;
    },
  };
}

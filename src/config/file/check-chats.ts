import type { ChatConfig } from "../config.ts";
import { checkReading } from "./check-reading.ts";
import type { Finding } from "./finding.ts";

/** Checks that a conversation stands in the list once (two entries could allow different workflows) and how it reads. */
export function checkChats(chats: readonly ChatConfig[]): readonly Finding[] {
  return chats.flatMap((chat, index) => [...findRepeated(chats, chat, index), ...checkReading(chat, ["chats", index])]);
}

function findRepeated(chats: readonly ChatConfig[], chat: ChatConfig, index: number): readonly Finding[] {
  const first = chats.findIndex((other) => isSameConversation(chat, other));
  if (chat.id === "" || first === index) return [];
  return [
    {
      path: ["chats", index],
      part: "value",
      what: `this conversation stands twice, first at chats[${first}]`,
      fix: "Keep one entry with all its workflows.",
    },
  ];
}

function isSameConversation(one: ChatConfig, other: ChatConfig): boolean {
  return one.platform === other.platform && one.id === other.id && one.topic === other.topic;
}

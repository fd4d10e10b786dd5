import { encodeMemberChange } from "../encode/encode-member.ts";
import type { Mail } from "../updates/mailbox.ts";
import { addMessage } from "../world/add-message.ts";
import type { Chat, ChatState } from "../world/chat.ts";
import { handleOf, privateKey } from "../world/chat.ts";
import { ANONYMOUS_ADMIN } from "../world/identity.ts";
import type { Bot, User } from "../world/identity.ts";
import { addChat, stateOf } from "../world/world.ts";
import type { World } from "../world/world.ts";
import type { Populating } from "./populate.ts";

/** What pulls the ground from under a bot. */
export interface Upheaval {
  /** Upgrades a group to a supergroup and returns that; the old chat takes no more messages. */
  migrateGroup(chat: Chat): Chat;
  blockBot(user: User, bot?: Bot): void;
  unblockBot(user: User, bot?: Bot): void;
  kickBot(chat: Chat, bot?: Bot): void;
  /** The bot may read and not write. */
  restrictBot(chat: Chat, bot?: Bot): void;
  /** The account is deleted. */
  deactivate(user: User): void;
}

/** Creates what changes a world under its bots. */
export function createUpheaval(world: World, mail: Mail, populating: Populating, mainBot: Bot): Upheaval {
  const setBlocked = (user: User, bot: Bot, blocked: boolean): void => {
    const chat = world.chats.get(privateKey(bot.user.id, user.id));
    if (chat === undefined) throw new Error(`User ${user.id} has no chat with ${bot.user.firstName}`);
    chat.blocked = blocked;
    const [from, to] = blocked ? (["member", "kicked"] as const) : (["kicked", "member"] as const);
    const change = encodeMemberChange(world, { chat, by: user, who: bot.user, from, to });
    mail.deliver(bot, "my_chat_member", change, chat.key);
    world.changes.announce();
  };
  return {
    blockBot: (user, bot = mainBot) => setBlocked(user, bot, true),
    unblockBot: (user, bot = mainBot) => setBlocked(user, bot, false),
    kickBot: (chat, bot = mainBot) => populating.setRole(chat, bot.user, "kicked", ANONYMOUS_ADMIN),
    restrictBot: (chat, bot = mainBot) => populating.setRole(chat, bot.user, "restricted", ANONYMOUS_ADMIN),
    deactivate: (user) => {
      world.deactivated.add(user.id);
    },
    migrateGroup: (chat) => {
      const old = stateOf(world, chat);
      if (old.kind !== "group" || old.migratedTo !== undefined) throw new Error(`Chat ${chat.id} cannot be upgraded`);
      const upgraded = addChat(world, { id: old.id - 1_001_900_000_000, kind: "supergroup", title: old.title });
      for (const [id, role] of old.members) upgraded.members.set(id, role);
      old.migratedTo = upgraded;
      announce(world, mail, old, { migrate_to_chat_id: upgraded.id });
      announce(world, mail, upgraded, { migrate_from_chat_id: old.id });
      return handleOf(upgraded);
    },
  };
}

/** Both chats tell of the upgrade. */
function announce(world: World, mail: Mail, chat: ChatState, fields: Readonly<Record<string, number>>): void {
  const author = { user: ANONYMOUS_ADMIN, asChat: chat };
  mail.deliverMessage(addMessage(world, chat, { author, content: { kind: "service", fields } }));
}

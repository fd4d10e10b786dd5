import { encodeMemberChange } from "../encode/encode-member.ts";
import type { Mail } from "../updates/mailbox.ts";
import { addMessage } from "../world/add-message.ts";
import type { Chat, ChatState, Role, Topic } from "../world/chat.ts";
import { handleOf, privateKey } from "../world/chat.ts";
import type { Bot, User } from "../world/identity.ts";
import { addChat, botOf, stateOf } from "../world/world.ts";
import type { World } from "../world/world.ts";

/** A group as a test sets it up. */
export interface GroupPlan {
  readonly title?: string;
  /** Negative, as on the platform; given out when absent. */
  readonly id?: number;
  /** "supergroup" unless it says otherwise. */
  readonly kind?: "group" | "supergroup";
  readonly forum?: boolean;
  readonly username?: string;
  readonly members?: readonly User[];
  readonly admins?: readonly User[];
  /** The main bot when absent. */
  readonly bots?: readonly Bot[];
  /** "member" unless it says otherwise: privacy mode then hides what is not meant for the bot. */
  readonly botRole?: Role;
}

/** What makes up the places people and bots meet. Setting up tells no bot; later changes do. */
export interface Populating {
  addUser(user?: Partial<User>): User;
  /** A person's chat with a bot, the main one by default. `started: false`: the person has not pressed Start. */
  privateChat(user: User, options?: { readonly bot?: Bot; readonly started?: boolean }): Chat;
  addGroup(plan?: GroupPlan): Chat;
  /** Bots are administrators of the channel. */
  addChannel(plan: Omit<GroupPlan, "kind" | "forum" | "botRole">): Chat;
  /** Posts of the channel are copied into the group from now on. */
  linkChannel(channel: Chat, group: Chat): void;
  /** Bots are told of the service message. */
  addTopic(chat: Chat, name: string, by: User): Topic;
  closeTopic(chat: Chat, topic: number): void;
  reopenTopic(chat: Chat, topic: number): void;
  deleteTopic(chat: Chat, topic: number): void;
  /** Closes or opens General. */
  closeGeneral(chat: Chat, closed?: boolean): void;
  /** Changes what somebody is in a chat; a bot is told of its own change. */
  setRole(chat: Chat, who: User, role: Role, by?: User): void;
}

/** Creates what populates a world. */
export function createPopulating(world: World, mail: Mail, mainBot: Bot): Populating {
  let people = 0;
  let chats = 0;
  const nextChatId = (kind: string): number => {
    chats += 1;
    return kind === "group" ? -(40_000_000 + chats) : -(1_001_000_000_000 + chats);
  };
  const topicOf = (chat: Chat, id: number): Topic => {
    const topic = stateOf(world, chat).topics.get(id);
    if (topic === undefined) throw new Error(`Chat ${chat.id} has no topic ${id}`);
    return topic;
  };

  return {
    addUser: (plan = {}) => {
      people += 1;
      const user: User = { id: 500_000_000 + people, isBot: false, firstName: `Person ${people}`, ...plan };
      if (world.users.has(user.id)) throw new Error(`User ${user.id} is there already`);
      world.users.set(user.id, user);
      return user;
    },
    privateChat: (user, { bot = mainBot, started = true } = {}) => {
      const pair = { botId: bot.user.id, userId: user.id };
      const chat =
        world.chats.get(privateKey(pair.botId, pair.userId)) ??
        addChat(world, { id: user.id, kind: "private", title: user.firstName, pair });
      chat.started = started;
      return handleOf(chat);
    },
    addGroup: (plan = {}) => {
      const kind = plan.kind ?? "supergroup";
      const group = addChat(world, { ...describe(plan, kind), id: plan.id ?? nextChatId(kind), kind });
      fill(group, plan, mainBot, plan.botRole ?? "member");
      // General is thread 1: no other topic has its number.
      if (group.isForum) group.lastMessageId = 1;
      return handleOf(group);
    },
    addChannel: (plan) => {
      const channel = addChat(world, {
        ...describe(plan, "channel"),
        id: plan.id ?? nextChatId("channel"),
        kind: "channel",
      });
      fill(channel, plan, mainBot, "administrator");
      return handleOf(channel);
    },
    linkChannel: (channel, group) => {
      stateOf(world, group).linkedChannel = stateOf(world, channel);
    },
    addTopic: (chat, name, by) => {
      const state = stateOf(world, chat);
      if (!state.isForum) throw new Error(`Chat ${chat.id} is no forum`);
      const topic: Topic = { id: state.lastMessageId + 1, name, closed: false };
      state.topics.set(topic.id, topic);
      const fields = { forum_topic_created: { name, icon_color: 7_322_096 } };
      mail.deliverMessage(
        addMessage(world, state, { author: { user: by }, content: { kind: "service", fields }, topicId: topic.id }),
      );
      return topic;
    },
    closeTopic: (chat, id) => {
      topicOf(chat, id).closed = true;
    },
    reopenTopic: (chat, id) => {
      topicOf(chat, id).closed = false;
    },
    deleteTopic: (chat, id) => {
      const state = stateOf(world, chat);
      state.topics.delete(topicOf(chat, id).id);
      for (const message of state.messages.values()) if (message.threadId === id) state.messages.delete(message.id);
      world.changes.announce();
    },
    closeGeneral: (chat, closed = true) => {
      stateOf(world, chat).generalClosed = closed;
    },
    setRole: (chat, who, role, by = who) => {
      const state = stateOf(world, chat);
      const from = state.members.get(who.id) ?? "left";
      state.members.set(who.id, role);
      const bot = botOf(world, who);
      if (bot !== undefined) {
        mail.deliver(
          bot,
          "my_chat_member",
          encodeMemberChange(world, { chat: state, by, who, from, to: role }),
          state.key,
        );
      }
      world.changes.announce();
    },
  };
}

function describe(
  plan: GroupPlan,
  kind: string,
): Pick<ChatState, "title" | "isForum"> & { readonly username?: string } {
  return {
    title: plan.title ?? `A ${kind}`,
    isForum: plan.forum ?? false,
    ...(plan.username === undefined ? {} : { username: plan.username }),
  };
}

function fill(chat: ChatState, plan: GroupPlan, mainBot: Bot, botRole: Role): void {
  for (const { id } of plan.members ?? []) chat.members.set(id, "member");
  for (const { id } of plan.admins ?? []) chat.members.set(id, "administrator");
  for (const { user } of plan.bots ?? [mainBot]) chat.members.set(user.id, botRole);
}

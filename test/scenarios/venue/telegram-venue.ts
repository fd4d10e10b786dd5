import {
  createTelegramPeer,
  stopClean,
  type Chat,
  type GroupPlan,
  type Press,
  type SeenMessage,
  type TelegramPeer,
  type User,
} from "../../peers/telegram/index.ts";
import { seeTelegram } from "./telegram/see.ts";
import { createTelegramTrouble } from "./telegram/trouble.ts";
import type { ScenePlan } from "../scene/host.ts";
import { LACKS } from "./ability.ts";
import { LIMIT_MS, type Deed, type Person, type Place, type Seen, type ServerVenue } from "./venue.ts";

/** Telegram, with what only its own scenarios touch. */
export interface TelegramVenue extends ServerVenue {
  readonly platform: "telegram";
  readonly peer: TelegramPeer;
  readonly users: Readonly<Record<Person, User>>;
  /** A group that differs from the usual one; the configuration lists it. */
  group(plan: Omit<GroupPlan, "id">): Place;
  chatOf(place: Place): Chat;
  /** The place of a chat that came about otherwise. */
  placeOf(chat: Chat): Place;
  /** A message as the server's own people see it. */
  original(message: Seen): SeenMessage;
  /** What the bot says to a message that was written in some other way. */
  deedOf(written: SeenMessage): Deed;
}

/** Ids of the groups that the configuration lists. */
const SUPERGROUPS = Array.from({ length: 40 }, (_, index) => -1_009_000_000_001 - index);
const GROUPS = Array.from({ length: 10 }, (_, index) => -55_000_001 - index);

/** How updates reach the bot. */
export interface TelegramPlan extends Pick<ScenePlan, "enforcesRates"> {
  /** To a webhook, which the configuration names, instead of by long polling. */
  readonly hasWebhook?: boolean;
}

/** Opens Telegram: a Bot API server on loopback and the people on it. */
export async function openTelegram({
  enforcesRates = false,
  hasWebhook = false,
}: TelegramPlan): Promise<TelegramVenue> {
  const peer = await createTelegramPeer({ enforceRates: enforcesRates });
  const users = addUsers(peer);
  const everybody = Object.values(users);
  const free = { group: [...GROUPS], supergroup: [...SUPERGROUPS] };
  const spots = new Map<string, Spot>();
  const originals = new WeakMap<Seen, SeenMessage>();

  const spotOf = (place: Place): Spot => {
    const spot = spots.get(place.id);
    if (spot === undefined) throw new Error(`There is no place ${place.id} on Telegram`);
    return spot;
  };
  const settle = (chat: Chat, topic?: number): Place => {
    const place = { id: topic === undefined ? String(chat.id) : `${chat.id}, topic: ${topic}` };
    spots.set(place.id, { chat, topic });
    return place;
  };
  const group = (plan: Omit<GroupPlan, "id">): Place => {
    const id = free[plan.kind ?? "supergroup"].shift();
    if (id === undefined) throw new Error("The configuration lists no further group");
    return settle(peer.addGroup({ members: everybody, ...plan, id }));
  };
  const see = (message: SeenMessage, place: Place): Seen => {
    const seen = seeTelegram(message, place);
    originals.set(seen, message);
    return seen;
  };
  const original = (message: Seen): SeenMessage => {
    const found = originals.get(message);
    if (found === undefined) throw new Error(`Message ${message.id} was not seen on Telegram`);
    return found;
  };
  const raw = ({ chat, topic }: Spot): readonly SeenMessage[] =>
    peer.messages(chat, topic === undefined ? {} : { topic });
  const waitForMessage = async (
    chat: Chat,
    isIt: (message: SeenMessage) => boolean,
    what: string,
  ): Promise<SeenMessage> => {
    const newest = (): SeenMessage | undefined => peer.messages(chat).findLast(isIt);
    await peer.waitFor(chat, isIt, { timeoutMs: LIMIT_MS, what });
    return newest() ?? (await peer.waitFor(chat, isIt));
  };

  const deedOf = (written: SeenMessage): Deed => ({
    answer: async () => {
      const isAnswer = ({ replyTo }: SeenMessage): boolean => replyTo === written.id;
      return (await waitForMessage(written.chat, isAnswer, `an answer to “${written.text}”`)).text;
    },
    told: () => [],
    deliverAgain: () => {
      throw new Error("Telegram repeats updates with messages only as a whole: break the delivery");
    },
  });
  const deedOfPress = (press: Press, message: SeenMessage): Deed => {
    const before = newestId(peer, message.chat);
    return {
      answer: async () => {
        const { text } = await press.answer({ timeoutMs: LIMIT_MS });
        if (!FOLLOWED.has(text)) return text;
        const isAnswer = ({ id, replyTo }: SeenMessage): boolean => replyTo === message.id && id > before;
        return (await waitForMessage(message.chat, isAnswer, "the answer to a press")).text;
      },
      told: () => [],
      deliverAgain: () => press.deliverAgain(),
    };
  };
  const tap = (person: Person, message: Seen, label: string | RegExp): Deed =>
    deedOfPress(peer.press(users[person], original(message), label), original(message));

  /** The newest message that asks this person to reply, after all that was written before. */
  const waitForPrompt = (person: Person, chat: Chat, after: number): Promise<SeenMessage> =>
    waitForMessage(
      chat,
      ({ id, forceReply }) => id > after && forceReply?.for?.includes(users[person].id) === true,
      `a message that asks ${person} to reply`,
    );
  const answered = new Map<number, number>();
  const waitForUnanswered = async (person: Person, question: Seen): Promise<SeenMessage> => {
    const { chat } = original(question);
    const prompt = await waitForPrompt(person, chat, answered.get(chat.id) ?? original(question).id);
    answered.set(chat.id, prompt.id);
    return prompt;
  };

  return {
    platform: "telegram",
    peer,
    users,
    variables: { TELEGRAM_BOT_TOKEN: peer.token, TELEGRAM_API_ROOT: peer.url },
    account: (person) => [`telegram: ${users[person].id}`],
    chats: [users["dev-lead"].id, users["release-manager"].id, users.teammate.id, ...SUPERGROUPS, ...GROUPS].map(
      (id) => `telegram: ${id}`,
    ),
    attach: hasWebhook ? untilNextWebhook(peer) : () => peer.waitForPoll({ timeoutMs: LIMIT_MS }),
    detach: () => {
      peer.cutPolls();
      return Promise.resolve();
    },
    copiesOfLostSend: 2,
    kinds: ["supergroup", "group", "topic"],
    place: (kind = "supergroup") => {
      if (kind === "group") return group({ kind });
      if (kind !== "topic") return group({});
      const { chat } = spotOf(group({ forum: true }));
      return settle(chat, peer.addTopic(chat, "Releases", users["dev-lead"]).id);
    },
    direct: (person) => settle(peer.privateChat(users[person])),
    elsewhere: () => settle(peer.addGroup({ members: everybody })),
    group,
    chatOf: (place) => spotOf(place).chat,
    placeOf: (chat) => settle(chat),
    original,
    deedOf,
    messages: (place) => raw(spotOf(place)).map((message) => see(message, place)),
    look: (message) => {
      const now = peer.look(original(message));
      return now === undefined ? undefined : see(now, message.place);
    },
    waitUntil: (probe, what) => peer.waitUntil(probe, { timeoutMs: LIMIT_MS, what }),
    type: (person, place, line) => {
      const { chat, topic } = spotOf(place);
      return deedOf(peer.write(users[person], chat, line, topic === undefined ? {} : { topic }));
    },
    tap,
    tapAndWrite: async (person, message, label, text) => {
      const { chat } = original(message);
      const before = newestId(peer, chat);
      tap(person, message, label);
      const prompt = await waitForPrompt(person, chat, before);
      return deedOf(peer.write(users[person], chat, text, { replyTo: prompt }));
    },
    fillIn: async (person, question, text) => {
      const prompt = await waitForUnanswered(person, question);
      return deedOf(peer.write(users[person], prompt.chat, text, { replyTo: prompt }));
    },
    fillInFile: async (person, question, { name, text }) => {
      const prompt = await waitForUnanswered(person, question);
      return deedOf(peer.sendFile(users[person], prompt.chat, { name, data: text }, { replyTo: prompt }));
    },
    pick: () => {
      throw new Error(`A scenario that does this needs “lists”: ${LACKS.telegram.lists}`);
    },
    payloadOf: (message, label) =>
      original(message)
        .buttons.flat()
        .find((button) => button.label === label)?.data ?? "",
    tapForged: (person, message, payload) =>
      deedOfPress(peer.pressForged(users[person], original(message), payload), original(message)),
    trouble: createTelegramTrouble(peer, (place) => spotOf(place).chat.id),
    remove: (message) => peer.deleteMessage(original(message)),
    shutOut: (place, isOut) => {
      const { chat } = spotOf(place);
      const owner = everybody.find(({ id }) => id === chat.id);
      if (owner !== undefined) return isOut ? peer.blockBot(owner) : peer.unblockBot(owner);
      return isOut ? peer.kickBot(chat) : peer.setRole(chat, peer.botUser, "member");
    },
    complaints: () => peer.complaints(),
    stop: () => stopClean(peer),
  };
}

/** A chat, or a topic of one. */
interface Spot {
  readonly chat: Chat;
  readonly topic: number | undefined;
}

/** Short answers that say that the answer is a message. */
const FOLLOWED: ReadonlySet<string> = new Set(["Received. The answer follows.", "The answer is in the message below."]);

function newestId(peer: TelegramPeer, chat: Chat): number {
  return peer.messages(chat).at(-1)?.id ?? 0;
}

/** Each start of the bot names its webhook anew. */
function untilNextWebhook(peer: TelegramPeer): () => Promise<void> {
  let starts = 0;
  return async () => {
    starts += 1;
    const named = (): boolean => peer.log.filter(({ method }) => method === "setWebhook").length >= starts;
    await peer.waitUntil(() => named() || undefined, { timeoutMs: LIMIT_MS, what: "the bot to name its webhook" });
  };
}

function addUsers(peer: TelegramPeer): Readonly<Record<Person, User>> {
  return {
    "dev-lead": peer.addUser({ id: 333, firstName: "Lea" }),
    "release-manager": peer.addUser({ id: 111, firstName: "Rem" }),
    teammate: peer.addUser({ id: 222, firstName: "Tim" }),
    mallory: peer.addUser({ id: 999, firstName: "Mallory" }),
    impostor: peer.addUser({ id: 1110, firstName: "Rem", username: "release_manager" }),
  };
}

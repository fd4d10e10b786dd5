import {
  createDiscordPeer,
  REAL_RATES,
  type Channel,
  type DiscordPeer,
  type Guild,
  type Interaction,
  type SeenMessage,
  type User,
} from "../../peers/discord/index.ts";
import type { ScenePlan } from "../scene/host.ts";
import { seeDiscord } from "./discord/see.ts";
import { createDiscordTrouble } from "./discord/trouble.ts";
import { typeCommand } from "./discord/type-command.ts";
import {
  LIMIT_MS,
  type Deed,
  type Person,
  type Place,
  type Registered,
  type Seen,
  type ServerVenue,
  type Venue,
} from "./venue.ts";

/** Discord, with what only its own scenarios touch. */
export interface DiscordVenue extends ServerVenue {
  readonly platform: "discord";
  readonly peer: DiscordPeer;
  readonly guild: Guild;
  readonly users: Readonly<Record<Person, User>>;
  channelOf(place: Place): Channel;
  /** A message as the server's own people see it. */
  original(message: Seen): SeenMessage;
  /** What a person was told for something they did. */
  deedOf(interaction: Interaction, place: Place): Deed;
}

/** Opens Discord: a server on loopback with a guild and the people in it. */
export async function openDiscord({ enforcesRates = false }: Pick<ScenePlan, "enforcesRates">): Promise<DiscordVenue> {
  const peer = await createDiscordPeer({
    acknowledgeWithinMs: LIMIT_MS,
    ...(enforcesRates ? { rates: REAL_RATES } : {}),
  });
  const users = addUsers(peer);
  const guild = peer.addGuild({ members: Object.values(users) });
  const channels = Array.from({ length: 40 }, (_, index) => peer.addChannel(guild, { name: `channel-${index + 1}` }));
  const [parent = peer.addChannel(guild)] = channels;
  const threads = Array.from({ length: 4 }, (_, index) =>
    peer.openThread(users["dev-lead"], parent, `thread-${index + 1}`),
  );
  const direct: Readonly<Record<Registered, Channel>> = {
    "dev-lead": peer.directChannel(users["dev-lead"]),
    "release-manager": peer.directChannel(users["release-manager"]),
    teammate: peer.directChannel(users.teammate),
  };
  const free = { channel: [...channels], thread: [...threads] };
  const known = new Map<string, Channel>();
  const originals = new WeakMap<Seen, SeenMessage>();

  const settle = (channel: Channel): Place => {
    known.set(channel.id, channel);
    return { id: channel.id };
  };
  const channelOf = ({ id }: Place): Channel => {
    const channel = known.get(id);
    if (channel === undefined) throw new Error(`There is no place ${id} on Discord`);
    return channel;
  };
  const see = (message: SeenMessage, place: Place): Seen => {
    const seen = seeDiscord(message, place);
    originals.set(seen, message);
    return seen;
  };
  const original = (message: Seen): SeenMessage => {
    const found = originals.get(message);
    if (found === undefined) throw new Error(`Message ${message.id} was not seen on Discord`);
    return found;
  };

  const deedOf = (interaction: Interaction, place: Place): Deed => {
    const told = (): readonly Seen[] =>
      interaction
        .answers()
        .flatMap((answer) => (answer.kind === "message" && !answer.message.isThinking ? [answer.message] : []))
        .map((message) => see(message, place))
        .filter(({ text }) => text !== RECEIVED);
    return {
      told,
      answer: () => peer.waitUntil(() => told()[0]?.text, { timeoutMs: LIMIT_MS, what: "an answer to an interaction" }),
      deliverAgain: () => interaction.deliverAgain(),
    };
  };
  /** A button that is gone since a person saw it is pressed as it was. */
  const press = (person: Person, message: Seen, label: string | RegExp): Interaction => {
    const seen = original(message);
    const isIt = (button: { readonly label: string }): boolean =>
      typeof label === "string" ? button.label === label : label.test(button.label);
    const customId = seen.buttons.flat().find(isIt)?.customId;
    if (customId === undefined) throw new Error(`Message ${message.id} has no button ${String(label)}`);
    const isThere = peer
      .look(seen)
      ?.buttons.flat()
      .some((button) => button.customId === customId);
    return isThere === true
      ? peer.press(users[person], seen, customId)
      : peer.pressForged(users[person], seen, { customId });
  };
  /** A list that is gone since a person saw it is chosen from as it was. */
  const pick = (person: Person, message: Seen, labels: readonly string[]): Interaction => {
    const seen = original(message);
    const [select] = seen.selects;
    if (select === undefined) throw new Error(`Message ${message.id} has no list to choose from`);
    const isThere = peer.look(seen)?.selects.some(({ customId }) => customId === select.customId);
    if (isThere === true) return peer.choose(users[person], seen, select.customId, labels);
    const values = select.options.filter(({ label }) => labels.includes(label)).map(({ value }) => value);
    return peer.pressForged(users[person], seen, { customId: select.customId, values });
  };
  const tapAndWrite: Venue["tapAndWrite"] = async (person, message, label, text) => {
    for (let attempt = 0; attempt < FORM_ATTEMPTS; attempt += 1) {
      const shown = await press(person, message, label).answer({ timeoutMs: LIMIT_MS });
      if (shown.kind !== "modal") continue;
      const [field] = shown.modal.fields;
      if (field === undefined) throw new Error("A form without fields was opened");
      return deedOf(peer.submit(users[person], shown.modal, { [field.customId]: text }), message.place);
    }
    throw new Error(`Button ${label} opened no form`);
  };
  const look = (message: Seen): Seen | undefined => {
    const now = peer.look(original(message));
    return now === undefined ? undefined : see(now, message.place);
  };

  return {
    platform: "discord",
    peer,
    guild,
    users,
    variables: { DISCORD_BOT_TOKEN: peer.token, DISCORD_API_BASE: peer.apiBase },
    account: (person) => [`discord: "${users[person].id}"`],
    chats: [...channels, ...threads, ...Object.values(direct)].map(({ id }) => `discord: "${id}"`),
    attach: async () => {
      await peer.gateway.waitForSession({ timeoutMs: LIMIT_MS });
      await peer.waitUntil(() => peer.commands().length > 0, { timeoutMs: LIMIT_MS, what: "the commands" });
    },
    detach: async () => {
      const isGone = (): boolean => peer.gateway.sessions().every(({ isConnected }) => !isConnected);
      await peer.waitUntil(isGone, { timeoutMs: LIMIT_MS, what: "the gateway to notice" });
    },
    kinds: ["channel", "thread"],
    copiesOfLostSend: 1,
    place: (kind = "channel") => {
      const channel = free[kind === "thread" ? "thread" : "channel"].shift();
      if (channel === undefined) throw new Error(`The configuration lists no further ${kind}`);
      return settle(channel);
    },
    direct: (person) => settle(direct[person]),
    elsewhere: () => settle(peer.addChannel(guild, { name: "elsewhere" })),
    channelOf,
    original,
    deedOf,
    messages: (place) => peer.messages(channelOf(place)).map((message) => see(message, place)),
    look,
    waitUntil: (probe, what) => peer.waitUntil(probe, { timeoutMs: LIMIT_MS, what }),
    type: (person, place, line) => deedOf(typeCommand(peer, users[person], channelOf(place), line), place),
    tap: (person, message, label) => deedOf(press(person, message, label), message.place),
    tapAndWrite,
    fillIn: (person, question, text) => tapAndWrite(person, look(question) ?? question, "Answer", text),
    fillInFile: (person, question, { name, text }) => {
      const [, id = ""] = /\/answer ([0-9a-f]{8}) /.exec(question.text) ?? [];
      const options = { question: id, file: { name, data: text } };
      return Promise.resolve(
        deedOf(peer.command(users[person], channelOf(question.place), "answer", options), question.place),
      );
    },
    pick: (person, message, labels) => deedOf(pick(person, message, labels), message.place),
    payloadOf: (message, label) =>
      original(message)
        .buttons.flat()
        .find((button) => button.label === label)?.customId ?? "",
    tapForged: (person, message, customId) =>
      deedOf(peer.pressForged(users[person], original(message), { customId }), message.place),
    trouble: createDiscordTrouble(peer),
    remove: (message) => peer.deleteMessage(original(message)),
    shutOut: (place, isOut) => {
      const owner = REGISTERED.find((person) => direct[person].id === place.id);
      if (owner !== undefined) return peer.closeDirectMessages(users[owner], isOut);
      const permissions = isOut ? { deny: ["VIEW_CHANNEL" as const] } : { allow: ["VIEW_CHANNEL" as const] };
      peer.setPermissions(channelOf(place), peer.botUser, permissions);
    },
    complaints: () => [...peer.complaints(), ...peer.pings.map((ping) => `it called ${JSON.stringify(ping)}`)],
    stop: async () => {
      await peer.stop();
      const complaints = peer.complaints();
      if (complaints.length > 0) throw new Error(`Discord would not have taken this:\n${complaints.join("\n")}`);
    },
  };
}

const REGISTERED = ["dev-lead", "release-manager", "teammate"] as const satisfies readonly Registered[];

/** On a busy machine a form may come too late, and the person presses again. */
const FORM_ATTEMPTS = 3;

/** Says that an answer is to come. */
const RECEIVED = "Received. The answer follows.";

function addUsers(peer: DiscordPeer): Readonly<Record<Person, User>> {
  return {
    "dev-lead": peer.addUser({ username: "lea", globalName: "Lea" }),
    "release-manager": peer.addUser({ username: "rem", globalName: "Rem" }),
    teammate: peer.addUser({ username: "tim", globalName: "Tim" }),
    mallory: peer.addUser({ username: "mallory" }),
    impostor: peer.addUser({ username: "release_manager", globalName: "Rem" }),
  };
}

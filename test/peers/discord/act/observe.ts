import type { RequestLog, LoggedRequest } from "../request-log.ts";
import type { Services } from "../routes/route.ts";
import type { RouteName } from "../routes/table.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Channel } from "../world/channel.ts";
import type { Guild } from "../world/guild.ts";
import type { User } from "../world/identity.ts";
import { compareIds } from "../world/ids.ts";
import type { Mention } from "../world/mention.ts";
import type { Message } from "../world/message.ts";
import { may } from "../world/permissions.ts";
import { handleOf } from "../world/places.ts";
import { channelOf, findMessage, isVisibleTo } from "../world/world.ts";
import { seeMessage } from "./seen-message.ts";
import type { SeenMessage } from "./seen-message.ts";
import { waitUntil } from "../../shared/watch.ts";
import type { WaitOptions } from "../../shared/watch.ts";

/** Whose eyes a test looks through: everybody's, or one person's, who sees ephemeral answers too. */
export interface Eyes {
  readonly as?: User;
}

/** What tests and people see of the server. */
export interface Observing {
  /** What is seen in a channel, oldest first. Empty for a person who does not see the channel. */
  messages(channel: Channel, eyes?: Eyes): readonly SeenMessage[];
  /** A message as it is seen now; undefined when it was deleted. */
  look(message: Pick<SeenMessage, "id">): SeenMessage | undefined;
  /** Waits until a message of the channel satisfies the predicate, and returns it. Looks at every change. */
  waitFor(
    channel: Channel,
    predicate: (message: SeenMessage) => boolean,
    options?: WaitOptions & Eyes,
  ): Promise<SeenMessage>;
  /** Waits for a request: by route, or by a predicate. Those already made count from index `after` of the log. */
  waitForRequest(
    wanted: RouteName | ((request: LoggedRequest) => boolean),
    options?: WaitOptions & { readonly after?: number },
  ): Promise<LoggedRequest>;
  /** Waits until the probe gives something other than undefined and false; looks at every change of the server. */
  waitUntil<T>(probe: () => T | undefined | false, options?: WaitOptions): Promise<T>;
  /** The threads of a channel that are open, oldest first. */
  threads(channel: Channel): readonly Channel[];
  /** How often the bot was seen typing in a channel. */
  typing(channel: Channel): number;
  /** The commands of a guild, or the global ones. */
  commands(guild?: Guild): readonly Wire[];
  /** Every mention in what the bot sent, whether it notifies anybody or not. */
  readonly mentions: readonly Mention[];
  /** The mentions that would have notified somebody. */
  readonly pings: readonly Mention[];
  /** Malformed requests, oddities and breaches of the gateway's protocol: what a correct bot never causes. */
  complaints(): readonly string[];
}

/** Creates what is seen of a server. */
export function createObserving(
  { world, typing }: Services,
  log: RequestLog,
  gatewayComplaints: readonly string[],
): Observing {
  const messages: Observing["messages"] = (channel, { as } = {}) => {
    const state = channelOf(world, channel);
    if (as !== undefined && !(state.guild === undefined || may(state, as.id, "VIEW_CHANNEL"))) return [];
    const isSeen = (message: Message): boolean =>
      as === undefined ? message.onlyFor === undefined : isVisibleTo(message, as.id);
    return [...state.messages.values()]
      .filter(isSeen)
      .toSorted((a, b) => compareIds(a.id, b.id))
      .map(seeMessage);
  };
  return {
    messages,
    look: ({ id }) => {
      const message = findMessage(world, id);
      return message === undefined ? undefined : seeMessage(message);
    },
    waitFor: (channel, predicate, { as, ...wait } = {}) => {
      const eyes = as === undefined ? {} : { as };
      return waitUntil(world, () => messages(channel, eyes).find(predicate), {
        what: "a message",
        describe: () => `Channel ${channel.id} shows:\n${messages(channel, eyes).map(describe).join("\n")}`,
        ...wait,
      });
    },
    waitForRequest: (wanted, { after = 0, ...wait } = {}) => {
      const fits = typeof wanted === "string" ? ({ route }: LoggedRequest) => route === wanted : wanted;
      const what = typeof wanted === "string" ? wanted : "a request";
      return waitUntil(world, () => log.entries.slice(after).find(fits), { what, ...wait });
    },
    waitUntil: (probe, wait) => waitUntil(world, probe, wait),
    threads: (channel) =>
      [...world.channels.values()]
        .filter(({ parent, thread }) => parent?.id === channel.id && thread?.isArchived === false)
        .map(handleOf),
    typing: (channel) => typing.filter((id) => id === channel.id).length,
    commands: (guild) => world.commands.list(guild?.id),
    mentions: world.mentions,
    pings: world.pings,
    complaints: () => [
      ...log.refused
        .filter(({ malformed }) => malformed)
        .map(({ route, message, errors }) =>
          `${route}: ${message} ${errors === undefined ? "" : JSON.stringify(errors)}`.trim(),
        ),
      ...log.oddities.map(({ route, what }) => `${route}: ${what}`),
      ...gatewayComplaints,
    ],
  };
}

function describe({ id, text, buttons }: SeenMessage): string {
  const labels = buttons.flat().map(({ label }) => `[${label}]`);
  return `  ${id}: ${text.slice(0, 200)} ${labels.join(" ")}`;
}

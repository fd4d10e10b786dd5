import {
  addToThread,
  createThread,
  createThreadFromMessage,
  getChannel,
  removeChannel,
  updateChannel,
} from "./channels.ts";
import { listCommands, replaceCommands } from "./commands.ts";
import { createCallback } from "./interactions.ts";
import { createMessage, getMessage, listMessages, removeMessage, showTyping, updateMessage } from "./messages.ts";
import { createDirectChannel, getApplication, getGateway, getMember, getSelf, getUser } from "./people.ts";
import type { Route } from "./route.ts";
import { createFollowUp, getAnswer, removeAnswer, updateAnswer } from "./webhooks.ts";

const MESSAGE = "MessageResponse";
const CHANNEL = "ChannelResponse";
const COMMANDS = "ApplicationCommandResponse";

/** The routes of the REST interface, by method and path. Longer literal paths stand before those with parameters. */
export const ROUTES = {
  "GET /gateway/bot": { answer: "GatewayBotResponse", run: getGateway },
  "GET /applications/@me": { answer: "PrivateApplicationResponse", run: getApplication },
  "GET /users/@me": { answer: "UserPIIResponse", run: getSelf },
  "POST /users/@me/channels": {
    request: "CreatePrivateChannelRequest",
    answer: "PrivateChannelResponse",
    run: createDirectChannel,
  },
  "GET /users/{user_id}": { answer: "UserResponse", run: getUser },
  "GET /guilds/{guild_id}/members/{user_id}": { answer: "GuildMemberResponse", run: getMember },
  "GET /applications/{application_id}/commands": { answer: COMMANDS, run: listCommands },
  "PUT /applications/{application_id}/commands": {
    request: "ApplicationCommandUpdateRequest",
    takesList: true,
    answer: COMMANDS,
    run: replaceCommands,
  },
  "GET /applications/{application_id}/guilds/{guild_id}/commands": { answer: COMMANDS, run: listCommands },
  "PUT /applications/{application_id}/guilds/{guild_id}/commands": {
    request: "ApplicationCommandUpdateRequest",
    takesList: true,
    answer: COMMANDS,
    run: replaceCommands,
  },
  "GET /channels/{channel_id}": { answer: CHANNEL, run: getChannel },
  "PATCH /channels/{channel_id}": { answer: CHANNEL, run: updateChannel },
  "DELETE /channels/{channel_id}": { answer: CHANNEL, run: removeChannel },
  "GET /channels/{channel_id}/messages": { answer: MESSAGE, run: listMessages },
  "POST /channels/{channel_id}/messages": { request: "MessageCreateRequest", answer: MESSAGE, run: createMessage },
  "GET /channels/{channel_id}/messages/{message_id}": { answer: MESSAGE, run: getMessage },
  "PATCH /channels/{channel_id}/messages/{message_id}": {
    request: "MessageEditRequestPartial",
    answer: MESSAGE,
    run: updateMessage,
  },
  "DELETE /channels/{channel_id}/messages/{message_id}": { run: removeMessage },
  "POST /channels/{channel_id}/messages/{message_id}/threads": {
    request: "CreateTextThreadWithMessageRequest",
    passesOver: ["type"],
    answer: "CreatedThreadResponse",
    run: createThreadFromMessage,
  },
  "POST /channels/{channel_id}/threads": {
    request: "CreateTextThreadWithoutMessageRequest",
    answer: "CreatedThreadResponse",
    run: createThread,
  },
  "PUT /channels/{channel_id}/thread-members/@me": { run: addToThread },
  "PUT /channels/{channel_id}/thread-members/{user_id}": { run: addToThread },
  "POST /channels/{channel_id}/typing": { run: showTyping },
  "POST /interactions/{interaction_id}/{interaction_token}/callback": {
    request: "InteractionCallbackRequest",
    answer: "InteractionCallbackResponse",
    isOpen: true,
    run: createCallback,
  },
  "POST /webhooks/{webhook_id}/{webhook_token}": {
    request: "IncomingWebhookRequestPartial",
    answer: MESSAGE,
    isOpen: true,
    run: createFollowUp,
  },
  "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": { answer: MESSAGE, isOpen: true, run: getAnswer },
  "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": {
    request: "IncomingWebhookUpdateRequestPartial",
    answer: MESSAGE,
    isOpen: true,
    run: updateAnswer,
  },
  "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": { isOpen: true, run: removeAnswer },
} as const satisfies Readonly<Record<string, Route>>;

/** A route of the peer: `POST /channels/{channel_id}/messages`. */
export type RouteName = keyof typeof ROUTES;

/** A route that a request fits, with the parameters of its path. */
export interface RouteMatch {
  readonly name: RouteName;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a request; `segments` is its decoded path below the version. "method" when the path is one of
 * Discord's and the method is not.
 */
export function matchRoute(method: string, segments: readonly string[]): RouteMatch | "method" | undefined {
  let hasPath = false;
  for (const entry of TEMPLATES) {
    const params = matchTemplate(entry.template, segments);
    if (params === undefined) continue;
    if (entry.method === method) return { name: entry.name, route: ROUTES[entry.name], params };
    hasPath = true;
  }
  return hasPath ? "method" : undefined;
}

const TEMPLATES = (Object.keys(ROUTES) as RouteName[]).map((name) => {
  const [method = "", path = ""] = name.split(" ");
  return { name, method, template: path.split("/").slice(1) };
});

function matchTemplate(
  template: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? "";
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === "") return undefined;
    if (name !== undefined) params[name] = segment;
  }
  return params;
}

import type { Client, ClientOptions } from "discord.js";
import { createDiscordPeer } from "./index.ts";
import type { Channel, DiscordPeer, DiscordPeerOptions, Guild, User } from "./index.ts";

/** A peer with a guild, a channel and two people, for tests of the peer. */
export interface Scene extends AsyncDisposable {
  readonly peer: DiscordPeer;
  readonly guild: Guild;
  readonly channel: Channel;
  readonly ann: User;
  readonly bob: User;
  /** Starts a client with discord.js that is logged in, with the bot's token or another, and ready. */
  logIn(options?: Partial<ClientOptions>, token?: string): Promise<Client<true>>;
  /** A request as a client without a library makes it; `json` is its body. */
  ask(method: string, path: string, json?: unknown, headers?: AskHeaders): Promise<Asked>;
}

/** Headers besides the usual ones; `undefined` leaves one out. */
export type AskHeaders = Readonly<Record<string, string | undefined>>;

/** An answer of the REST interface, read whole. */
export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  // What an answer holds is what the tests are about.
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sets the scene. Disposing it stops the clients and the server. */
export async function setScene(options: DiscordPeerOptions = {}): Promise<Scene> {
  const peer = await createDiscordPeer(options);
  const clients: Client[] = [];
  const ann = peer.addUser({ username: "ann", locale: "de" });
  const bob = peer.addUser({ username: "bob" });
  const guild = peer.addGuild({ members: [ann, bob] });
  const channel = peer.addChannel(guild, { name: "releases" });
  return {
    peer,
    guild,
    channel,
    ann,
    bob,
    logIn: async (clientOptions = {}, token = peer.token) => {
      // Tests that need no client do not wait for the library.
      const { Client, Events, GatewayIntentBits } = await import("discord.js");
      const client = new Client({
        intents: [GatewayIntentBits.Guilds],
        ...clientOptions,
        rest: { api: peer.apiBase, retries: 0, ...clientOptions.rest },
      });
      clients.push(client);
      const ready = new Promise<Client<true>>((resolve) => {
        client.once(Events.ClientReady, resolve);
      });
      await client.login(token);
      return await ready;
    },
    ask: (method, path, json, headers = {}) => ask(peer, method, path, json, headers),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.destroy()));
      await peer.stop();
    },
  };
}

async function ask(peer: DiscordPeer, method: string, path: string, json: unknown, given: AskHeaders): Promise<Asked> {
  const headers: AskHeaders = {
    authorization: `Bot ${peer.token}`,
    "user-agent": "DiscordBot (https://example.org, 1.0)",
    ...(json === undefined || json instanceof FormData ? {} : { "content-type": "application/json" }),
    ...given,
  };
  const response = await fetch(`${peer.apiBase}/v10${path}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ...(json === undefined ? {} : { body: json instanceof FormData ? json : JSON.stringify(json) }),
  });
  const text = await response.text();
  // The peer answers objects and lists; tests of other answers look at the status.
  const body = (text === "" ? {} : JSON.parse(text)) as Asked["body"];
  return { status: response.status, headers: response.headers, body };
}

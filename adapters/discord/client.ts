import { REST, type RESTOptions } from "discord.js";
import { download, type Downloaded } from "../../src/bot/platform/download.ts";
import {
  createConnection,
  type GatewayConnection,
  type GatewaySessions,
  type GatewayWatch,
} from "./inbound/connection.ts";
import { createApi, CALL_TIMEOUT_MS, type DiscordApi } from "./wire/api.ts";

/** Discord as this adapter uses it. Every request is made once; what came of it is for the caller to judge. */
export interface DiscordClient {
  /** Requests that answer soon. */
  readonly api: DiscordApi;
  /** The connection on which events come, not opened yet. */
  createGateway(watch: GatewayWatch, sessions: GatewaySessions): GatewayConnection;
  /** Fetches a file somebody sent, whole. */
  download(address: string, maxBytes: number): Promise<Downloaded>;
  /** Lets go of timers. */
  close(): void;
}

/** What a client needs. `token` goes into headers of requests and into the gateway's greeting, and nowhere else. */
export interface ClientOptions {
  readonly token: string;
  /** Without a slash at the end. */
  readonly apiBase?: string;
}

const PUBLIC_API = "https://discord.com/api";

/** Creates the client. Nothing is sent before the first request. */
export function createDiscordClient({ token, apiBase = PUBLIC_API }: ClientOptions): DiscordClient {
  const options: Partial<RESTOptions> = {
    api: apiBase,
    // Repeating is the core's business: a request that got no answer may have been acted on.
    retries: 0,
    timeout: CALL_TIMEOUT_MS,
    // A limit is an outcome, not a wait inside a request.
    rejectOnRateLimit: () => true,
  };
  const rest = new REST(options);
  return {
    api: createApi(rest, token),
    createGateway: (watch, sessions) => createConnection({ token, options, watch, sessions }),
    download,
    close: () => {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

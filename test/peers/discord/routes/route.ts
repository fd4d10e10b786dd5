import type { NonceStore } from "../messages/nonces.ts";
import type { UploadedPart } from "../messages/uploads.ts";
import type { Wire, WireValue } from "../../shared/wire.ts";
import type { World } from "../world/world.ts";

/** What the routes work with. */
export interface Services {
  readonly world: World;
  readonly nonces: NonceStore;
  /** Channels the bot was seen typing in, oldest first. */
  readonly typing: string[];
  /** What GET /gateway/bot answers besides the address. */
  readonly gatewayInfo: () => Wire;
}

/** A request that fits a route, with its body checked against the official description. */
export interface Call {
  /** A parameter of the path. Throws for one the route does not have. */
  param(name: string): string;
  /** A parameter that only some of the handler's routes have. */
  find(name: string): string | undefined;
  readonly query: URLSearchParams;
  /** The body; an empty object when there is none. */
  readonly body: Wire;
  /** The body of the one route that takes a list. */
  readonly list: readonly Wire[];
  readonly files: readonly UploadedPart[];
  /** Writes down what Discord passes over. */
  readonly note: (what: string) => void;
}

/** What a route answers. Without a body nothing is sent, not even a content type. */
export interface Reply {
  readonly status: number;
  readonly body?: WireValue;
}

/** A route of the REST interface. */
export interface Route {
  /** The part of the official description its body has to fit, or each item of it; absent where the handler sees to it. */
  readonly request?: string;
  readonly takesList?: true;
  /** Members that clients are known to send though the description does not have them. */
  readonly passesOver?: readonly string[];
  /** The part of the official description its answer has to fit, or each item of it. */
  readonly answer?: string;
  /** The token in its path is enough: no Authorization. */
  readonly isOpen?: true;
  readonly run: (services: Services, call: Call) => Reply;
}

/** 200 with a body. */
export function ok(body: WireValue): Reply {
  return { status: 200, body };
}

/** 204: done, nothing to say. */
export const NO_CONTENT_REPLY: Reply = { status: 204 };

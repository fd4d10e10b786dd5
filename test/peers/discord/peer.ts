import type { Clock } from "../../../src/runtime/ports.ts";
import type { Interacting } from "./act/interact.ts";
import type { Observing } from "./act/observe.ts";
import type { Populating } from "./act/populate.ts";
import type { Upheaval } from "./act/upheaval.ts";
import type { Writing } from "./act/write.ts";
import type { Faults } from "./faults.ts";
import type { GatewayControl } from "./gateway/control.ts";
import type { RateRules } from "./http/rate-limits.ts";
import type { LoggedRequest, Oddity, Refusal } from "./request-log.ts";
import type { Wire } from "../shared/wire.ts";
import type { User } from "./world/identity.ts";
import type { BotPlan } from "./world/world.ts";

/** How a peer differs from the default one. */
export interface DiscordPeerOptions {
  readonly bot?: BotPlan;
  /** Ids, times, the 3 s and 15 min of interactions, rates, nonces. The system's by default. */
  readonly clock?: Clock;
  /** How long an interaction can be acknowledged, 3000 by default; more where a busy machine is not what a test is about. */
  readonly acknowledgeWithinMs?: number;
  /** Privileged intents that are switched on in the developer portal, as bits. None by default. */
  readonly allowedIntents?: number;
  /** How many shards the server recommends; 1 by default. */
  readonly shards?: number;
  /** How many shards a client must have; fewer are closed with 4011. */
  readonly minShards?: number;
  /** 41250 by default, as on the platform. */
  readonly heartbeatIntervalMs?: number;
  /** The wait between two identifies, 5000 on the platform. None by default: tests that restart bots would wait. */
  readonly identifyIntervalMs?: number;
  /** How many sessions may still begin, 1000 by default, and for how long that holds, ms: a day by default. */
  readonly starts?: { readonly left?: number; readonly resetAfterMs?: number };
  /** Limits by route. None by default: tests would wait. `REAL_RATES` are those of the platform. */
  readonly rates?: RateRules;
  /** How long a nonce is known, 120 000 by default *(assumed: "a few minutes")*. */
  readonly nonceWindowMs?: number;
}

/** A Discord on loopback, the people and places on it, and what can go wrong with it. */
export interface DiscordPeer extends Populating, Writing, Interacting, Upheaval, Observing {
  /** Where the server is, without a slash at the end. */
  readonly url: string;
  /** What `rest: { api }` takes: `<url>/api`. The version is the client's to add. */
  readonly apiBase: string;
  readonly token: string;
  readonly application: { readonly id: string; readonly name: string };
  readonly botUser: User;
  readonly gateway: GatewayControl;
  /** Every request, oldest first. */
  readonly log: readonly LoggedRequest[];
  /** The requests the platform would have refused; those with `malformed` whatever the channels were like. */
  readonly refused: readonly Refusal[];
  /** What the platform accepts and reads otherwise than it was written: unknown members, flags it passes over. */
  readonly oddities: readonly Oddity[];
  readonly faults: Faults;
  /** Tells the sessions anything, for what people cannot do. */
  inject(event: string, data: Wire, options?: { readonly guildId?: string }): void;
  /** Ends every connection, of the gateway too, and refuses new ones. Sessions can still be resumed. */
  goDown(): Promise<void>;
  /** Comes back on the same port, with everything it knew. */
  comeUp(): Promise<void>;
  stop(): Promise<void>;
}

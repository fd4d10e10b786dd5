import type { Wire, WireValue } from "../../shared/wire.ts";
import { isGiven, isWire, listOf, memberOf, numberOf, objectOf, textOf } from "../../shared/wire.ts";
import { PRIVILEGED_INTENTS } from "../world/events.ts";
import { CLOSE } from "./codes.ts";
import type { CloseCode } from "./codes.ts";

/** Every intent there is. */
const KNOWN_INTENTS = 0b11_0011_0001_1111_1111_1111_1111;

/** What a client has to be measured against. */
export interface IdentifyRules {
  readonly token: string;
  /** Privileged intents that are switched on in the developer portal. */
  readonly allowedIntents: number;
  /** How many shards there have to be at least. */
  readonly minShards: number;
}

/** What a client asks for, or the code it is closed with and why. */
export type Identified =
  | { readonly kind: "ok"; readonly intents: number; readonly shard: readonly [number, number] }
  | { readonly kind: "closed"; readonly code: CloseCode; readonly why: string };

/** Reads an identify. */
export function readIdentify(data: WireValue, rules: IdentifyRules): Identified {
  if (!isWire(data)) return close(CLOSE.decodeError, "identify needs an object");
  if (textOf(data, "token") !== rules.token) return close(CLOSE.authenticationFailed, "wrong token");
  const missing = ["os", "browser", "device"].filter(
    (name) => textOf(objectOf(data, "properties"), name) === undefined,
  );
  if (missing.length > 0) return close(CLOSE.decodeError, `identify needs properties.${missing.join(", properties.")}`);
  if (memberOf(data, "compress") === true) return close(CLOSE.decodeError, "the test peer does not compress");
  const shard = readShard(data);
  if (shard === undefined) return close(CLOSE.invalidShard, "a shard is [index, count] with index < count");
  if (shard[1] < rules.minShards) return close(CLOSE.shardingRequired, `needs ${rules.minShards} shards`);
  const intents = numberOf(data, "intents");
  if (intents === undefined || !Number.isInteger(intents) || (intents & ~KNOWN_INTENTS) !== 0) {
    return close(CLOSE.invalidIntents, `intents ${String(intents)} are none`);
  }
  const disallowed = intents & PRIVILEGED_INTENTS & ~rules.allowedIntents;
  if (disallowed !== 0) return close(CLOSE.disallowedIntents, `intents ${disallowed} are not switched on`);
  return { kind: "ok", intents, shard };
}

function readShard(data: Wire): readonly [number, number] | undefined {
  if (!isGiven(data, "shard")) return [0, 1];
  const [index, count, ...rest] = listOf(data, "shard");
  const isFit = typeof index === "number" && typeof count === "number" && index >= 0 && index < count;
  return isFit && rest.length === 0 ? [index, count] : undefined;
}

function close(code: CloseCode, why: string): Identified {
  return { kind: "closed", code, why };
}

import type { RouteName } from "../routes/table.ts";

/** How many requests a bucket takes in a window (ms). */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** Rules by route; what is left out takes the generous default. `global` counts all requests with a token. */
export type RateRules = Readonly<Partial<Record<RouteName | "global", RateRule>>>;

/** What Discord was seen to allow *(assumed: its documentation names only the global limit)*. */
export const REAL_RATES: RateRules = {
  global: { limit: 50, windowMs: 1000 },
  "POST /channels/{channel_id}/messages": { limit: 5, windowMs: 5000 },
  "PATCH /channels/{channel_id}/messages/{message_id}": { limit: 5, windowMs: 5000 },
  "DELETE /channels/{channel_id}/messages/{message_id}": { limit: 5, windowMs: 1000 },
  "PATCH /channels/{channel_id}": { limit: 2, windowMs: 600_000 },
  "POST /channels/{channel_id}/typing": { limit: 5, windowMs: 5000 },
  "POST /webhooks/{webhook_id}/{webhook_token}": { limit: 5, windowMs: 2000 },
  "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": { limit: 5, windowMs: 5000 },
};

const GENEROUS: RateRule = { limit: 10_000, windowMs: 1000 };

/** Where a request stands in its bucket. Times in ms. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  readonly resetAfterMs: number;
  readonly bucket: string;
  /** The request is one too many. */
  readonly exceeded: "no" | "route" | "global";
}

/** Counts requests. */
export interface RateKeeper {
  /** `major` is what buckets of one route are told apart by: the channel, the guild, the webhook with its token. */
  count(route: RouteName, major: string, options: { readonly isGlobalExempt: boolean }): RateState;
}

/** Creates a keeper that counts in fixed windows. `now` is in ms. */
export function createRateKeeper(rules: RateRules, now: () => number): RateKeeper {
  const windows = new Map<string, { count: number; until: number }>();
  const take = (key: string, { limit, windowMs }: RateRule): { readonly left: number; readonly until: number } => {
    const known = windows.get(key);
    const window = known !== undefined && known.until > now() ? known : { count: 0, until: now() + windowMs };
    windows.set(key, window);
    window.count += 1;
    return { left: limit - window.count, until: window.until };
  };
  return {
    count: (route, major, { isGlobalExempt }) => {
      const rule = rules[route] ?? GENEROUS;
      const all = isGlobalExempt || rules.global === undefined ? undefined : take("global", rules.global);
      const isGlobal = all !== undefined && all.left < 0;
      const own = isGlobal ? all : take(`${route} ${major}`, rule);
      return {
        limit: rule.limit,
        remaining: Math.max(0, own.left),
        resetAt: own.until,
        resetAfterMs: Math.max(0, own.until - now()),
        bucket: bucketOf(route),
        exceeded: isGlobal ? "global" : own.left < 0 ? "route" : "no",
      };
    },
  };
}

/** The name of a bucket: the same for all requests of a route, and no word of it. */
function bucketOf(route: RouteName): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(route)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0").repeat(2);
}

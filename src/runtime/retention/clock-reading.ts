import { isJsonObject, ownMember, type JsonValue } from "../json.ts";
import { uptimeOf, type Clock } from "../ports.ts";
import type { StateStore, StoredDocument } from "../store/state-store.ts";
import { KEPT_MS } from "./last-change.ts";

/** Where the reading of the clock at the last complete sweep is stored. */
const KEY = "lobster.sweep";

/** Shortest time between two sweeps by the clock, ms: somewhat less than the day after which a timer comes again. */
const APART_MS = 20 * 60 * 60_000;

/** How long the machine has to have run between them by its own count, ms: it stands still while the machine sleeps. */
const COUNTED_MS = 60 * 60_000;

/** What the clock says, and the machine's own count of time in this boot, ms. */
interface Reading {
  readonly now: number;
  readonly uptime: number;
  readonly boot: string;
}

/** Where a sweep stands in time. */
export type SweepTime =
  /** The last one is not a day ago, as far as can be told; nothing is to be done. */
  | { readonly kind: "early" }
  /** There is no earlier reading, or one that is later than this: this one is to be noted, and nothing removed. */
  | { readonly kind: "first" }
  /** What ended before `cutoff`, ms, was old a day ago and is old now. */
  | { readonly kind: "due"; readonly cutoff: number };

/** What reading the clock takes. */
export interface ClockSource {
  readonly store: StateStore;
  readonly clock: Clock;
  /** Names this boot of the machine, see `readBootId`. */
  readonly boot: string;
}

/**
 * Compares the clock with the reading of the last sweep. A clock can be far ahead for a while, and what is removed by it is gone: so a
 * run is old only by the earlier of two readings that are about a day apart, and between which the machine ran for an hour by
 * a count that nobody can set. A clock that is wrong for less than that removes nothing, however often it is looked at.
 */
export async function readSweepTime(source: ClockSource): Promise<SweepTime> {
  const before = decodeReading((await readStored(source))?.value);
  const now = takeReading(source);
  if (before === undefined || now.now < before.now) return { kind: "first" };
  // Another boot counts anew: at least as much has passed.
  const countedMs = now.boot === before.boot ? now.uptime - before.uptime : now.uptime;
  if (now.now - before.now < APART_MS || countedMs < COUNTED_MS) return { kind: "early" };
  return { kind: "due", cutoff: before.now - KEPT_MS };
}

/** Notes when a sweep was complete. Somebody else who did so at the same moment is as right. */
export async function noteSweep(source: ClockSource): Promise<void> {
  const { store } = source;
  const stored = await readStored(source);
  const value = { format: "lobster.sweep.v1", ...takeReading(source) };
  if (stored === undefined) await store.create(KEY, value);
  else await store.replace(KEY, value, stored.version);
}

async function readStored({ store }: ClockSource): Promise<StoredDocument | undefined> {
  return await store.read(KEY);
}

function takeReading({ clock, boot }: ClockSource): Reading {
  return { now: clock.now(), uptime: Math.floor(uptimeOf(clock)), boot };
}

/** One of another version, or a damaged one, counts as none. */
function decodeReading(value: JsonValue | undefined): Reading | undefined {
  if (!isJsonObject(value) || ownMember(value, "format") !== "lobster.sweep.v1") return undefined;
  const now = ownMember(value, "now");
  const uptime = ownMember(value, "uptime");
  const boot = ownMember(value, "boot");
  if (typeof now !== "number" || typeof uptime !== "number" || typeof boot !== "string") return undefined;
  return { now, uptime, boot };
}

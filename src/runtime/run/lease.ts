import type { RuntimeHost } from "../host.ts";
import { uptimeOf } from "../ports.ts";
import type { Lease, RunDocument } from "./documents.ts";
import { isGone, isOfThisPlace } from "./process-marks.ts";

/** How long a lease holds without being renewed, in ms. Renewed every third of it. */
export const LEASE_MS = 30_000;

type LeaseHost = Pick<RuntimeHost, "clock" | "hostName" | "place" | "store">;

/** The lease this process takes: `<host>~<pid>~<pid start>~<nonce>`, so that a dead owner is recognised at once. */
export function newLease(host: RuntimeHost): Lease {
  const owner = [host.hostName, host.pid, host.pidStart ?? "", host.ids.hex(4)].join("~");
  return renewedLease(host, { owner, until: "", ...(host.place === undefined ? {} : { place: host.place }) });
}

/** The same lease, held on to. */
export function renewedLease(host: LeaseHost, lease: Lease): Lease {
  return {
    ...lease,
    until: new Date(host.clock.now() + LEASE_MS).toISOString(),
    ...(lease.place === undefined ? {} : { untilUptimeMs: uptimeOf(host.clock) + LEASE_MS }),
  };
}

/** Does somebody hold the run? See {@link leftOfLease}. */
export function isLeaseHeld(host: LeaseHost, run: Pick<RunDocument, "lease">): boolean {
  return leftOfLease(host, run.lease) > 0;
}

/**
 * For how many more ms a lease holds; 0 for none. Its owner renews it while it executes, so it ends with its time. That of a
 * process of this machine that is gone ends at once, and how long that of a living one holds is counted from the machine's
 * boot, so that no jump of the clock ends it. One from elsewhere also ends when it was seen unrenewed for as long as a lease
 * holds, whatever clock its owner had.
 */
export function leftOfLease(host: LeaseHost, lease: Lease | undefined): number {
  if (lease === undefined) return 0;
  const owner = ownerOf(lease);
  if (isGone(host, owner)) return 0;
  if (lease.untilUptimeMs !== undefined && isOfThisPlace(host, owner)) {
    return Math.max(0, lease.untilUptimeMs - uptimeOf(host.clock));
  }
  const leftMs = Date.parse(lease.until) - host.clock.now();
  return leftMs > 0 ? Math.max(0, Math.min(leftMs, LEASE_MS - observedMs(host, lease))) : 0;
}

/**
 * For how many more ms a living process of this machine is to be given whose lease has ended: it may only be slow, and whoever
 * takes its run makes it stop. 0 for any other.
 */
export function leftOfPatience(host: LeaseHost, lease: Lease | undefined): number {
  if (lease?.untilUptimeMs === undefined) return 0;
  const owner = ownerOf(lease);
  if (!isOfThisPlace(host, owner) || isGone(host, owner)) return 0;
  return Math.max(0, lease.untilUptimeMs + PATIENCE_MS - uptimeOf(host.clock));
}

const PATIENCE_MS = 30_000;

/** For how long this process has seen the lease as it is, ms. */
function observedMs(host: LeaseHost, { owner, until }: Lease): number {
  const known = observations.get(host.store) ?? new Map<string, Observation>();
  observations.set(host.store, known);
  const now = uptimeOf(host.clock);
  const seen = known.get(owner);
  if (seen?.until === until) return now - seen.since;
  if (known.size >= MAX_OBSERVED) known.clear();
  known.set(owner, { until, since: now });
  return 0;
}

interface Observation {
  readonly until: string;
  /** Uptime, ms. */
  readonly since: number;
}

const observations = new WeakMap<RuntimeHost["store"], Map<string, Observation>>();
const MAX_OBSERVED = 1_000;

/**
 * Was the owner on this machine, and was that up all the time since? Else what was written last may be lost. Where the system
 * tells no boots, the name of the machine has to do.
 */
export function isOfThisBoot(host: LeaseHost & Pick<RuntimeHost, "pidStart">, lease: Lease): boolean {
  const owner = ownerOf(lease);
  if (owner.host !== host.hostName) return false;
  const [boot, own] = [bootOf(owner), bootOf(host)];
  return boot === undefined || own === undefined || boot === own;
}

/** Earlier versions kept no place; the start of a process begins with the boot. */
function bootOf({ place, pidStart }: { readonly place?: string; readonly pidStart?: string }): string | undefined {
  return /^([0-9a-f]{8})[.-]/.exec(place ?? pidStart ?? "")?.[1];
}

function ownerOf({ owner, place }: Lease) {
  const [host = "", pid, pidStart] = owner.split("~");
  return {
    host,
    pid: Number(pid),
    ...(pidStart ? { pidStart } : {}),
    ...(place === undefined ? {} : { place }),
  };
}

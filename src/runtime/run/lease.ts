import { hostname } from "node:os";
import type { RuntimeHost } from "../host.ts";
import { isSameProcessAlive, readProcessStart } from "../process/read-process-start.ts";
import type { Lease, RunDocument } from "./documents.ts";

/** How long a lease holds without being renewed, in ms. Renewed every third of it. */
export const LEASE_MS = 30_000;

/** The lease this process takes: `<host>~<pid>~<pid start>~<nonce>`, so that a dead owner is recognised at once. */
export function newLease(host: RuntimeHost): Lease {
  const owner = [host.hostName, host.pid, host.pidStart ?? "", host.ids.hex(4)].join("~");
  return { owner, until: new Date(host.clock.now() + LEASE_MS).toISOString() };
}

/** The same lease, held on to. */
export function renewedLease(host: RuntimeHost, lease: Lease): Lease {
  return { ...lease, until: new Date(host.clock.now() + LEASE_MS).toISOString() };
}

/**
 * Does somebody hold the run? A lease ends with its time, for its owner renews it while it executes; that of a process of
 * this machine that is gone ends at once.
 */
export function isLeaseHeld(host: RuntimeHost, run: RunDocument): boolean {
  const { lease } = run;
  if (lease === undefined || host.clock.now() >= Date.parse(lease.until)) return false;
  const [hostName, pid, pidStart] = lease.owner.split("~");
  if (hostName !== host.hostName) return true;
  return isSameProcessAlive({ pid: Number(pid), ...(pidStart ? { pidStart } : {}) });
}

/** Name, pid and start time of this process, as leases and in-flight steps carry them. */
export function describeThisProcess(): Pick<RuntimeHost, "hostName" | "pid" | "pidStart"> {
  const pidStart = readProcessStart(process.pid);
  return { hostName: hostname(), pid: process.pid, ...(pidStart === undefined ? {} : { pidStart }) };
}

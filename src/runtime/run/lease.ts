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
 * Does somebody hold the run? A lease of a process of this machine that is gone is free at once; one of another machine
 * when its time is over.
 */
export function isLeaseHeld(host: RuntimeHost, run: RunDocument): boolean {
  const { lease } = run;
  if (lease === undefined) return false;
  const [hostName, pid, pidStart] = lease.owner.split("~");
  if (hostName === host.hostName) {
    return isSameProcessAlive({ pid: Number(pid), ...(pidStart ? { pidStart } : {}) });
  }
  return host.clock.now() < Date.parse(lease.until);
}

/** Name, pid and start time of this process, as leases and in-flight steps carry them. */
export function describeThisProcess(): Pick<RuntimeHost, "hostName" | "pid" | "pidStart"> {
  const pidStart = readProcessStart(process.pid);
  return { hostName: hostname(), pid: process.pid, ...(pidStart === undefined ? {} : { pidStart }) };
}

import { hostname } from "node:os";
import type { RuntimeHost } from "../host.ts";
import { readProcessPlace } from "../process/process-place.ts";
import { isSameProcessAlive, readProcessStart } from "../process/read-process-start.ts";
import type { ProcessMark } from "./documents.ts";

/** Name, pid, start time and place of this process, as leases and in-flight steps carry them. */
export function describeThisProcess(): Pick<RuntimeHost, "hostName" | "pid" | "pidStart" | "place"> {
  const pidStart = readProcessStart(process.pid);
  const place = readProcessPlace();
  return {
    hostName: hostname(),
    pid: process.pid,
    ...(pidStart === undefined ? {} : { pidStart }),
    ...(place === undefined ? {} : { place }),
  };
}

/** The mark this process leaves in what it writes. */
export function markOf(host: Pick<RuntimeHost, "hostName" | "pid" | "pidStart" | "place">): ProcessMark {
  return {
    host: host.hostName,
    pid: host.pid,
    ...(host.pidStart === undefined ? {} : { pidStart: host.pidStart }),
    ...(host.place === undefined ? {} : { place: host.place }),
  };
}

/**
 * True where the process id of a mark means something to this process: the same machine, boot and process namespace. Two
 * machines may have the same name, and a container that was started again has numbers of its own.
 */
export function isOfThisPlace(host: Pick<RuntimeHost, "hostName" | "place">, mark: ProcessMark): boolean {
  // Earlier versions, and systems that do not tell the place, know the machine by its name alone.
  return mark.host === host.hostName && (mark.place === undefined || mark.place === host.place);
}

/** True for a process of this machine that is not there any more. What cannot be told counts as there. */
export function isGone(host: Pick<RuntimeHost, "hostName" | "place">, mark: ProcessMark): boolean {
  return isOfThisPlace(host, mark) && !isSameProcessAlive(mark);
}

import { readlinkSync } from "node:fs";
import { readBootId } from "./read-process-start.ts";

/**
 * Where the process ids of this process mean something: `<boot>.<pid namespace>`. A number from another boot or another
 * container may be anybody's here. Undefined where the system does not tell.
 */
export function readProcessPlace(): string | undefined {
  const boot = readBootId();
  if (boot === UNKNOWN_BOOT) return undefined;
  try {
    return `${boot}.${readlinkSync("/proc/self/ns/pid").replaceAll(/[^0-9]/g, "")}`;
  } catch {
    return undefined;
  }
}

const UNKNOWN_BOOT = "00000000";

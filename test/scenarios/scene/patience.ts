import { vi } from "vitest";

/** Real processes on a machine that does other things as well need more than the usual limits of tests and hooks. */
export function allowForProcesses(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
}

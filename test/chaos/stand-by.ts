import { spawn, type ChildProcessByStdio } from "node:child_process";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Orders, Told } from "./terminal-orders.ts";

/** Processes of `terminal-process.ts`, one after another. While one of them works, the next one has started already. */
export interface StandBy {
  /** Has orders carried out by a process of their own, to its end, which is a kill or not. Returns what it told. */
  carryOut(orders: Orders): Promise<readonly Told[]>;
  /** Sends the one home that waits. */
  dismiss(): Promise<void>;
}

const START = path.join(import.meta.dirname, "start-cached.cjs");

/** How long a process may take, ms. */
const LIMIT_MS = 60_000;

/** Starts the first one of them. */
export function createStandBy(program: string): StandBy {
  let next = startProcess(program);
  return {
    carryOut: async (orders) => {
      const now = next;
      next = startProcess(program);
      return await now.carryOut(orders);
    },
    dismiss: () => next.dismiss(),
  };
}

function startProcess(program: string) {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [START, program], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  // Whoever is killed before it has read its orders is found out by what it told.
  child.stdin.on("error", () => undefined);
  const ended = once(child, "close");
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  return {
    carryOut: async (orders: Orders): Promise<readonly Told[]> => {
      const late = setTimeout(() => child.kill("SIGTERM"), LIMIT_MS);
      child.stdin.end(`${JSON.stringify(orders)}\n`);
      await ended;
      clearTimeout(late);
      const [stdout, stderr] = await output;
      const lines = stdout.split("\n").filter((line) => line !== "");
      const told = lines.map((line) => JSON.parse(line) as Told);
      const isKilled = child.signalCode === "SIGKILL" && told.some(({ killed }) => killed !== undefined);
      if (isKilled || child.exitCode === 0) return told;
      const how = String(child.signalCode ?? child.exitCode);
      throw new Error(`${JSON.stringify(orders)} ended with ${how}\n${stdout}${stderr}`);
    },
    dismiss: async (): Promise<void> => {
      child.stdin.end();
      await ended;
    },
  };
}

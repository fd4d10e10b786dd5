import { spawn } from "node:child_process";
import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { waitForFolder } from "./folder-watch.ts";

/** The built command, as a user has it. `npm test` builds before it tests. */
const LOBSTER_CHAT = path.resolve(import.meta.dirname, "../../../dist/bin/lobster-chat.js");

/** How long a process that was told to end may take, ms. */
const END_LIMIT_MS = 15_000;

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `lobster-chat start` as a process of its own. */
export interface BotProcess {
  /** Resolves when it is gone and its output is read. */
  readonly ended: Promise<Ended>;
  /** Everything it printed on both streams. */
  output(): string;
  /** Calls back with what it prints on its output stream, from now on. */
  onPrinted(listener: (text: string) => void): void;
  /** Types lines into it. */
  typeLines(lines: readonly string[]): void;
  /** Kills it as a crash would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Makes its wall clock jump; resolves when it did. */
  jumpClock(ms: number): Promise<void>;
  /** Asks it to end; resolves with how it did. Rejects, and kills it, when it does not. */
  stop(): Promise<Ended>;
}

/** How a process is started. */
export interface BotPlan {
  /** Its directory and home. */
  readonly folder: string;
  /** Its environment, beside PATH and HOME. */
  readonly variables: Readonly<Record<string, string>>;
  /** How far its wall clock is ahead of the machine's, ms. */
  readonly aheadMs: number;
}

/** Starts `lobster-chat start`. */
export function spawnBot({ folder, variables, aheadMs }: BotPlan): BotProcess {
  const clock = new URL("shifted-clock.mjs", import.meta.url);
  const jumpFile = path.join(folder, "clock-jump");
  clock.searchParams.set("ahead", String(aheadMs));
  clock.searchParams.set("jump", jumpFile);
  const child = spawn(process.execPath, ["--import", clock.href, LOBSTER_CHAT, "start"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, ...variables },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // Whoever types to a process that was killed gets no answer; that is all.
  child.stdin.on("error", () => undefined);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  }
  const ended = new Promise<Ended>((settle, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => settle({ code, signal }));
  });
  // A step that outlives a killed bot holds its pipes open: what counts then is that the process is gone.
  const gone = new Promise<void>((settle) => child.on("exit", () => settle()));
  return {
    ended,
    output: () => text,
    onPrinted: (listener) => void child.stdout.on("data", listener),
    typeLines: (lines) => void child.stdin.write(lines.map((line) => `${line}\n`).join("")),
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
    jumpClock: async (ms) => {
      await writeFile(jumpFile, String(ms));
      child.kill("SIGUSR2");
      await waitForFolder(folder, async () => !(await exists(jumpFile)) || undefined, "the clock to jump");
    },
    stop: async () => {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), END_LIMIT_MS);
      const how = await ended;
      clearTimeout(late);
      if (how.signal === "SIGKILL") throw new Error(`The bot did not end within ${END_LIMIT_MS} ms:\n${text}`);
      return how;
    },
  };
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

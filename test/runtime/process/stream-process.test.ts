import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { killModeOf } from "../../../src/runtime/process/kill-mode.ts";
import { isSameProcessAlive } from "../../../src/runtime/process/read-process-start.ts";
import type { ProcessRequest } from "../../../src/runtime/process/run-process.ts";
import { streamProcess, type StreamedProcess } from "../../../src/runtime/process/stream-process.ts";
import { until } from "./until.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "lobster-stream-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function start(text: string, more: Partial<ProcessRequest> = {}): Promise<StreamedProcess> {
  return streamProcess({
    file: "/bin/sh",
    args: ["-c", text],
    cwd: directory,
    environment: { PATH: process.env["PATH"] },
    maxOutputBytes: 100_000,
    ...more,
  });
}

async function readText(running: StreamedProcess): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await running.read(); chunk !== undefined; chunk = await running.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The first line a program prints; by it children tell their process ids. */
async function readLine(running: StreamedProcess): Promise<string> {
  let text = "";
  while (!text.includes("\n")) text += Buffer.from((await running.read()) ?? Buffer.from("\n")).toString();
  return text.trim();
}

const isAlive = (pid: string): boolean => isSameProcessAlive({ pid: Number(pid) });

describe("reading a program", () => {
  test("hands its output over while it runs", async () => {
    const running = await start("echo one; until test -e gate; do sleep 0.01; done; echo two");
    expect(await readLine(running)).toBe("one");
    writeFileSync(join(directory, "gate"), "");
    expect(await readText(running)).toBe("two\n");
    expect(await running.ended()).toEqual({ code: 0, signal: null, stderr: "" });
  });

  test("tells how it ended", async () => {
    const failed = await start("echo out; echo err >&2; exit 3");
    expect(await readText(failed)).toBe("out\n");
    expect(await failed.ended()).toEqual({ code: 3, signal: null, stderr: "err\n" });
    const killed = await start("kill -9 $$");
    expect(await readText(killed)).toBe("");
    expect(await killed.ended()).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test("gives it its stdin", async () => {
    expect(await readText(await start("cat", { stdin: "given" }))).toBe("given");
  });

  test("loses nothing of a program that ended before it was read", async () => {
    const running = await start("echo $$; echo rest");
    let text = Buffer.from((await running.read()) ?? Buffer.alloc(0)).toString();
    await until("the program is over", () => !isAlive(text.split("\n")[0] ?? ""));
    text += await readText(running);
    expect(text).toMatch(/^\d+\nrest\n$/);
  });

  test("makes it wait while nobody reads", async () => {
    const running = await start("echo $$; yes; echo never");
    const pid = await readLine(running);
    expect(isAlive(pid.split("\n")[0] ?? "")).toBe(true);
    await running.stop();
  });

  test("a program that does not exist never started", async () => {
    await expect(start("", { file: "/no/such/program" })).rejects.toMatchObject({
      code: "not_started",
      facts: { reason: "file_missing" },
    });
  });
});

describe("ending a program", () => {
  test("kills what it started, too", async () => {
    const running = await start("sleep 100 & echo $!; wait");
    const pid = await readLine(running);
    await running.stop();
    await until("the descendant is gone", () => !isAlive(pid));
    expect(await running.read()).toBeUndefined();
    await running.stop();
  });

  test("kills a program that ignores SIGTERM", async () => {
    const running = await start("trap '' TERM; echo $$; while :; do sleep 100; done");
    const pid = await readLine(running);
    await running.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("by its signal: the pending read gets the reason when the program is gone", async () => {
    const abort = new AbortController();
    const reason = new Error("stop it");
    const running = await start("echo $$; exec sleep 100", { signal: abort.signal });
    const pid = await readLine(running);
    const pending = running.read();
    abort.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(isAlive(pid)).toBe(false);
    await expect(running.ended()).rejects.toBe(reason);
  });

  test("an aborted signal starts nothing", async () => {
    const reason = new Error("stop it");
    await expect(start("echo hi", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test("a step's timeout kills at once", async () => {
    const abort = new AbortController();
    const running = await start("trap '' TERM; echo $$; sleep 100", { signal: abort.signal, kill: killModeOf });
    const pid = await readLine(running);
    const started = performance.now();
    abort.abort(new LobsterError("timed_out", "too slow", { facts: { immediate: true } }));
    await expect(running.read()).rejects.toThrow("too slow");
    expect(isAlive(pid)).toBe(false);
    expect(performance.now() - started).toBeLessThan(240);
  });
});

describe("the cap", () => {
  test.each([
    ["stdout", "yes"],
    ["stderr", "yes >&2"],
    ["stderr", "head -c 20000 /dev/zero >&2"],
  ])("%s over it ends the program", async (stream, text) => {
    const running = await start(text, { maxOutputBytes: 10_000 });
    await expect(readText(running).then(() => running.ended())).rejects.toMatchObject({
      code: "output_limit",
      message: "Process output exceeded 10000 bytes",
      facts: { stream },
    });
  });

  test("exactly at it is fine", async () => {
    expect(await readText(await start("printf 12345", { maxOutputBytes: 5 }))).toBe("12345");
  });
});

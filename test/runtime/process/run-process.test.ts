import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSameProcessAlive } from "../../../src/runtime/process/read-process-start.ts";
import { runProcess, type ProcessRequest, type ProcessResult } from "../../../src/runtime/process/run-process.ts";
import { until } from "./until.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "lobster-process-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const PATH = process.env["PATH"];

function runShell(text: string, more: Partial<ProcessRequest> = {}): Promise<ProcessResult> {
  return runProcess({
    file: "/bin/sh",
    args: ["-c", text],
    cwd: directory,
    environment: { PATH },
    maxOutputBytes: 100_000,
    ...more,
  });
}

/** A file in the test's directory by which a child tells something; empty until the child has written a whole line. */
function createNote(): { readonly path: string; read(): string; arrived(): Promise<string> } {
  const path = join(mkdtempSync(join(directory, "note-")), "note");
  const read = (): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return {
    path,
    read,
    arrived: async () => {
      await until("the child wrote its note", () => read().endsWith("\n"));
      return read().trim();
    },
  };
}

const isAlive = (pid: string | number): boolean => isSameProcessAlive({ pid: Number(pid) });

describe("a program that ends by itself", () => {
  test.each<[string, string, Partial<ProcessResult>]>([
    ["stdout and stderr are kept apart", "echo out; echo err >&2", { stdout: "out\n", stderr: "err\n", code: 0 }],
    ["a non-zero exit is a result, not an error", "exit 3", { code: 3, signal: null }],
    ["death by a signal has no exit code", "kill -9 $$", { code: null, signal: "SIGKILL" }],
    ["bytes that are not UTF-8 are replaced", String.raw`printf 'a\377b'`, { stdout: "a\ufffdb" }],
    [
      "characters split between chunks stay whole",
      String.raw`printf '\342'; sleep 0.05; printf '\202\254'`,
      { stdout: "€" },
    ],
    ["without input stdin is empty and closed", "cat; echo end", { stdout: "end\n" }],
  ])("%s", async (_name, text, expected) => {
    expect(await runShell(text)).toMatchObject(expected);
  });

  test.each([
    ["text", "héllo\nworld"],
    ["bytes", new TextEncoder().encode("héllo\nworld")],
  ])("%s reaches stdin as it is", async (_name, stdin) => {
    expect((await runShell("cat", { stdin })).stdout).toBe("héllo\nworld");
  });

  test("the environment and the directory are exactly the given ones", async () => {
    const result = await runProcess({
      file: "env",
      args: [],
      cwd: "/",
      environment: { PATH, ONLY: "this", ABSENT: undefined },
      maxOutputBytes: 1_000,
    });
    expect(result.stdout.trim().split("\n").toSorted()).toEqual(["ONLY=this", `PATH=${PATH}`]);
    expect((await runShell("pwd", { cwd: "/usr" })).stdout).toBe("/usr\n");
  });

  test("a program that closes its stdin early does not fail", async () => {
    const result = await runShell("exec 0<&-; echo done", { stdin: "x".repeat(1_000_000) });
    expect(result).toMatchObject({ code: 0, stdout: "done\n" });
  });

  test("a background process that holds stdout delays the end", async () => {
    const result = await runShell("(sleep 0.15; echo late) & echo early");
    expect(result.stdout).toBe("early\nlate\n");
  });

  test("a background process that holds no pipe survives", async () => {
    const { stdout } = await runShell("sleep 300 </dev/null >/dev/null 2>&1 & echo $!");
    expect(isAlive(stdout)).toBe(true);
    process.kill(Number(stdout), "SIGKILL");
  });

  test("the process id is told while the program runs", async () => {
    const told: number[] = [];
    const { stdout } = await runShell("echo $$", { onStarted: (pid) => told.push(pid) });
    expect(told).toEqual([Number(stdout)]);
  });

  test("a hundred programs may share one signal without a warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 100 }, () => runShell(":", { signal, forceSignal: signal })));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});

describe("the output cap", () => {
  test.each(["", " >&2"])("output of exactly the cap passes, one byte more fails (redirection '%s')", async (to) => {
    const result = await runShell(`printf 12345678${to}`, { maxOutputBytes: 8 });
    expect(result.stdout + result.stderr).toBe("12345678");
    await expect(runShell(`printf 123456789${to}`, { maxOutputBytes: 8 })).rejects.toMatchObject({
      code: "output_limit",
      message: "Process output exceeded 8 bytes",
    });
  });

  test("raw bytes are counted, not characters", async () => {
    await expect(runShell("printf '€€'", { maxOutputBytes: 5 })).rejects.toMatchObject({ code: "output_limit" });
    expect((await runShell("printf '€€'", { maxOutputBytes: 6 })).stdout).toBe("€€");
  });

  test("a program that never stops writing is ended, in bounded memory", async () => {
    const text = "trap '' TERM; while :; do yes; done";
    await expect(runShell(text)).rejects.toMatchObject({ code: "output_limit" }); // the engine's own pools are filled now
    const before = process.memoryUsage().rss;
    let pid = 0;
    const endless = runShell(text, { onStarted: (id) => void (pid = id) });
    await expect(endless).rejects.toMatchObject({ code: "output_limit" });
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    expect(isAlive(pid)).toBe(false);
  });

  test("many tiny writes arrive whole", async () => {
    const script = "for (let i = 0; i < 20000; i++) require('fs').writeSync(1, String(i % 10));";
    const result = await runShell(`"${process.execPath}" -e "${script}"`);
    expect(result.stdout).toBe("0123456789".repeat(2_000));
  });

  test.each([-1, 1.5, Number.NaN])("a cap of %s is refused", async (maxOutputBytes) => {
    await expect(runShell(":", { maxOutputBytes })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

/** A leader and a child that both ignore SIGTERM; the child's pid comes by the note. */
const stubborn = (path: string): string => `trap '' TERM; sleep 300 & echo $! > ${path}; wait; sleep 300`;

describe("ending a program", () => {
  test.each(["signal", "forceSignal"])("nothing starts when %s has fired already", async (name) => {
    const note = createNote();
    const reason = new Error("changed my mind");
    const run = runShell(`echo x > ${note.path}`, { [name]: AbortSignal.abort(reason) });
    await expect(run).rejects.toBe(reason);
    expect(note.read()).toBe("");
  });

  test("it gets the chance to clean up, and the call rejects with the reason as given", async () => {
    const ready = createNote();
    const cleaned = createNote();
    const abort = new AbortController();
    const run = runShell(
      `trap 'echo yes > ${cleaned.path}; exit' TERM; echo $$ > ${ready.path}; while :; do sleep 0.01; done`,
      { signal: abort.signal },
    );
    await ready.arrived();
    abort.abort("Received SIGINT");
    await expect(run).rejects.toBe("Received SIGINT");
    expect(cleaned.read()).toBe("yes\n");
  });

  // A loaded machine may be slow once; a missing shortcut is slow every time.
  test("it does not take the 250 ms when everything is gone at once", { retry: 3 }, async () => {
    const abort = new AbortController();
    const run = runShell("exec sleep 300", {
      signal: abort.signal,
      onStarted: () => setImmediate(() => abort.abort()),
    });
    const began = performance.now();
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - began).toBeLessThan(230);
  });

  test("a tree that ignores SIGTERM is dead when the call rejects", async () => {
    const note = createNote();
    const abort = new AbortController();
    let leader = 0;
    const run = runShell(stubborn(note.path), { signal: abort.signal, onStarted: (pid) => void (leader = pid) });
    const child = await note.arrived();
    abort.abort();
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect([leader, child].map(isAlive)).toEqual([false, false]);
  });

  test("descendants that outlive a leader are killed too", async () => {
    const note = createNote();
    const abort = new AbortController();
    const run = runShell(`(trap '' TERM; sleep 300) </dev/null >/dev/null 2>&1 & echo $! > ${note.path}; wait`, {
      signal: abort.signal,
    });
    const child = await note.arrived();
    abort.abort();
    await expect(run).rejects.toThrow("aborted");
    await until("the killed descendant is gone", () => !isAlive(child));
  });

  test("a background process holding the pipes of an ended leader is ended", async () => {
    const note = createNote();
    const abort = new AbortController();
    const run = runShell(`sleep 300 & echo $! > ${note.path}`, { signal: abort.signal });
    const child = await note.arrived();
    abort.abort();
    await expect(run).rejects.toThrow("aborted");
    expect(isAlive(child)).toBe(false);
  });

  test.each<[string, Partial<ProcessRequest>]>([
    ["as the request says", { kill: "immediate" }],
    ["as the reason says", { kill: (reason) => (reason === "now" ? "immediate" : "graceful") }],
    ["when the second interrupt has come", {}],
  ])("it is killed at once %s", { retry: 3 }, async (_name, more) => {
    const note = createNote();
    const abort = new AbortController();
    const force = new AbortController();
    const run = runShell(stubborn(note.path), { signal: abort.signal, forceSignal: force.signal, ...more });
    await note.arrived();
    const began = performance.now();
    abort.abort("now");
    if (more.kill === undefined) force.abort("twice");
    await expect(run).rejects.toBe("now");
    expect(performance.now() - began).toBeLessThan(230);
  });

  test("the second interrupt works alone as well", async () => {
    const force = new AbortController();
    const run = runShell("trap '' TERM; sleep 300", { forceSignal: force.signal, onStarted: () => force.abort("all") });
    await expect(run).rejects.toBe("all");
  });

  test("a process that left the group and holds the pipes is not waited for beyond 2 s", async () => {
    const note = createNote();
    const abort = new AbortController();
    const run = runShell(`setsid sleep 300 & echo $! > ${note.path}; wait`, {
      signal: abort.signal,
      kill: "immediate",
    });
    const escaped = await note.arrived();
    await until("it has a session of its own", () => isSessionLeader(escaped));
    abort.abort("enough");
    await expect(run).rejects.toBe("enough");
    process.kill(Number(escaped), "SIGKILL");
  });

  test("an error of the caller's own code ends the program", async () => {
    let pid = 0;
    const failing = (id: number): void => {
      pid = id;
      throw new Error("cannot record it");
    };
    await expect(runShell("sleep 300", { onStarted: failing })).rejects.toThrow("cannot record it");
    expect(isAlive(pid)).toBe(false);
  });
});

function isSessionLeader(pid: string): boolean {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[3] === pid;
}

describe("a program that cannot start", () => {
  const large = "x".repeat(200_000);
  beforeAll(() => {
    writeFileSync(join(directory, "plain.txt"), "echo hello\n", { mode: 0o644 });
    writeFileSync(join(directory, "orphan"), "#!/no/such/interpreter\n", { mode: 0o755 });
  });

  test.each<[string, Partial<ProcessRequest>, string, RegExp]>([
    ["missing program", { file: "no-such-program" }, "file_missing", /cannot start no-such-program: no such program; /],
    ["missing shell", { file: "/no/such/shell" }, "file_missing", /no such program; /],
    ["missing directory", { cwd: "/no/such/dir" }, "cwd_missing", /working directory \/no\/such\/dir does not exist; /],
    ["a file as directory", { cwd: "/etc/passwd" }, "cwd_missing", /\/etc\/passwd is not a directory; /],
    ["large argument", { args: ["-c", ":", large] }, "argument_too_large", /argument 3, 200000 bytes\); .*stdin/],
    [
      "large variable",
      { environment: { LOBSTER_ARGS_JSON: large } },
      "argument_too_large",
      /environment variable LOBSTER_ARGS_JSON, 200000 bytes/,
    ],
    ["NUL in an argument", { args: ["-c", "a\0b"] }, "invalid_argument", /argument 2 holds a NUL character/],
    ["NUL in a variable", { environment: { A: "a\0" } }, "invalid_argument", /environment variable A holds a NUL/],
    ["NUL in cwd", { cwd: "/tmp\0" }, "invalid_argument", /cwd holds a NUL character/],
    ["empty name", { file: "" }, "invalid_argument", /name is empty/],
    ["not executable", { file: "./plain.txt" }, "other", /may not be executed/],
    ["interpreter missing", { file: "./orphan" }, "other", /interpreter its first line names/],
  ])("%s: the error says so and nothing ran", async (_name, more, reason, message) => {
    const run = runShell(":", more);
    await expect(run).rejects.toMatchObject({ code: "not_started", facts: { reason } });
    await expect(run).rejects.toThrow(message);
  });

  test("no value of an argument or a variable gets into the message", async () => {
    const run = runShell(":", { args: ["-c", "secret\0"], environment: { KEY: "secret" } });
    await expect(run).rejects.not.toThrow("secret");
  });
});

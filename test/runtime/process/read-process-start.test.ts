import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isSameProcessAlive, readProcessStart } from "../../../src/runtime/process/read-process-start.ts";
import { until } from "./until.ts";

const { pid } = process;
const withProc = existsSync("/proc/self/stat");

describe.runIf(withProc)("the start of a process", () => {
  test("it stays the same while the process lives", () => {
    expect(readProcessStart(pid)).toMatch(/^[0-9a-f]{8}-\d+$/);
    expect(readProcessStart(pid)).toBe(readProcessStart(pid));
  });

  test("it is unknown for a pid nobody has", () => {
    expect(readProcessStart(2 ** 30)).toBeUndefined();
  });

  test("a name with parentheses and spaces does not confuse it", async () => {
    const child = spawn("bash", ["-c", "echo 'a) Z (b' > /proc/$$/comm; echo; read"], { stdio: "pipe" });
    await once(child.stdout, "data");
    const childPid = child.pid ?? 0;
    expect(readProcessStart(childPid)).toMatch(/^[0-9a-f]{8}-\d{2,}$/);
    expect(isSameProcessAlive({ pid: childPid })).toBe(true);
    child.stdin.end("\n");
    await once(child, "exit");
    expect(isSameProcessAlive({ pid: childPid })).toBe(false);
  });
});

describe("whether a remembered process still lives", () => {
  const pidStart = readProcessStart(pid);

  test.each([
    ["this process", { pid, ...(pidStart === undefined ? {} : { pidStart }) }, true],
    ["a process whose start was never known", { pid }, true],
    ["a pid that nobody has", { pid: 2 ** 30 }, false],
    ["pid 0, which means a group", { pid: 0 }, false],
    ["a negative pid, which means a group", { pid: -1 }, false],
    ["no number", { pid: Number.NaN }, false],
  ])("%s: alive is %s", (_name, identity, alive) => {
    expect(isSameProcessAlive(identity)).toBe(alive);
  });

  test.runIf(withProc)("a pid that was given to another process is not the same process", () => {
    expect(isSameProcessAlive({ pid, pidStart: `${pidStart}1` })).toBe(false);
    expect(isSameProcessAlive({ pid, pidStart: (pidStart ?? "").replace(/^.{8}/, "deadbeef") })).toBe(false);
  });

  test.runIf(withProc)("a dead process that its parent has not collected is not alive", async () => {
    // bash would collect its child, so it becomes a program that does not, before the child ends.
    const script = "exec 3<&0; (read <&3) & echo $!; exec sleep 300";
    const child = spawn("bash", ["-c", script], { stdio: "pipe" });
    const [data]: unknown[] = await once(child.stdout, "data");
    const zombie = Number(String(data));
    await until("bash has become sleep", () => readFileSync(`/proc/${child.pid}/comm`, "utf8") === "sleep\n");
    expect(isSameProcessAlive({ pid: zombie })).toBe(true);
    child.stdin.write("\n");
    await until("the child has ended", () => readFileSync(`/proc/${zombie}/stat`, "utf8").includes(") Z "));
    expect(isSameProcessAlive({ pid: zombie })).toBe(false);
    child.kill("SIGKILL");
  });
});

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isSameProcessAlive } from "../../../src/runtime/process/read-process-start.ts";
import { until } from "./until.ts";

const built = new URL("../../../dist/src/runtime/process/run-process.js", import.meta.url).href;
const host = new URL("host.mjs", import.meta.url).pathname;

test.each(["exit", "throw", "reject"])("programs still running are killed when their host ends by %s", async (how) => {
  const { stdout } = spawnSync(process.execPath, [host, built, how], { encoding: "utf8", timeout: 15_000 });
  expect(Number(stdout)).toBeGreaterThan(0);
  await until("the program is gone", () => !isSameProcessAlive({ pid: Number(stdout) }));
});

import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";
import { runBot } from "../../../src/main/run-bot.ts";
import type { World } from "../../../src/main/world.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";
import { until } from "./stage.ts";

it("the first interrupt is heard, too, after the input of a pipe has ended and a run still executes", async () => {
  const folder = makeFolder({
    "workflows/slow.lobster": "steps:\n  - id: wait\n    run: while [ ! -f go ] && [ -d $PWD ]; do sleep 0.05; done\n",
  });
  const outcome = await loadConfig({ cwd: folder, home: folder, environment: { PATH: process.env["PATH"] ?? "" } });
  if (outcome.kind !== "ok") throw new Error("not configured");
  const stdin = new PassThrough();
  const said = { out: "", err: "" };
  const stdout = new PassThrough().on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  const stderr = new PassThrough().on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  const listeners: (() => void)[] = [];
  const interrupt = (): void => listeners.forEach((listener) => listener());
  const onInterrupt = (listener: () => void): (() => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  const world = { arguments: ["start"], stdin, stdout, stderr, wantsNoColours: true, onInterrupt };
  const ended = runBot(outcome.config, world as unknown as World);
  stdin.end("/run slow\n");
  expect(await until(() => said.out.includes("▶ wait"))).toBe(true);
  // The end of the input has been read by now.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  interrupt();
  const isHeard = await until(() => said.err.includes("still executing"), 1_500);
  interrupt();
  expect(await ended).toBe(0);
  expect(isHeard).toBe(true);
});

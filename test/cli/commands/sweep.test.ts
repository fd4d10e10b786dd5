import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBootId } from "../../../src/runtime/process/read-process-start.ts";
import { systemClock } from "../../../src/runtime/system.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeRuntime } from "../../helpers/runtime.ts";

const DAY = 24 * 3_600_000;
const FILES = { "workflow.lobster": "steps:\n  - {id: build, run: echo built}\n  - {id: gate, approval: Go?}\n" };

/** A directory in which somebody denied a run `daysAgo`, and swept a day ago. */
async function open(daysAgo: number) {
  const clock = createManualClock(Date.now() - daysAgo * DAY);
  const { runtime, folder, path, host } = makeRuntime(FILES, { clock });
  const start = async (announce: readonly string[] = []) => {
    const run = await runtime.start({ filePath: path("workflow.lobster"), cwd: folder, announce });
    const report = await runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    return { id: run.id, gate: report.gate };
  };
  const deny = async (announce?: readonly string[]) => {
    const { id, gate } = await start(announce);
    await runtime.decide({ gate: { gateKey: gate.key }, decision: { kind: "deny" } });
    return { id, gate };
  };
  const boot = readBootId();
  const uptime = (systemClock.uptime?.() ?? 0) - 2 * 3_600_000;
  const reading = { format: "lobster.sweep.v1", now: Date.now() - DAY, uptime, boot };
  const swept = async (): Promise<void> => void (await host.store.create("lobster.sweep", reading));
  const lobster = async (...words: string[]) =>
    await callCli(words, { cwd: folder, env: { LOBSTER_STATE_DIR: join(folder, "state") } });
  const runs = (): readonly string[] => readdirSync(join(folder, "state")).filter((name) => name.startsWith("run_"));
  return { runtime, store: host.store, folder, start, deny, swept, lobster, runs };
}

describe("lobster sweep, on runs that have been over for 90 days", () => {
  it("removes them and says which", async () => {
    const { deny, start, swept, lobster, runs } = await open(100);
    const { id, gate } = await deny();
    const waiting = await start();
    await swept();
    const said = await lobster("sweep");
    expect(said).toMatchObject({ code: 0, stderr: "" });
    expect(said.stdout).toMatch(new RegExp(`^removed   run ${id} \\(workflow\\): denied at \\d{4}-[^ ]+Z\\n$`));
    expect(runs()).toEqual([`run_${waiting.id.toLowerCase()}.json`]);
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    expect((await lobster("pending")).stdout).toContain(waiting.id);
    const used = await lobster("resume", "--token", gate.token, "--approve", "yes");
    expect(used.code).toBe(1);
    expect(used.stdout).toContain("Workflow resume state not found");
  });

  it("says so to programs", async () => {
    const { deny, swept, lobster } = await open(100);
    const { id } = await deny();
    await swept();
    expect(JSON.parse((await lobster("sweep", "--json")).stdout)).toMatchObject({
      gates: [],
      removed: [{ runId: id, workflow: "workflow", outcome: "denied" }],
    });
    expect(JSON.parse((await lobster("sweep", "--json")).stdout)).toEqual({ gates: [] });
  });

  it("removes nothing on its first call, nor what ended less than 90 days before the last one", async () => {
    const { deny, swept, lobster, runs } = await open(90.5);
    await deny();
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    await swept();
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    expect(runs()).toHaveLength(1);
  });

  it.each(["chat_seen_a", "audit_head"])(
    "leaves them to the bot that keeps the directory, as %s tells",
    async (key) => {
      const { deny, swept, lobster, runs, store } = await open(100);
      await deny();
      await swept();
      await store.create(key, {});
      expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
      expect(runs()).toHaveLength(1);
    },
  );

  it("leaves those that a chat is still to be told of", async () => {
    const { deny, swept, lobster, runs } = await open(100);
    await deny(["telegram:1"]);
    await swept();
    expect((await lobster("sweep")).stdout).toBe("Nothing was due.\n");
    expect(runs()).toHaveLength(1);
  });

  it("names what cannot be read, once, and ends with 1", async () => {
    const { deny, swept, lobster, runs, folder } = await open(100);
    const { gate } = await deny();
    await swept();
    writeFileSync(join(folder, "state", `${gate.key}.json`), "{");
    const said = await lobster("sweep");
    expect(said.code).toBe(1);
    expect(said.stderr.split(`Left out ${gate.key}`)).toHaveLength(2);
    expect(runs()).toHaveLength(1);
  });
});

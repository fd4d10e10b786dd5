import { describe, expect, it } from "vitest";
import type { LogFacts } from "../../src/bot/log.ts";
import { createSeldomLog } from "../../src/bot/seldom-log.ts";
import { createManualClock } from "../fakes/manual-clock.ts";

const MINUTE = 60_000;

function openLog() {
  const clock = createManualClock();
  const lines: (readonly [string, string, LogFacts | undefined])[] = [];
  const write =
    (level: string) =>
    (event: string, facts?: LogFacts): void =>
      void lines.push([level, event, facts]);
  const log = createSeldomLog({ info: write("info"), warn: write("warn"), error: write("error") }, clock);
  return { clock, lines, log };
}

describe("a log of what is tried again and again", () => {
  it("tells one problem once, and again after ten minutes if it is still there", async () => {
    const { clock, lines, log } = openLog();
    for (let second = 0; second < 25 * 60; second += 1) {
      log.error("run_not_drawn", { runId: "A2B3C4D5", code: "invalid_state" });
      await clock.jump(1_000);
    }
    expect(lines).toEqual(Array.from({ length: 3 }, () => ["error", "run_not_drawn", expect.anything()]));
  });

  it("tells every other one at once: of another run, of another kind, of another event, of another weight", () => {
    const { lines, log } = openLog();
    for (let time = 0; time < 3; time += 1) {
      log.error("run_not_drawn", { runId: "A2B3C4D5", code: "invalid_state" });
      log.error("run_not_drawn", { runId: "E6F7G8H9", code: "invalid_state" });
      log.error("run_not_drawn", { runId: "A2B3C4D5", code: "store_unavailable" });
      log.error("changes_not_read", { code: "store_unavailable" });
      log.warn("changes_not_read", { code: "store_unavailable" });
      log.warn("changes_not_read");
    }
    expect(lines).toHaveLength(6);
  });

  it("leaves out nothing of what goes well", () => {
    const { lines, log } = openLog();
    for (let time = 0; time < 3; time += 1) log.info("run_taken_up", { runId: "A2B3C4D5" });
    expect(lines).toHaveLength(3);
  });

  it("goes by the time that passed, whatever the clock is set to", async () => {
    const { clock, lines, log } = openLog();
    log.error("run_not_drawn");
    clock.set(-60 * MINUTE);
    await clock.jump(10 * MINUTE);
    log.error("run_not_drawn");
    clock.set(60 * MINUTE);
    log.error("run_not_drawn");
    expect(lines).toHaveLength(2);
  });
});

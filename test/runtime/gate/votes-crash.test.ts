import { describe, expect, it } from "vitest";
import { createRuntime } from "../../../src/runtime/create-runtime.ts";
import type { Decision, Runtime } from "../../../src/runtime/runtime.ts";
import type { StateStore } from "../../../src/runtime/store/state-store.ts";
import { openGate, type GateBench } from "./gate-bench.ts";

const HOUR = 3_600_000;

class Crash extends Error {}

/** A store whose process dies at its `nth` write: just before it, or just after. Nothing works from then on. */
function dieAt(store: StateStore, nth: number, moment: "before" | "after") {
  let writes = 0;
  let dead = false;
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) throw new Crash();
    return await work();
  };
  const write = async <T>(work: () => Promise<T>): Promise<T> =>
    await live(async () => {
      writes += 1;
      if (writes !== nth) return await work();
      dead = true;
      if (moment === "after") await work();
      throw new Crash();
    });
  const dying: StateStore = {
    read: (key) => live(() => store.read(key)),
    list: (prefix, options) => live(() => store.list(prefix, options)),
    changes: (cursor) => live(() => store.changes(cursor)),
    flush: (keys) => live(() => store.flush(keys)),
    create: (...call) => write(() => store.create(...call)),
    replace: (...call) => write(() => store.replace(...call)),
    remove: (...call) => write(() => store.remove(...call)),
  };
  return { dying, hasDied: () => dead };
}

/** What people do, one after another; `hour` lets an hour go by. */
type Act = readonly [Decision["kind"] | "execute" | "hour", string?];

async function play(runtime: Runtime, bench: GateBench, acts: readonly Act[]): Promise<void> {
  for (const [kind, person] of acts) {
    if (kind === "hour") await bench.clock.jump(HOUR);
    else if (kind === "execute") await runtime.execute(bench.run.id);
    else {
      const by = person === undefined ? {} : { by: { person } };
      await runtime.decide({ gate: { gateKey: bench.gate.key }, decision: { kind } as Decision, ...by });
    }
  }
}

const VOTES: readonly Act[] = [["approve", "ann"], ["approve", "bob"], ["execute"]];
const HELD: readonly Act[] = [["approve", "ann"], ["approve", "bob"], ["hour"], ["settle"], ["execute"]];
const AGAIN: readonly Act[] = [
  ["approve", "ann"],
  ["withdraw", "ann"],
  ["approve", "ann"],
  ["approve", "bob"],
  ["execute"],
];

describe("a process that dies at any write between a vote and what it opens", () => {
  it.each<[string, string, readonly Act[], number]>([
    ["the last vote", "quorum: 2", VOTES, 5],
    ["a hold", "quorum: 2, hold: 1h", HELD, 6],
    ["a withdrawal", "quorum: 2", AGAIN, 7],
  ])("loses no vote that was stored and counts none twice: %s", async (_, fields, acts, leastWrites) => {
    let nth = 1;
    let finished = 0;
    for (let died = true; died; nth += 1) {
      for (const moment of ["before", "after"] as const) {
        const bench = await openGate(fields);
        const { dying, hasDied } = dieAt(bench.store, nth, moment);
        const dead = createRuntime({ ...bench.host, store: dying, pid: 1, hostName: "gone" });
        await play(dead, bench, acts).catch((thrown: unknown) => {
          if (!(thrown instanceof Crash)) throw thrown;
        });
        died = hasDied();
        // Everybody tries again, as people do; the lease of the dead is over by then.
        await bench.clock.jump(60_000);
        await play(bench.runtime, bench, acts);
        const run = await bench.runtime.readRun(bench.run.id);
        const gate = await bench.now();
        // One that died while it executed leaves a run that waits for a person; its votes did their work.
        const ended = run?.status === "interrupted" ? "interrupted" : run?.outcome?.kind;
        expect({ nth, moment, ended }).toEqual({
          nth,
          moment,
          ended: expect.stringMatching(/^(finished|interrupted)$/),
        });
        finished += ended === "finished" ? 1 : 0;
        expect(run?.decisions).toMatchObject([{ kind: "approve", approvals: [{ by: "ann" }, { by: "bob" }] }]);
        expect(gate.votes.map(({ by }) => by)).toEqual(["ann", "bob"]);
      }
    }
    expect(nth - 2).toBeGreaterThanOrEqual(leastWrites);
    expect(finished).toBeGreaterThanOrEqual(2 * (leastWrites - 2));
  });
});

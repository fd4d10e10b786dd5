import { describe, expect, it } from "vitest";
import { createRunQueue } from "../../../src/bot/runs/run-queue.ts";
import type { RunId } from "../../../src/runtime/run/documents.ts";
import type { RunReport } from "../../../src/runtime/runtime.ts";
import { settle } from "../../fakes/manual-clock.ts";

const [A, B, C, D] = ["AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "DDDDDDDD"] as [RunId, RunId, RunId, RunId];

function setUp(maxParallel: number) {
  const running = new Map<RunId, { end(): void; fail(): void }>();
  const signals = new Map<RunId, AbortSignal>();
  const reported: [RunId, boolean][] = [];
  const moved: RunId[] = [];
  const queue = createRunQueue({
    runtime: {
      execute: (runId, options) =>
        new Promise<RunReport>((resolve, reject) => {
          if (options?.signal !== undefined) signals.set(runId, options.signal);
          const end = (): void => {
            running.delete(runId);
            resolve({ kind: "busy" } as RunReport);
          };
          running.set(runId, { end, fail: () => reject(new Error("store down")) });
          options?.signal?.addEventListener("abort", end);
        }),
    },
    maxParallel,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onProgress: (runId) => moved.push(runId),
    onReport: (runId, report) => reported.push([runId, report !== undefined]),
  });
  return { queue, running, signals, reported, moved };
}

describe("runs that execute", () => {
  it("go in parallel up to the number, then in order", async () => {
    const { queue, running } = setUp(2);
    expect([A, B, C, D].map((runId) => queue.enqueue(runId, "x"))).toEqual([0, 0, 2, 3]);
    expect([...running.keys()]).toEqual([A, B]);
    running.get(B)?.end();
    await settle();
    expect([...running.keys()]).toEqual([A, C]);
    expect(queue.positionOf(D)).toBe(2);
    for (const runId of [A, C, D]) {
      running.get(runId)?.end();
      await settle();
    }
    await queue.idle();
    expect(queue.count()).toBe(0);
  });

  it("of one conversation do not hold up those of another", () => {
    const { queue, running } = setUp(1);
    queue.enqueue(A, "x");
    queue.enqueue(B, "x");
    queue.enqueue(C, "y");
    expect([...running.keys()]).toEqual([A, C]);
  });

  it("are taken once, however often they are put in", () => {
    const { queue } = setUp(1);
    queue.enqueue(A, "x");
    queue.enqueue(A, "x");
    queue.enqueue(B, "x");
    expect(queue.enqueue(B, "x")).toBe(1);
    expect(queue.count()).toBe(2);
  });

  it("go on once more when they were put in while they came to their next gate, however often that was", async () => {
    const { queue, running, reported } = setUp(1);
    queue.enqueue(A, "x");
    queue.enqueue(B, "x");
    expect(queue.enqueue(A, "x")).toBe(0);
    expect(queue.enqueue(A, "x")).toBe(0);
    expect(queue.count()).toBe(2);
    for (const runId of [A, B, A]) {
      running.get(runId)?.end();
      await settle();
    }
    await queue.idle();
    expect(reported.map(([runId]) => runId)).toEqual([A, B, A]);
  });

  it("do not go on once more when they were given up, or the queue is closed", async () => {
    const { queue, running, reported } = setUp(2);
    for (const runId of [A, B, A, B]) queue.enqueue(runId, "x");
    queue.drop(A);
    queue.close();
    running.get(A)?.end();
    running.get(B)?.end();
    await settle();
    await queue.idle();
    expect(reported.map(([runId]) => runId)).toEqual([A, B]);
  });

  it("tell those behind them that they move up", async () => {
    const { queue, running, moved } = setUp(1);
    for (const runId of [A, B, C]) queue.enqueue(runId, "x");
    moved.length = 0;
    running.get(A)?.end();
    await settle();
    expect(moved).toEqual([B, C]);
  });

  it("give their place free when the runtime fails", async () => {
    const { queue, running, reported } = setUp(1);
    queue.enqueue(A, "x");
    queue.enqueue(B, "x");
    running.get(A)?.fail();
    await settle();
    expect(reported).toEqual([[A, false]]);
    expect(queue.holds(A)).toBe(false);
    expect(queue.holds(B)).toBe(true);
  });

  it("go on when the queue is closed, and end when they are aborted; nothing new starts", async () => {
    const { queue, running, signals } = setUp(1);
    queue.enqueue(A, "x");
    queue.enqueue(B, "x");
    queue.close();
    queue.enqueue(C, "y");
    expect([...running.keys()]).toEqual([A]);
    expect(signals.get(A)?.aborted).toBe(false);
    queue.abort();
    await queue.idle();
    expect([...running.keys()]).toEqual([]);
  });
});

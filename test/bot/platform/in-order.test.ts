import { describe, expect, it } from "vitest";
import { createInOrder } from "../../../src/bot/platform/in-order.ts";
import { settle } from "../../fakes/manual-clock.ts";

describe("work of one key", () => {
  it("goes one after another, whatever becomes of it, and other keys do not wait", async () => {
    const inOrder = createInOrder();
    const done: string[] = [];
    const gate = new AbortController();
    const first = inOrder(
      "a",
      () => new Promise<void>((resolve) => gate.signal.addEventListener("abort", () => resolve())),
    );
    const second = inOrder("a", () => Promise.reject(new Error("no")));
    const third = inOrder("a", () => Promise.resolve(done.push("third")));
    await inOrder("b", () => Promise.resolve(done.push("other")));
    await settle();
    expect(done).toEqual(["other"]);
    gate.abort();
    await first;
    await expect(second).rejects.toThrow("no");
    await third;
    expect(done).toEqual(["other", "third"]);
  });
});

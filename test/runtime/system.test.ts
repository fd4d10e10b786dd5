import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock, systemIds } from "../../src/runtime/system.ts";

describe("the system's clock", () => {
  afterEach(() => void vi.useRealTimers());

  test("it tells milliseconds since the epoch", () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  });

  test("a sleep of 40 days ends after 40 days, not at once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let over = false;
    const sleep = systemClock.sleep(40 * 86_400_000).then(() => (over = true));
    await vi.advanceTimersByTimeAsync(40 * 86_400_000 - 1);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await sleep;
    expect(over).toBe(true);
  });

  test.each([0, -5, Number.NaN])("a sleep of %s ms is over at once", async (ms) => {
    await expect(systemClock.sleep(ms)).resolves.toBeUndefined();
  });

  test("an abort ends a sleep with its reason and leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const abort = new AbortController();
    const sleep = systemClock.sleep(1_000, abort.signal);
    abort.abort("woken");
    await expect(sleep).rejects.toBe("woken");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an abort from before ends it at once, even a sleep of no length", async () => {
    await expect(systemClock.sleep(0, AbortSignal.abort("early"))).rejects.toBe("early");
  });
});

describe("the system's ids", () => {
  test("a run id is 8 characters of Crockford base32", () => {
    const ids = Array.from({ length: 2_000 }, () => systemIds.runId());
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.join("")).size).toBe(32);
  });

  test("hex ids have two digits a byte, and uuids are of version 4", () => {
    expect(systemIds.hex(4)).toMatch(/^[0-9a-f]{8}$/);
    expect(systemIds.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

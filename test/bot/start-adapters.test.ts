import { describe, expect, it } from "vitest";
import type { AdapterHost, ChatAdapter, Platform } from "../../src/bot/adapter.ts";
import { startAdapters } from "../../src/bot/start-adapters.ts";
import { createFakePlatform } from "../fakes/fake-adapter.ts";
import { createManualClock, settle } from "../fakes/manual-clock.ts";

class PlatformError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A platform whose starts end as given, one after the other; the last one again and again. */
function platformThat(platform: Platform, ...ends: readonly ("works" | "unreachable" | "token_refused" | "hangs")[]) {
  const { adapter } = createFakePlatform({ platform });
  let starts = 0;
  const start: ChatAdapter["start"] = () => {
    const end = ends[Math.min(starts, ends.length - 1)];
    starts += 1;
    if (end === "works") return Promise.resolve();
    return end === "hangs" ? new Promise(() => undefined) : Promise.reject(new PlatformError(end ?? ""));
  };
  return { adapter: { ...adapter, start }, starts: () => starts };
}

function setUp(...platforms: readonly ReturnType<typeof platformThat>[]) {
  const clock = createManualClock();
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const warnings: string[] = [];
  const started = startAdapters({
    adapters: platforms.map(({ adapter }) => adapter),
    host: () => ({}) as AdapterHost,
    clock,
    log: { info: () => undefined, warn: (event) => void warnings.push(event), error: () => undefined },
    signal: stopping.signal,
    onFailed: (error) => void failures.push(error),
  });
  started.catch(() => undefined);
  return { started, clock, stopping, failures, warnings };
}

describe("starting two platforms", () => {
  it("does not wait for one that takes long", async () => {
    const { started } = setUp(platformThat("telegram", "hangs"), platformThat("discord", "works"));
    await expect(started).resolves.toBeUndefined();
  });

  it("goes on without one that is out of reach, and tries it until it is back", async () => {
    const telegram = platformThat("telegram", "unreachable", "unreachable", "works");
    const { started, clock, failures, warnings } = setUp(telegram, platformThat("discord", "works"));
    await started;
    await clock.advance(30_000);
    await settle();
    expect([telegram.starts(), failures, warnings]).toEqual([3, [], Array(2).fill("platform_not_started")]);
    await clock.advance(60_000);
    expect(telegram.starts()).toBe(3);
  });

  it("fails when neither can be reached, and tries no more", async () => {
    const telegram = platformThat("telegram", "unreachable");
    const { started, clock } = setUp(telegram, platformThat("discord", "unreachable"));
    await expect(started).rejects.toThrow("unreachable");
    await clock.advance(60_000);
    expect(telegram.starts()).toBe(1);
  });

  it("fails when one refuses the bot, whatever the other does", async () => {
    const { started } = setUp(platformThat("telegram", "hangs"), platformThat("discord", "token_refused"));
    await expect(started).rejects.toThrow("token_refused");
  });

  it("ends the bot when one that came later refuses it", async () => {
    const { started, clock, failures } = setUp(
      platformThat("telegram", "unreachable", "token_refused"),
      platformThat("discord", "works"),
    );
    await started;
    await clock.advance(15_000);
    await settle();
    expect(failures).toMatchObject([{ code: "token_refused" }]);
  });
});

it("one platform alone that is out of reach is told at once", async () => {
  const { started } = setUp(platformThat("discord", "unreachable", "works"));
  await expect(started).rejects.toThrow("unreachable");
});

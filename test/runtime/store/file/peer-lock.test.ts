import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withPeerLock } from "../../../../src/runtime/store/file/peer-lock.ts";
import { systemIds } from "../../../../src/runtime/system.ts";
import { createManualClock } from "../../../fakes/manual-clock.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";

describe("the peer's lock of a file", () => {
  it("names this process while it is held, and is gone afterwards", async () => {
    const file = join(makeFolder(), "k.json");
    const owner = await withPeerLock(file, { clock: createManualClock(), ids: systemIds }, () =>
      Promise.resolve(readFileSync(`${file}.lock/owner`, "utf8")),
    );
    expect(owner).toMatch(new RegExp(`^${process.pid}:\\d*:[0-9a-f]{16}\\n$`));
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it("is released when what it guards fails", async () => {
    const file = join(makeFolder(), "k.json");
    const failing = withPeerLock(file, { clock: createManualClock(), ids: systemIds }, () =>
      Promise.reject(new Error("no")),
    );
    await expect(failing).rejects.toThrow("no");
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it("is waited for", async () => {
    const file = join(makeFolder(), "k.json");
    const clock = createManualClock();
    mkdirSync(`${file}.lock`);
    let entered = false;
    const waiting = withPeerLock(file, { clock, ids: systemIds }, () => Promise.resolve((entered = true)));
    await clock.advance(1000);
    expect(entered).toBe(false);
    rmdirSync(`${file}.lock`);
    await clock.advance(10);
    expect(await waiting).toBe(true);
  });

  it("is given up on after 5 s, and left alone", async () => {
    const file = join(makeFolder(), "k.json");
    const clock = createManualClock();
    mkdirSync(`${file}.lock`);
    const waiting = withPeerLock(file, { clock, ids: systemIds }, () => Promise.resolve(true));
    const outcome = waiting.catch((thrown: unknown) => thrown);
    await clock.advance(5_010);
    expect(await outcome).toMatchObject({ code: "store_unavailable" });
    expect(existsSync(`${file}.lock`)).toBe(true);
  });
});

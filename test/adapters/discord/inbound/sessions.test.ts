import type { SessionInfo } from "discord.js";
import { describe, expect, it } from "vitest";
import { createSessions, type Sessions } from "../../../../adapters/discord/inbound/sessions.ts";
import { settle } from "../../../fakes/manual-clock.ts";

const session = (sequence: number, sessionId = "s1"): SessionInfo => ({
  shardId: 0,
  shardCount: 1,
  sequence,
  sessionId,
  resumeURL: "wss://gateway",
});

interface Bench {
  readonly sessions: Sessions;
  /** Where a process would go on that started now. */
  readonly restart: (owner?: string) => Promise<SessionInfo | null>;
  readonly warnings: string[];
  fail: boolean;
}

function setUp(): Bench {
  const texts = new Map<string, string>();
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (event: string) => void warnings.push(event), error: () => undefined };
  const bench: Bench = {
    sessions: open("bot"),
    restart: async (owner = "bot") => {
      await settle();
      const next = open(owner);
      await next.load();
      return next.retrieve(0);
    },
    warnings,
    fail: false,
  };
  return bench;

  function open(owner: string): Sessions {
    return createSessions({
      owner,
      log,
      memory: {
        get: (name) => Promise.resolve(texts.get(name)),
        set: (name, text) => {
          if (bench.fail) return Promise.reject(new Error("the store is down"));
          texts.set(name, text);
          return Promise.resolve();
        },
      },
    });
  }
}

/** An event as the library tells it: counted, then handed on. */
function hear({ sessions }: Bench, sequence: number): () => void {
  const state: { end?: () => void } = {};
  const done = new Promise<void>((resolve) => {
    state.end = resolve;
  });
  sessions.update(0, session(sequence));
  sessions.follow(0, sequence, done);
  return () => state.end?.();
}

describe("where a later process goes on", () => {
  it("is where this one was greeted, as long as nothing came", async () => {
    const bench = setUp();
    expect(await bench.restart()).toBeNull();
    bench.sessions.update(0, session(1));
    expect(await bench.restart()).toEqual(session(1));
  });

  it("is before the first event whose handling has not ended", async () => {
    const bench = setUp();
    bench.sessions.update(0, session(1));
    const ends = [2, 3, 4].map((sequence) => hear(bench, sequence));
    ends[2]?.();
    expect((await bench.restart())?.sequence).toBe(1);
    ends[0]?.();
    expect((await bench.restart())?.sequence).toBe(2);
    ends[1]?.();
    expect((await bench.restart())?.sequence).toBe(4);
  });

  it("is not behind an event that was counted and not handed on yet", async () => {
    const bench = setUp();
    bench.sessions.update(0, session(1));
    const end = hear(bench, 2);
    bench.sessions.update(0, session(3));
    end();
    expect((await bench.restart())?.sequence).toBe(2);
    expect(bench.sessions.retrieve(0)?.sequence).toBe(3);
  });

  it("is the beginning when the session ended, and the new one when another began", async () => {
    const bench = setUp();
    bench.sessions.update(0, session(5));
    bench.sessions.update(0, null);
    expect(await bench.restart()).toBeNull();
    bench.sessions.update(0, session(1, "s2"));
    expect(await bench.restart()).toEqual(session(1, "s2"));
  });

  it("is another place for another bot, and the beginning where what is stored makes no sense", async () => {
    const bench = setUp();
    bench.sessions.update(0, session(5));
    expect(await bench.restart("another bot")).toBeNull();
    const damaged = createSessions({
      owner: "x",
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      memory: { get: () => Promise.resolve('{"format":1,"shards":[{"shardId":0}]}'), set: () => Promise.resolve() },
    });
    await damaged.load();
    expect(damaged.retrieve(0)).toBeNull();
  });

  it("is stored by the next event when it could not be stored", async () => {
    const bench = setUp();
    bench.fail = true;
    bench.sessions.update(0, session(1));
    await settle();
    bench.fail = false;
    hear(bench, 2)();
    expect((await bench.restart())?.sequence).toBe(2);
    expect(bench.warnings).toEqual(["session_not_stored"]);
  });
});

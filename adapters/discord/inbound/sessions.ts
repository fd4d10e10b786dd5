import type { SessionInfo } from "discord.js";
import type { AdapterHost } from "../../../src/bot/adapter.ts";
import { describeThrown, type Log } from "../../../src/bot/log.ts";
import { readInteger, readList, readMember, readText } from "../../../src/bot/platform/fields.ts";
import type { GatewaySessions } from "./connection.ts";

/** Where sessions of the gateway stand, over restarts: what was missed meanwhile comes again. */
export interface Sessions extends GatewaySessions {
  /** What an earlier process left. */
  load(): Promise<void>;
  /** An event came. Until `done`, a further process goes on from before it. */
  follow(shard: number, sequence: number, done: Promise<unknown>): void;
}

/** What keeping sessions takes. */
export interface SessionParts {
  readonly memory: AdapterHost["memory"];
  /** Whose sessions they are: another bot's, or another server's, are of no use. */
  readonly owner: string;
  readonly log: Log;
}

/**
 * Creates the memory of sessions. The library goes on from the last event it was given; what is stored goes on from
 * before the first event whose handling has not ended, so that a crash loses nothing that was begun. An event that is
 * given twice because of that is recognised by its number.
 */
export function createSessions({ memory, owner, log }: SessionParts): Sessions {
  const name = `sessions ${owner}`;
  const sessions = new Map<number, SessionInfo>();
  const progress = new Map<number, Progress>();
  let stored = "";
  let isWriting = false;

  const encode = (): string => {
    const shards = [...sessions.values()].map(({ shardId, shardCount, sessionId, resumeURL }) => {
      const { last = 0, open = [] } = progress.get(shardId) ?? {};
      return {
        shardId,
        shardCount,
        sessionId,
        resumeURL,
        sequence: Math.min(last, ...[...open].map((one) => one - 1)),
      };
    });
    return JSON.stringify({ format: 1, shards });
  };
  const write = async (): Promise<void> => {
    // What changes while it is written is written next.
    for (let text = encode(); text !== stored; text = encode()) {
      try {
        await memory.set(name, text);
        stored = text;
      } catch (thrown) {
        log.warn("session_not_stored", describeThrown(thrown));
        break;
      }
    }
    isWriting = false;
  };
  const save = (): void => {
    if (isWriting) return;
    isWriting = true;
    void write();
  };
  const begin = (session: SessionInfo): void => {
    sessions.set(session.shardId, session);
    progress.set(session.shardId, { last: session.sequence, open: new Set() });
  };

  return {
    load: async () => {
      stored = (await memory.get(name)) ?? "";
      for (const session of decode(stored)) begin(session);
    },
    retrieve: (shard) => sessions.get(shard) ?? null,
    update: (shard, session) => {
      const isKnown = session !== null && sessions.get(shard)?.sessionId === session.sessionId;
      // The library counts an event before it hands it on: what is stored follows what was handed on.
      if (isKnown) return void sessions.set(shard, session);
      if (session === null) sessions.delete(shard);
      else begin(session);
      save();
    },
    follow: (shard, sequence, done) => {
      const now = progress.get(shard);
      if (now === undefined) return;
      now.last = Math.max(now.last, sequence);
      now.open.add(sequence);
      void done.finally(() => {
        now.open.delete(sequence);
        save();
      });
    },
  };
}

/** How far the events of one session were handed on, and which of them are being handled. */
interface Progress {
  last: number;
  readonly open: Set<number>;
}

function decode(text: string): readonly SessionInfo[] {
  const stored = parse(text);
  if (readInteger(stored, "format") !== 1) return [];
  return readList(stored, "shards").flatMap((shard) => {
    const [shardId, shardCount, sequence] = ["shardId", "shardCount", "sequence"].map((key) => readInteger(shard, key));
    const [sessionId, resumeURL] = [readText(shard, "sessionId"), readMember(shard, "resumeURL")];
    if (shardId === undefined || shardCount === undefined || sequence === undefined) return [];
    if (sessionId === undefined || typeof resumeURL !== "string") return [];
    return [{ shardId, shardCount, sequence, sessionId, resumeURL }];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

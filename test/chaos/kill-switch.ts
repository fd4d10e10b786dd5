import { channel } from "node:diagnostics_channel";
import { writeSync } from "node:fs";
import type { ChatAdapter } from "../../src/bot/adapter.ts";
import type { AuditFiles } from "../../src/bot/audit/log/files.ts";
import type { StateStore } from "../../src/runtime/store/state-store.ts";

/** Kills this process, as `kill -9` does, at one of the points at which something has just become durable or is about to. */
export interface KillSwitch {
  /** Counts from now on, and kills at the `at`-th point. */
  readonly arm: (at: number) => void;
  /** Stops counting; tells how many points there were. */
  readonly disarm: () => number;
  /** A point. */
  readonly pass: (name: string) => void;
}

/** Creates a switch. What it did last is written to stdout, for whoever waits for the process. */
export function createKillSwitch(): KillSwitch {
  let at: number | undefined;
  let count = 0;
  return {
    arm: (point) => {
      at = point;
      count = 0;
    },
    disarm: () => {
      at = undefined;
      return count;
    },
    pass: (name) => {
      if (at === undefined) return;
      count += 1;
      if (count !== at) return;
      writeSync(1, `${JSON.stringify({ killed: name })}\n`);
      process.kill(process.pid, "SIGKILL");
      // The signal is on its way; nothing more happens here.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  };
}

/** A store whose every change is a point before and a point after. */
export function killingStore(store: StateStore, { pass }: KillSwitch): StateStore {
  const around = async <T>(name: string, change: () => Promise<T>): Promise<T> => {
    pass(`before ${name}`);
    const result = await change();
    pass(`after ${name}`);
    return result;
  };
  return {
    ...store,
    create: (key, ...rest) => around(`create ${key}`, () => store.create(key, ...rest)),
    replace: (key, ...rest) => around(`replace ${key}`, () => store.replace(key, ...rest)),
    remove: (key, ...rest) => around(`remove ${key}`, () => store.remove(key, ...rest)),
    flush: (keys) => around("flush", () => store.flush(keys)),
  };
}

/** Files of an audit log whose every write is a point before, one in the middle of its bytes and one after. */
export function killingFiles(files: AuditFiles, { pass }: KillSwitch): AuditFiles {
  return {
    ...files,
    writeAt: async (month, offset, bytes) => {
      pass("before audit");
      const half = bytes.subarray(0, bytes.length >> 1);
      await files.writeAt(month, offset, half);
      pass("within audit");
      await files.writeAt(month, offset + half.length, bytes.subarray(half.length));
      pass("after audit");
    },
  };
}

/** An adapter whose every send and edit is a point before and a point after. */
export function killingAdapter(adapter: ChatAdapter, { pass }: KillSwitch): ChatAdapter {
  const around = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    pass(`before ${name}`);
    const result = await act();
    pass(`after ${name}`);
    return result;
  };
  return {
    ...adapter,
    send: (...call) => around("send", () => adapter.send(...call)),
    update: (...call) => around("edit", () => adapter.update(...call)),
    notify: (...call) => around("notify", () => adapter.notify(...call)),
  };
}

/** Makes every start of a program a point before, and one right after, when nobody has written down yet that it runs. */
export function killAtSpawns({ pass }: KillSwitch): void {
  channel("child_process").subscribe(() => {
    pass("before spawn");
    queueMicrotask(() => pass("after spawn"));
  });
}

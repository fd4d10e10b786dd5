// Takes the lock of a key, says so, and holds it until it is killed: `node lock-holder.mjs <key-lock.js> <system.js>
// <directory> <host> <key>`.
import { writeSync } from "node:fs";

const [modulePath, systemPath, directory, host, key] = process.argv.slice(2);
const { createKeyLock } = await import(modulePath);
const { systemClock, systemIds } = await import(systemPath);
const lock = createKeyLock({ directory, clock: systemClock, ids: systemIds, host, warn: console.error });
await lock.run(key, () => {
  writeSync(1, "held\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});

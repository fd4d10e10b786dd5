// Writes to an audit log until it kills itself at its n-th write: before it, after it, or with a part of it done.
import { createAuditFiles, auditDirectoryOf } from "../../../../dist/src/bot/audit/log/files.js";
import { createJournal } from "../../../../dist/src/bot/audit/log/journal.js";
import { createFileStore, systemClock, systemIds } from "../../../../dist/src/runtime/index.js";

const [directory, deathWrite, how] = process.argv.slice(2);
const files = createAuditFiles(auditDirectoryOf(directory));
const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
let writes = 0;

async function attempt(act, actPartly) {
  writes += 1;
  if (writes !== Number(deathWrite)) return await act();
  if (how === "after") await act();
  if (how === "half") await actPartly();
  process.kill(process.pid, "SIGKILL");
  return await new Promise(() => undefined);
}

const journal = createJournal({
  files: {
    ...files,
    writeAt: (month, offset, bytes) =>
      attempt(
        () => files.writeAt(month, offset, bytes),
        () => files.writeAt(month, offset, bytes.subarray(0, bytes.length >> 1)),
      ),
  },
  store: {
    ...store,
    create: (...given) =>
      attempt(
        () => store.create(...given),
        () => undefined,
      ),
    replace: (...given) =>
      attempt(
        () => store.replace(...given),
        () => undefined,
      ),
  },
  clock: systemClock,
  onDamage: (words) => process.stdout.write(`damage: ${words}\n`),
});

for (let n = 1; n <= 8; n += 1) {
  await journal.append([{ id: `decision:${n}`, what: "vote", at: new Date().toISOString(), run: "A2B3C4D5" }]);
}
await journal.close();
process.stdout.write("ended\n");

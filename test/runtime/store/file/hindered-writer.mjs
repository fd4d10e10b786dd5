// Uses a store under difficulties and tells how it went: `node hindered-writer.mjs <file-store.js> <system.js>
// <directory> <operations> <user>`. With a user id it first gives up being root, for whom no directory is read-only.
import { writeSync } from "node:fs";

const [modulePath, systemPath, directory, names, user] = process.argv.slice(2);
const { createFileStore } = await import(modulePath);
const { systemClock, systemIds } = await import(systemPath);
const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
if (user !== undefined && process.getuid() === 0) process.seteuid(Number(user));

const large = { text: "x".repeat(100_000) };
const operations = {
  read: () => store.read("doc"),
  create: () => store.create("new", large),
  replace: async () => store.replace("doc", large, (await store.read("doc")).version),
  remove: async () => store.remove("doc", (await store.read("doc")).version),
  list: () => store.list(""),
  changes: () => store.changes(),
};
const told = {};
for (const name of names.split(",")) {
  told[name] = await operations[name]().then(
    (result) => ({ result }),
    ({ code, message, cause }) => ({ code, message, cause: cause?.code }),
  );
}
writeSync(1, JSON.stringify(told));

// One of several processes that write to one change log: `node change-writer.mjs <change-log.js> <system.js> <directory>
// <name> <count>`. Every change makes a file `published/<key>`. Generations are tiny, so they change all the time.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [modulePath, systemPath, directory, name, count] = process.argv.slice(2);
const { createChangeLog } = await import(modulePath);
const { systemIds } = await import(systemPath);
const log = createChangeLog(directory, systemIds, 5_000);
for (let n = 0; n < Number(count); n += 1) {
  const key = `${name}_${n}`;
  log.around(key, () => writeFileSync(join(directory, "published", key), ""));
}

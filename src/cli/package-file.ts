import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Path of this package's package.json, found upwards from a module of it (sources and built files alike). */
export function findPackageFile(moduleUrl: string): string {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("package.json of lobster-chat not found; install the package again");
    folder = parent;
  }
  return join(folder, "package.json");
}

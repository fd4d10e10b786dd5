import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The version of this package, from its package.json, found upwards from the program (sources and built files alike). */
export function readPackageVersion(moduleUrl: string): string {
  let folder = path.dirname(fileURLToPath(moduleUrl));
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("package.json of lobster-chat not found; install the package again");
    folder = parent;
  }
  const content: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const version = typeof content === "object" && content !== null && "version" in content ? content.version : undefined;
  return String(version);
}

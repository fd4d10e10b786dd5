import { readFile } from "node:fs/promises";
import { findPackageFile } from "../package-file.ts";
import type { CheckResult } from "./check.ts";

/** Is this Node new enough for the package? `version` is `process.versions.node`. */
export async function checkNode(version = process.versions.node): Promise<CheckResult> {
  const wanted = await readWantedNode();
  const ok = compareVersions(version, wanted) >= 0;
  return {
    ok,
    detail: `Node ${version}; ${wanted} or newer is needed`,
    ...(ok ? {} : { fix: `Install Node ${wanted} or newer` }),
  };
}

async function readWantedNode(): Promise<string> {
  const manifest = JSON.parse(await readFile(findPackageFile(import.meta.url), "utf8")) as {
    readonly engines?: { readonly node?: unknown };
  };
  return /\d+(\.\d+)*/.exec(String(manifest.engines?.node))?.[0] ?? "0";
}

function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => text.split(".").map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

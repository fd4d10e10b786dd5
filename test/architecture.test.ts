import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

/** Which layers a layer may import from, besides itself (design.md, Layout). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  config: [],
  embed: ["runtime", "config"],
  sdk: ["runtime", "config", "embed"],
  cli: ["runtime", "config", "embed", "sdk"],
  bot: ["runtime", "config"],
  terminal: ["bot", "config"],
  telegram: ["bot", "config"],
  discord: ["bot", "config"],
  main: ["runtime", "config", "bot", "terminal", "telegram", "discord"],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = ["src", "adapters"].flatMap((folder) => listSources(join(ROOT, folder)));
const imports = files.flatMap(readImports);

describe("the architecture", () => {
  it("has only the import directions of the design", () => {
    const wrong = imports
      .map((edge) => ({ ...edge, fromLayer: layerOf(edge.from), toLayer: layerOf(edge.to) }))
      .filter(({ fromLayer, toLayer }) => fromLayer !== toLayer && !(ALLOWED[fromLayer] ?? []).includes(toLayer));
    expect(wrong.map(describeEdge)).toEqual([]);
  });

  it("has no import cycles", () => {
    expect(findCycles(imports.filter((edge) => !edge.typeOnly))).toEqual([]);
  });

  it("reads the environment in the configuration and in the two entry points only", () => {
    const readers = files.filter((file) => /process\.env\b/.test(withoutComments(readFileSync(file, "utf8"))));
    const allowed = /^src\/(config\/|main\.ts|cli\/)/;
    expect(readers.map((file) => relative(ROOT, file)).filter((file) => !allowed.test(file))).toEqual([]);
  });

  it("keeps platform libraries in their adapters", () => {
    const wrong = files.filter((file) => {
      const text = readFileSync(file, "utf8");
      const layer = layerOf(file);
      return (
        (/from "(grammy|@grammyjs\/[^"]+)"/.test(text) && layer !== "telegram") ||
        (/from "discord\.js"/.test(text) && layer !== "discord")
      );
    });
    expect(wrong).toEqual([]);
  });
});

function layerOf(file: string): string {
  const parts = relative(ROOT, file).split("/");
  if (parts[0] === "adapters") return parts[1] ?? "";
  return parts[1] === "main.ts" ? "main" : (parts[1] ?? "");
}

function describeEdge(edge: Import): string {
  return `${relative(ROOT, edge.from)} imports ${relative(ROOT, edge.to)}`;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function readImports(file: string): Import[] {
  const text = withoutComments(readFileSync(file, "utf8"));
  const pattern = /^(?:import|export)\s+(type\s+)?[^;"]*?from\s+"(\.[^"]+)"/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    from: file,
    to: resolve(dirname(file), match[2] ?? ""),
    typeOnly: match[1] !== undefined,
  }));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** Cycles of the import graph, each as the files it goes through. */
function findCycles(edges: readonly Import[]): string[] {
  const next = groupByFile(edges);
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      found.push([...trail.slice(trail.indexOf(file)), file].map((name) => relative(ROOT, name)).join(" -> "));
      return;
    }
    state.set(file, "open");
    for (const edge of next.get(file) ?? []) visit(edge.to, [...trail, file]);
    state.set(file, "done");
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

function groupByFile(edges: readonly Import[]): ReadonlyMap<string, readonly Import[]> {
  const grouped = new Map<string, Import[]>();
  for (const edge of edges) grouped.set(edge.from, [...(grouped.get(edge.from) ?? []), edge]);
  return grouped;
}

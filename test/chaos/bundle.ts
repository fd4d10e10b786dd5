import { symlinkSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "vite";

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Puts a program of this folder into one file, which starts in half the time. `whole`: with all its libraries, too, as a
 * CommonJS module for `start-cached.cjs`. Returns its path.
 */
export async function bundleProgram(name: string, { whole }: { readonly whole: boolean }): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "lobster-bundle-"));
  const fileName = `${name}.${whole ? "cjs" : "mjs"}`;
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: path.join(import.meta.dirname, `${name}.ts`),
      outDir: folder,
      target: "node20",
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: fileName, codeSplitting: !whole, format: whole ? "cjs" : "es" },
      },
    },
    ssr: whole ? { noExternal: true } : { external: true },
  });
  // What is loaded by name while it runs.
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  return path.join(folder, fileName);
}

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";
import type { StageHost } from "../../pipeline/stage-context.ts";
import { stringifyJson, tryParseJson } from "../../stable-json.ts";
import { firstSet } from "../first-set.ts";

/** Answers kept on disk. What cannot be read, does not belong, or is too old is not there; a full disk only warns. */
export interface AnswerCache {
  read(cacheKey: string): Promise<readonly JsonObject[] | undefined>;
  write(cacheKey: string, items: readonly JsonObject[]): Promise<void>;
}

/**
 * The cache of one command: `LOBSTER_CACHE_DIR`, else `~/.lobster/cache` (the peer's is the current directory, fault F26). Files
 * are 0600. Answers are kept 30 days, at most 1,000 of them. Null where the environment names no home.
 */
export function openAnswerCache(command: string, host: StageHost): AnswerCache | null {
  const { environment, cwd } = host;
  const home = firstSet(environment, ["HOME", "USERPROFILE"]);
  const chosen = firstSet(environment, ["LOBSTER_CACHE_DIR"]);
  if (chosen === undefined && home === undefined) return null;
  const root = chosen === undefined ? join(home ?? "", ".lobster", "cache") : resolve(cwd, chosen);
  const directory = join(root, command);
  return {
    read: async (cacheKey) => {
      const text = await readFile(join(directory, `${cacheKey}.json`), "utf8").catch(() => undefined);
      return text === undefined ? undefined : decodeEntry(text, cacheKey, host.clock.now());
    },
    write: async (cacheKey, items) => {
      try {
        await writeEntry(directory, cacheKey, items, host);
        await prune(directory);
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
        host.warn(`[WARN] ${command} could not keep its answer in ${directory} (${code}); check LOBSTER_CACHE_DIR`);
      }
    },
  };
}

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 1000;

function decodeEntry(text: string, cacheKey: string, now: number): readonly JsonObject[] | undefined {
  const entry: JsonValue | undefined = tryParseJson(text)?.value;
  if (!isJsonObject(entry) || ownMember(entry, "cacheKey") !== cacheKey) return undefined;
  const storedAt = ownMember(entry, "storedAt");
  const items = ownMember(entry, "items");
  if (typeof storedAt !== "string" || !Array.isArray(items)) return undefined;
  if (!(now - Date.parse(storedAt) < MAX_AGE_MS)) return undefined;
  return items.every(isJsonObject) ? items : undefined;
}

async function writeEntry(
  directory: string,
  cacheKey: string,
  items: readonly JsonObject[],
  { clock, ids }: StageHost,
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const staged = join(directory, `.${cacheKey}.${ids.hex(4)}.tmp`);
  const storedAt = new Date(clock.now()).toISOString();
  try {
    await writeFile(staged, `${stringifyJson({ items, cacheKey, storedAt }, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(staged, join(directory, `${cacheKey}.json`));
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}

/** Removes the oldest entries beyond the limit. */
async function prune(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".json"));
  if (names.length <= MAX_ENTRIES) return;
  const entries = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      return { path, mtimeMs };
    }),
  );
  entries.sort((a, b) => a.mtimeMs - b.mtimeMs);
  for (const { path } of entries.slice(0, names.length - MAX_ENTRIES)) await rm(path, { force: true });
}

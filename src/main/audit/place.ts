import path from "node:path";
import { auditDirectoryOf, createAuditFiles, type AuditFiles } from "../../bot/audit/log/files.ts";
import { findStateDirectory } from "../../config/find-state-directory.ts";
import { createFileStore, systemClock, systemIds, type StateStore } from "../../runtime/index.ts";
import type { World } from "../world.ts";
import type { Words } from "./words.ts";

/** The log that a command looks at. */
export interface AuditPlace {
  readonly stateDirectory: string;
  readonly auditDirectory: string;
  readonly files: AuditFiles;
  readonly store: StateStore;
}

/** Opens the log of `--state-dir`, else of the bot's own settings. Creates nothing. */
export async function openPlace({ texts }: Words, world: World): Promise<AuditPlace> {
  const given = texts.get("state-dir");
  const stateDirectory = given === undefined ? await findStateDirectory() : path.resolve(given);
  const auditDirectory = auditDirectoryOf(stateDirectory);
  return {
    stateDirectory,
    auditDirectory,
    files: createAuditFiles(auditDirectory),
    store: createFileStore({
      directory: stateDirectory,
      clock: systemClock,
      ids: systemIds,
      warn: (message) => world.stderr.write(`${message}\n`),
    }),
  };
}

/** Writes text and waits while the reader is slower: an export of any size needs little memory. */
export async function writeOut({ stdout }: World, text: string): Promise<void> {
  if (stdout.write(text)) return;
  await new Promise<void>((resolve) => stdout.once("drain", resolve));
}

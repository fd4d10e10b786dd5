import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { auditDirectoryOf, createAuditFiles } from "../../../../src/bot/audit/log/files.ts";
import { verifyAudit } from "../../../../src/bot/audit/verify/verify-audit.ts";
import { createFileStore } from "../../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../../src/runtime/system.ts";
import { makeFolder } from "../../../helpers/temp-folder.ts";

const CHILD = path.join(import.meta.dirname, "kill-child.mjs");

function runChild(directory: string, write: number, how: string): { signal: string | null; stdout: string } {
  const { signal, stdout } = spawnSync(process.execPath, [CHILD, directory, String(write), how], { encoding: "utf8" });
  return { signal, stdout };
}

describe("a process that is killed (-9) between the head, the file and the index", () => {
  it("leaves a log that verifies as it is and is finished by the next process, each record once, nothing damaged", async () => {
    const directory = makeFolder();
    const files = createAuditFiles(auditDirectoryOf(directory));
    const store = createFileStore({ directory, clock: systemClock, ids: systemIds });
    const kills = [
      [1, "after"], // the first head announces lines that no file has
      [2, "half"], // a part of them is there
      [2, "after"], // all of them, and no index
      [3, "after"],
      [4, "half"],
      [5, "after"],
    ] as const;
    for (const [write, how] of kills) {
      const { signal, stdout } = runChild(directory, write, how);
      expect([signal, stdout]).toEqual(["SIGKILL", ""]);
      expect((await verifyAudit({ files, store })).problem).toBeUndefined();
    }
    expect(runChild(directory, 99, "never").stdout).toBe("ended\n");
    const [month = ""] = await files.months();
    const ids = readFileSync(files.nameOf(month), "utf8").match(/decision:\d/g);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `decision:${n}`));
    expect(await verifyAudit({ files, store })).toMatchObject({ records: 8, unfinished: 0, notes: [] });
  });
});

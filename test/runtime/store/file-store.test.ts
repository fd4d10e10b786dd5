import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStore } from "../../../src/runtime/store/file-store.ts";
import { systemClock, systemIds } from "../../../src/runtime/system.ts";
import { describeStateStore } from "../../contracts/state-store.ts";

describeStateStore("the file store", async () => {
  const root = mkdtempSync(join(tmpdir(), "lobster-store-"));
  const directory = join(root, "state");
  const open = () => createFileStore({ directory, clock: systemClock, ids: systemIds });
  return {
    store: open(),
    another: open,
    process: {
      module: new URL("../../../dist/src/runtime/store/file-store.js", import.meta.url).href,
      factory: "createFileStore",
      options: { directory },
    },
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
});

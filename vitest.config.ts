import { defineConfig } from "vitest/config";
import { openMemoryFolder } from "./test/helpers/memory-folder.ts";

const TMPDIR = openMemoryFolder();

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    env: TMPDIR === undefined ? {} : { TMPDIR },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    isolate: false, // no test leaves anything behind for another, so modules are loaded once a worker: half the CPU time
    maxWorkers: 3, // most tests wait for processes and servers, so a machine with two cores has time for three files at once
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2, // most tests wait for processes and servers, so a machine with two cores runs two files at once
  },
});

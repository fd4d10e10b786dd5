import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readEnvFile } from "../../src/config/env-file.ts";
import { createWorkspace } from "./workspace.ts";

describe("readEnvFile", () => {
  test("a directory without .env says nothing", async () => {
    const file = await readEnvFile(await createWorkspace());
    expect(file).toMatchObject({ variables: {}, problems: [] });
  });

  test("values are read with their quotes and comments taken off, and every line is remembered", async () => {
    const text = `# tokens\nNPM_TOKEN='a b' # secret\n\nexport LOBSTER_LOG_LEVEL = debug\n`;
    const file = await readEnvFile(await createWorkspace({ ".env": text }));
    expect(file.variables).toEqual({ NPM_TOKEN: "a b", LOBSTER_LOG_LEVEL: "debug" });
    expect([file.lineOf("NPM_TOKEN"), file.lineOf("LOBSTER_LOG_LEVEL"), file.lineOf("OTHER")]).toEqual([
      2,
      4,
      undefined,
    ]);
  });

  test("misspelt variables are all refused with their lines", async () => {
    const directory = await createWorkspace({ ".env": "LOBSTER_TURBO=1\nTELEGRAM_BOT_TOKN=hidden-value\n" });
    const { problems } = await readEnvFile(directory);
    expect(problems).toMatchObject([
      { file: path.join(directory, ".env"), line: 1, what: "there is no variable LOBSTER_TURBO" },
      { line: 2, fix: expect.stringContaining("Did you mean TELEGRAM_BOT_TOKEN?") },
    ]);
    expect(JSON.stringify(problems)).not.toContain("hidden-value");
  });

  test("a .env that cannot be read is a problem, never an absent file", async () => {
    const directory = await createWorkspace();
    await mkdir(path.join(directory, ".env"));
    await chmod(directory, 0o755);
    expect((await readEnvFile(directory)).problems).toMatchObject([{ what: "cannot be read" }]);
  });

  test("a huge .env is refused", async () => {
    const directory = await createWorkspace({ ".env": "#".repeat(300_000) });
    expect((await readEnvFile(directory)).problems).toHaveLength(1);
  });
});

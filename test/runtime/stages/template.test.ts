import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { createTestHost, itemsOf, run } from "../pipeline/test-host.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "lobster-template-"));
  writeFileSync(join(cwd, "t.txt"), "file {{n}}\n");
  writeFileSync(join(cwd, "bad.txt"), "{{n | nosuch}}");
  writeFileSync(join(cwd, "large.txt"), Buffer.alloc(1024 * 1024 + 1, "x"));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("template", () => {
  test.each<[string, JsonValue]>([
    ["template --text 'a {{n}}'", "a 1"],
    ["template a {{n}}", "a 1"],
    ["template --text '{{n}}' ignored", "1"],
    ["template --text '' {{n}}", "1"],
    ["template --text x --file nosuch", "x"],
    ["template --file t.txt", "file 1\n"],
    ["template --file=./t.txt", "file 1\n"],
  ])("%s renders %j", async (pipeline, expected) => {
    expect(await itemsOf(pipeline, [{ n: 1 }], { host: createTestHost({ cwd }) })).toEqual([expected]);
  });

  test("every item becomes one text", async () => {
    expect(await itemsOf("template {{.}}", [1, "a", null])).toEqual(["1", "a", ""]);
  });

  test.each([
    ["template", "template requires --text or --file (or positional text)"],
    ["template --text ''", "template requires --text or --file (or positional text)"],
    ["template --file", "template --file needs a value"],
    ["template '{{n | nosuch}}'", "Unknown template filter: nosuch"],
    ["template --file bad.txt", "Unknown template filter: nosuch"],
    ["template --file large.txt", "is larger than 1048576 bytes"],
  ])("%s is refused", async (pipeline, message) => {
    await expect(run(pipeline, [1], { host: createTestHost({ cwd }) })).rejects.toThrow(message);
  });

  test("a missing file is named, without the engine's words", async () => {
    await expect(run("template --file nosuch", [1], { host: createTestHost({ cwd }) })).rejects.toMatchObject({
      code: "not_started",
      message: `template could not read ${join(cwd, "nosuch")}; check --file (it is found from ${cwd})`,
    });
  });
});

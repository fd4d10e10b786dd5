import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DIFFERENCES } from "./differences.ts";
import { runCase, type RecordedCase } from "./run-case.ts";

const FOLDER = join(import.meta.dirname, "recorded");
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

describe.each(files)("the recorded cases of %s", (file) => {
  const cases = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as readonly RecordedCase[];

  it.each(cases.map((recorded) => [recorded.name, recorded] as const))("%s", async (name, recorded) => {
    const seen = await runCase(recorded);
    const difference = Object.hasOwn(DIFFERENCES, name) ? DIFFERENCES[name] : undefined;
    const wanted = {
      expect: difference?.expect ?? recorded.expect,
      exit: difference?.exit ?? recorded.exit,
      stderr: difference?.stderr ?? recorded.stderr ?? recorded.exit.map(() => ""),
      filesAfter: difference?.filesAfter ?? recorded.filesAfter ?? {},
    };
    expect(recorded.engineText === true ? withoutWords(seen) : seen).toEqual(
      recorded.engineText === true ? withoutWords(wanted) : wanted,
    );
  });
});

it("every difference belongs to a recorded case and says why", () => {
  const names = new Set(
    files.flatMap((file) =>
      (JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as readonly RecordedCase[]).map(({ name }) => name),
    ),
  );
  expect(Object.keys(DIFFERENCES).filter((name) => !names.has(name))).toEqual([]);
  expect(Object.values(DIFFERENCES).filter(({ because, why }) => !/^[WF]\d+$/.test(because) || why === "")).toEqual([]);
});

/** The words of a YAML, JSON or schema library are its own; type and exit code are compared. */
function withoutWords<T extends { readonly expect: readonly unknown[] }>(observation: T): T {
  const expected = observation.expect.map((envelope) => {
    const { error } = envelope as { readonly error?: { readonly type: string } };
    return error === undefined ? envelope : { error: { type: error.type } };
  });
  return { ...observation, expect: expected };
}

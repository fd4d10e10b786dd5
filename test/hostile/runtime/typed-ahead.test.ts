import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { callCli } from "../../helpers/in-process-cli.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

const TWO_GATES =
  "steps:\n  - {id: one, approval: One?}\n  - {id: two, approval: Two?}\n  - {id: deploy, run: 'touch deployed'}\n";

/** The end of a call, or `hangs` after a while. */
async function orHang<T>(call: Promise<T>): Promise<T | "hangs"> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<"hangs">((resolve) => {
    timer = setTimeout(() => resolve("hangs"), 3000);
  });
  return await Promise.race([call, patience]).finally(() => clearTimeout(timer));
}

it("answers typed ahead at the terminal reach the gates they are for", async () => {
  const cwd = makeFolder({ "w.lobster": TWO_GATES });
  const ended = await orHang(callCli(["run", "w.lobster"], { cwd, typed: ["y", "y"] }));
  expect(ended).toMatchObject({ code: 0 });
  expect(existsSync(`${cwd}/deployed`)).toBe(true);
});

it("a terminal that is closed after the first answer is a no to the next gate, not a wait for ever", async () => {
  const cwd = makeFolder({ "w.lobster": TWO_GATES });
  const ended = await orHang(callCli(["run", "w.lobster"], { cwd, typed: ["y"] }));
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("Not approved") });
  expect(existsSync(`${cwd}/deployed`)).toBe(false);
});

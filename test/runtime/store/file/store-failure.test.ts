import { expect, test } from "vitest";
import { LobsterError } from "../../../../src/runtime/errors.ts";
import { explainingFailures } from "../../../../src/runtime/store/file/store-failure.ts";

test.each([
  ["ENOSPC", "there is no space left; free some space there, or set LOBSTER_STATE_DIR to another disk"],
  ["EDQUOT", "there is no space left; free some space there, or set LOBSTER_STATE_DIR to another disk"],
  ["EROFS", "that file system is read-only; make it writable, or set LOBSTER_STATE_DIR to a directory elsewhere"],
  ["EIO", "the disk reported an error; check the disk before anything else"],
  ["EMFILE", "too many files are open; raise the limit (ulimit -n) and try again"],
  ["EWEIRD", "it broke; check that directory, or set LOBSTER_STATE_DIR to another one"],
  ["constructor", "it broke; check that directory, or set LOBSTER_STATE_DIR to another one"],
])("%s becomes words with a next step", async (code, words) => {
  const cause = Object.assign(new Error("it broke"), { code });
  const failing = explainingFailures("/state", "write run_1", () => {
    throw cause;
  });
  await expect(failing).rejects.toMatchObject({
    code: "store_unavailable",
    type: "runtime_error",
    message: `cannot write run_1 in the state directory /state: ${words}`,
    facts: { directory: "/state", code },
    cause,
  });
});

test("an error of the runtime's own comes through as it is", async () => {
  const own = new LobsterError("invalid_state", "not JSON");
  await expect(explainingFailures("/state", "read a", () => Promise.reject(own))).rejects.toBe(own);
});

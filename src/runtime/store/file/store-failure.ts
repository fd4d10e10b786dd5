import { LobsterError, messageOf, systemCodeOf } from "../../errors.ts";

/**
 * Does `action`; whatever it throws comes out as a {@link LobsterError}: its own ones as they are, those of the system
 * as `store_unavailable` naming the directory, what was tried (`attempt`, such as "write run_1") and what to do next.
 */
export async function explainingFailures<T>(
  directory: string,
  attempt: string,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof LobsterError) throw error;
    const code = systemCodeOf(error);
    const [reason, advice] = EXPLANATIONS.get(code) ?? [messageOf(error), GENERAL_ADVICE];
    const message = `cannot ${attempt} in the state directory ${directory}: ${reason}; ${advice}`;
    throw new LobsterError("store_unavailable", message, { facts: { directory, code }, cause: error });
  }
}

type Explanation = readonly [reason: string, advice: string];

const GENERAL_ADVICE = "check that directory, or set LOBSTER_STATE_DIR to another one";
const FULL: Explanation = ["there is no space left", "free some space there, or set LOBSTER_STATE_DIR to another disk"];
const DENIED: Explanation = [
  "this user may not do that there",
  "give the user access (chown, chmod u+rwx), or set LOBSTER_STATE_DIR to a directory of its own",
];
const NO_DIRECTORY: Explanation = [
  "a part of that path is a file, not a directory",
  "move the file away, or set LOBSTER_STATE_DIR to a directory",
];
const TOO_MANY: Explanation = ["too many files are open", "raise the limit (ulimit -n) and try again"];

const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map<string, Explanation>([
  ["ENOSPC", FULL],
  ["EDQUOT", FULL],
  ["EFBIG", ["the file would exceed the largest size allowed", "raise the limit (ulimit -f) and try again"]],
  ["EACCES", DENIED],
  ["EPERM", DENIED],
  ["EROFS", ["that file system is read-only", "make it writable, or set LOBSTER_STATE_DIR to a directory elsewhere"]],
  ["ENOTDIR", NO_DIRECTORY],
  ["EEXIST", NO_DIRECTORY],
  ["EIO", ["the disk reported an error", "check the disk before anything else"]],
  ["EISDIR", ["there is a directory where a file should be", "move that directory away"]],
  ["EMFILE", TOO_MANY],
  ["ENFILE", TOO_MANY],
  ["ENOENT", ["something in it disappeared meanwhile", "check that nothing else clears the directory, and try again"]],
]);

import { expect, test } from "vitest";
import { resolveGivenPath, resolveStateDirectory } from "../../src/config/state-directory.ts";

test.each([
  [{}, "/home/ada/.lobster/state"],
  [{ LOBSTER_STATE_DIR: "   " }, "/home/ada/.lobster/state"],
  [{ LOBSTER_STATE_DIR: " /var/lobster " }, "/var/lobster"],
  [{ LOBSTER_STATE_DIR: "state" }, "/srv/bot/state"],
  [{ LOBSTER_STATE_DIR: "~/elsewhere" }, "/home/ada/elsewhere"],
])("with %j state lives in %s", (environment, directory) => {
  expect(resolveStateDirectory(environment, "/home/ada", "/srv/bot")).toBe(directory);
});

test("a tilde is the home directory only where a shell would take it for that", () => {
  expect(resolveGivenPath("~", "/home/ada", "/srv")).toBe("/home/ada");
  expect(resolveGivenPath("~ada/x", "/home/ada", "/srv")).toBe("/srv/~ada/x");
});

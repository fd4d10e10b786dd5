import { expect, test } from "vitest";
import type { Environment } from "../../../src/runtime/ports.ts";
import { resolveShell } from "../../../src/runtime/process/resolve-shell.ts";

test.each<[Environment, string, readonly string[], boolean]>([
  [{}, "/bin/sh", ["-c", "TEXT"], true],
  [{ SHELL: "/bin/zsh" }, "/bin/sh", ["-c", "TEXT"], true],
  [{ LOBSTER_SHELL: "  " }, "/bin/sh", ["-c", "TEXT"], true],
  [{ LOBSTER_SHELL: " /usr/bin/bash " }, "/usr/bin/bash", ["-c", "TEXT"], true],
  [{ LOBSTER_SHELL: "bash -x" }, "bash -x", ["-c", "TEXT"], false],
  [{ LOBSTER_SHELL_LOGIN: "1" }, "/bin/sh", ["-lc", "TEXT"], true],
  [{ LOBSTER_SHELL_LOGIN: "0" }, "/bin/sh", ["-c", "TEXT"], true],
  [{ LOBSTER_SHELL: "zsh", LOBSTER_SHELL_LOGIN: "1" }, "zsh", ["-lc", "TEXT"], true],
  [{ LOBSTER_SHELL: "/usr/bin/fish" }, "/usr/bin/fish", ["-c", "TEXT"], false],
  [{ LOBSTER_SHELL: "python3" }, "python3", ["-c", "TEXT"], false],
  [{ LOBSTER_SHELL: "/opt/PwSh" }, "/opt/PwSh", ["-NoProfile", "-Command", "TEXT"], false],
  [{ LOBSTER_SHELL: "powershell.exe" }, "powershell.exe", ["-NoProfile", "-Command", "TEXT"], false],
  [{ LOBSTER_SHELL: "cmd.exe" }, "cmd.exe", ["/d", "/s", "/c", "TEXT"], false],
])("with %j the shell is %s %j (POSIX: %s)", (environment, file, args, posix) => {
  const shell = resolveShell(environment, "linux");
  expect({ file: shell.file, args: shell.argumentsFor("TEXT"), posix: shell.posix }).toEqual({ file, args, posix });
});

test.each<[Environment, string, readonly string[]]>([
  [{}, "cmd.exe", ["/d", "/s", "/c", "TEXT"]],
  [{ ComSpec: String.raw`C:\Windows\cmd.exe` }, String.raw`C:\Windows\cmd.exe`, ["/d", "/s", "/c", "TEXT"]],
  [{ COMSPEC: "other.exe" }, "other.exe", ["/d", "/s", "/c", "TEXT"]],
  [{ LOBSTER_SHELL: String.raw`C:\pwsh.EXE` }, String.raw`C:\pwsh.EXE`, ["-NoProfile", "-Command", "TEXT"]],
  [{ LOBSTER_SHELL: "bash.exe", LOBSTER_SHELL_LOGIN: "1" }, "bash.exe", ["/d", "/s", "/c", "TEXT"]],
])("on Windows with %j the shell is %s %j and never POSIX", (environment, file, args) => {
  const shell = resolveShell(environment, "win32");
  expect({ file: shell.file, args: shell.argumentsFor("TEXT"), posix: shell.posix }).toEqual({
    file,
    args,
    posix: false,
  });
});

test.each([
  ["/usr/local/bin/bash", "bash"],
  [String.raw`C:\Tools\PowerShell.exe`, "powershell"],
])("the name of %s is %s", (file, name) => {
  expect(resolveShell({ LOBSTER_SHELL: file }, "linux").name).toBe(name);
});

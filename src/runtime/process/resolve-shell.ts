import { ownMember } from "../json.ts";
import type { Environment } from "../ports.ts";

/** The program that runs command text, and how text is handed to it. */
export interface Shell {
  /** The executable, as a path or as a name to be found on `PATH`. */
  readonly file: string;
  /** The arguments that make the shell run `text`. */
  argumentsFor(text: string): string[];
  /** True when POSIX quoting holds in `text`. False for anything not known to be such a shell. */
  readonly posix: boolean;
  /** Lower-case base name without `.exe`, for messages. */
  readonly name: string;
}

/**
 * Chooses the shell for a step from the step's own environment (stages-and-cli §8.5): `LOBSTER_SHELL`, else `/bin/sh`,
 * on Windows `ComSpec`. It is not a login shell unless `LOBSTER_SHELL_LOGIN` is `1` (workflows-and-checkpoints §21), and
 * `SHELL` is ignored. Whether the executable exists is found out by starting it.
 */
export function resolveShell(environment: Environment, platform: NodeJS.Platform = process.platform): Shell {
  const windows = platform === "win32";
  const chosen = readText(environment, "LOBSTER_SHELL");
  const file = chosen ?? (windows ? windowsShell(environment) : "/bin/sh");
  const name = baseName(file);
  const flags = chooseFlags(name, windows, readText(environment, "LOBSTER_SHELL_LOGIN") === "1");
  return {
    file,
    argumentsFor: (text) => [...flags, text],
    posix: POSIX_SHELLS.has(name) && flags !== CMD_FLAGS,
    name,
  };
}

function chooseFlags(name: string, windows: boolean, login: boolean): readonly string[] {
  if (name === "powershell" || name === "pwsh") return POWERSHELL_FLAGS;
  if (windows || name === "cmd") return CMD_FLAGS;
  return login ? ["-lc"] : ["-c"];
}

function windowsShell(environment: Environment): string {
  return readText(environment, "ComSpec") ?? readText(environment, "COMSPEC") ?? "cmd.exe";
}

function readText(environment: Environment, name: string): string | undefined {
  return ownMember(environment, name)?.trim() || undefined;
}

function baseName(file: string): string {
  const last = file.split(/[/\\]/).at(-1) ?? file;
  return last.toLowerCase().replace(/\.exe$/, "");
}

const POWERSHELL_FLAGS: readonly string[] = ["-NoProfile", "-Command"];
const CMD_FLAGS: readonly string[] = ["/d", "/s", "/c"];

/** Shells whose single and double quotes follow POSIX. Others (fish, csh, python …) get no substituted text. */
const POSIX_SHELLS: ReadonlySet<string> = new Set([
  "sh",
  "ash",
  "bash",
  "rbash",
  "dash",
  "ksh",
  "ksh93",
  "mksh",
  "oksh",
  "yash",
  "zsh",
]);

import { passAsCode, restrictInput } from "./nested-code.ts";
import type { Command } from "../commands/command.ts";
import type { Scan } from "../scan.ts";
import { isUncertain, wordPlaceholders, wordText, type Word } from "../words/word.ts";

/**
 * Finds shells, and what else runs its arguments as commands, anywhere among the words: `env`, `xargs`, `find -exec` and
 * many more start what stands behind them. A word that comes from a value counts where such a program starts it.
 */
export function judgePrograms(scan: Scan, command: Command): void {
  const { words } = command;
  const startsOthers = words[0] !== undefined && STARTERS.has(programName(words[0]));
  for (const [index, word] of words.entries()) {
    if (index > 0 && !startsOthers && wordPlaceholders(word).length > 0) continue;
    const name = programName(word);
    if (SHELLS.has(name)) judgeShell(scan, command, index);
    else if (CODE_TAKERS.has(name)) {
      passAsCode(scan, [...words.slice(index + 1), ...command.hereStrings]);
      for (const document of scan.pending) document.trust = "word";
    }
  }
}

/** The last part of a path: what decides which program a word is. */
export function programName(word: Word): string {
  return wordText(word).replace(/^.*\//s, "");
}

/** `sh script …` runs a file; other words are data to it. Everything else that a shell can be told is code. */
function judgeShell(scan: Scan, { words, hereStrings }: Command, at: number): void {
  const rest = words.slice(at + 1);
  switch (findSource(rest)) {
    case "file":
      return;
    case "argument":
      passAsCode(scan, rest);
      if (words.some((word) => programName(word) === "xargs")) restrictInput(scan);
      return;
    case "input":
      passAsCode(scan, [...rest, ...hereStrings]);
      restrictInput(scan);
  }
}

/** Where a shell with these words finds its commands; in doubt, in an argument. */
function findSource(words: readonly Word[]): "file" | "argument" | "input" {
  let isValue = false;
  for (const word of words) {
    const text = wordText(word);
    if (isUncertain(word)) return "argument";
    if (isValue) isValue = false;
    else if (text === "-" || text === "--" || text === "/dev/stdin") continue;
    else if (!/^[-+]/.test(text)) return text === "" ? "argument" : "file";
    else if (/^--(rcfile|init-file)|^[-+][A-Za-z]*[cC]/.test(text)) return "argument";
    else if (/^[-+][A-Za-z]*s/.test(text)) return "input";
    else isValue = /^[-+][A-Za-z]*[oO]$/.test(text);
  }
  return "input";
}

const SHELLS = listNames(`
  sh ash bash rbash dash ksh ksh93 rksh mksh oksh lksh pdksh posh yash zsh rzsh
  fish csh tcsh elvish pwsh powershell`);

/** Programs and builtins all of whose arguments count as code. */
const CODE_TAKERS = listNames("eval ssh slogin rsh remsh autossh su runuser");

/** What runs the program that its arguments name. */
const STARTERS = listNames(`
  command builtin exec env nohup nice ionice chrt taskset timeout time sudo doas setsid stdbuf chroot unshare nsenter
  xargs find parallel watch script flock busybox toybox docker podman kubectl sshpass strace ltrace setpriv capsh
  systemd-run`);

function listNames(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

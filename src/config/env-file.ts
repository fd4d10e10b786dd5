import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "./config.ts";
import type { ConfigProblem } from "./problem.ts";
import { findUnknownVariable, type UnknownVariable } from "./variables.ts";

/** What `.env` says. A file that is not there says nothing. */
export interface EnvFile {
  /** Absolute path. */
  readonly file: string;
  readonly variables: Environment;
  /** 1-based line of the assignment that counts, if `.env` has one. */
  lineOf(name: string): number | undefined;
  readonly problems: readonly ConfigProblem[];
}

/** A file beyond this is not an environment file. */
const MAX_CHARS = 256 * 1024;

/** Reads `.env` in `cwd`, with Node's own reader, and refuses misspelt names of our variables. Never throws. */
export async function readEnvFile(cwd: string): Promise<EnvFile> {
  const file = path.join(cwd, ".env");
  const text = await readFile(file, "utf8").catch((error: unknown) => (isMissing(error) ? "" : undefined));
  if (text === undefined) return withProblem(file, "cannot be read", "Make it readable for the user the bot runs as.");
  if (text.length > MAX_CHARS) {
    return withProblem(file, `is longer than ${MAX_CHARS} characters`, "Keep only NAME=value lines in it.");
  }
  const variables: Environment = { ...parseEnv(text) };
  const lines = readLines(text);
  const lineOf = (name: string): number | undefined => lines.get(name);
  const problems = Object.keys(variables).flatMap((name) => {
    const unknown = findUnknownVariable(name);
    return unknown === undefined ? [] : [unknownVariable(file, unknown, lineOf(name))];
  });
  return { file, variables, lineOf, problems };
}

/** True for the error of a path that does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function readLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of text.split("\n").entries()) {
    const name = /^\s*(?:export\s+)?([^\s=#]+)\s*=/.exec(line)?.[1];
    if (name !== undefined) lines.set(name, index + 1);
  }
  return lines;
}

function unknownVariable(file: string, unknown: UnknownVariable, line: number | undefined): ConfigProblem {
  const fix =
    unknown.nearest === undefined
      ? "Remove it; .env.example names every variable there is."
      : `Did you mean ${unknown.nearest}? .env.example names every variable there is.`;
  return { file, ...(line === undefined ? {} : { line }), what: `there is no variable ${unknown.name}`, fix };
}

function withProblem(file: string, what: string, fix: string): EnvFile {
  return { file, variables: {}, lineOf: () => undefined, problems: [{ file, what, fix }] };
}

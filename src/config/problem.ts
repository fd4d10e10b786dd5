/** One thing that is wrong with the configuration: where, what, and what to do. Values of secrets never stand in it. */
export interface ConfigProblem {
  /** The file, as a path, or `environment` for a variable of the process. */
  readonly file: string;
  /** 1-based, where known. */
  readonly line?: number;
  /** 1-based, where known. */
  readonly column?: number;
  readonly what: string;
  readonly fix: string;
}

/** The one message that stops a start: every problem with its place and what to do, in the order of the files. */
export function formatProblems(problems: readonly ConfigProblem[]): string {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return [`The configuration has ${count}:`, ...problems.map(formatProblem)].join("\n");
}

function formatProblem(problem: ConfigProblem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(":");
  return `  ${place}  ${problem.what}\n      ${problem.fix}`;
}

/** Help of the subcommands that have options of their own. */
export const COMMAND_HELP: ReadonlyMap<string, string> = new Map([
  [
    "graph",
    `lobster graph: draws the steps of a workflow, and what they hand to each other. Gates are diamonds.

Usage:
  lobster graph <file.lobster> [--format FORMAT] [--args-json JSON] [--output PATH]
  lobster graph --file <path> [--format FORMAT] [--args-json JSON] [--output PATH]

Options:
  --file       Workflow file path (.lobster, .yaml, .yml, .json)
  --format     Output format: mermaid (default), dot, ascii, svg, png
  --args-json  JSON object that fills the arguments in labels
  --output     File to write to; default stdout

Exit codes: 0 drawn, 1 the workflow cannot be loaded or drawn, 2 the command line cannot be understood
`,
  ],
  [
    "validate",
    `lobster validate: loads workflow files with everything they include and says what is wrong with them. Runs nothing.

Usage:
  lobster validate <file.lobster …> [--json]

Every problem is named with its file, line and column; then come warnings, who has to decide at each gate, and what
cannot be known before a run.

Options:
  --json  one JSON object on stdout: { ok, files: [{ file, ok, problems, warnings, gates, notes }] }

Exit codes: 0 every file can run, 1 problems, 2 the command line cannot be understood
`,
  ],
  [
    "explain",
    `lobster explain: says in words what a workflow does, where it stops, and who can let it go on. Runs nothing.

Usage:
  lobster explain <file.lobster> [--json]

With a lobster.config.yaml in this folder (or LOBSTER_CONFIG) the people who can open each gate are named.

Options:
  --json  the same as one JSON object on stdout

Exit codes: 0 explained, 1 the workflow cannot be loaded, 2 the command line cannot be understood
`,
  ],
  [
    "pending",
    `lobster pending: lists the gates that wait for a decision, the oldest first, then the runs that were interrupted.

Usage:
  lobster pending [--json]

Options:
  --json  one JSON object on stdout: { gates: [{ gate, token, approvalId, runId, … }], interrupted: [{ runId, … }], left: [{ runId, … }], damaged }

Exit codes: 0 listed, 1 the state directory or a checkpoint in it cannot be read, 2 the command line cannot be understood
`,
  ],
  [
    "sweep",
    `lobster sweep: expires gates whose time is over, opens those whose hold is over, and runs what follows. For a timer
such as cron, where no bot does it; without either an overdue gate only refuses.

Usage:
  lobster sweep [--json]

Whether a gate is due is looked at again as it is decided: a decision that came before stands. It also goes on with runs whose
process died behind an approval, an answer or a retry, with no step under way. Runs that are decided in chat go on where their
bot is. About once a day, it removes runs that have been over for 90 days, with their gates and step results; two sweeps a
day apart must both find them old. In the state directory of a bot the bot does that.

Options:
  --json  one JSON object on stdout: { gates: [{ gate, runId, step, became, envelope, … }], removed?: [{ runId, … }] }

Exit codes: 0 done, 1 a run failed or a checkpoint cannot be read, 2 the command line cannot be understood
`,
  ],
  [
    "doctor",
    `lobster doctor: checks that runs can work here: Node, shell, state directory, configuration, gateway, language model.

Usage:
  lobster doctor [note …]

Always answers with one JSON envelope; its output has the checks. What is wrong comes with what to do about it. No
connection is made.

Exit codes: 0 everything works, 1 something does not
`,
  ],
]);

import { COMMAND_HELP } from "../command-help.ts";
import type { CliWorld } from "../world.ts";

const GENERAL = `lobster: workflows that stop at gates until the right people have said yes

Usage:
  lobster run <file.lobster> [--args-json JSON] [--mode tool|human]
  lobster run --file <path> [--args-json JSON] [--mode tool|human]
  lobster run '<stage> | <stage> …'
  lobster resume --token <token> --approve yes|no
  lobster resume --id <approval id> --approve yes|no
  lobster resume --token <token> --response-json JSON
  lobster resume --token <token> --cancel
  lobster resume --id <approval id> --withdraw
  lobster resume --run <run id> --retry|--abandon
  lobster sweep
  lobster pending [--json]
  lobster validate <file …> [--json]
  lobster explain <file> [--json]
  lobster graph <file> [--format mermaid|dot|ascii|svg|png]
  lobster doctor
  lobster version
  lobster help [command]

Options of run:
  --mode tool|human   tool: one JSON envelope on stdout, whatever happens. Default: human
  --file PATH         the workflow file (.lobster, .yaml, .yml, .json)
  --args-json JSON    arguments of the workflow, a JSON object
  --timeout-ms N      limit on executing time (waiting at a gate is free); 0: none. Default: 3600000
  --dry-run           show what would run, and run nothing
  --                  everything after it belongs to the pipeline

Options of resume:
  --reason TEXT       why; some gates want one with an approve
  --confirm TEXT      what the gate wants typed
  --digest HEX        refuse unless the gate still holds what was shown (at least 12 digits)
  --withdraw          take back your own approve while the gate waits for others, or is held
  --as-operator       decide a run here that is decided in chat; recorded and shown
  --run ID            an interrupted run: its process died in a step, and nobody knows whether that took effect
  --retry             let that step run once more; an approval gate before it is asked for again
  --abandon           end the run; what is left of the step is ended first

Who decides is LOBSTER_APPROVAL_APPROVED_BY, in the groups LOBSTER_APPROVAL_APPROVER_GROUPS (release,security).

Examples:
  lobster run workflows/deploy-guard.lobster --mode tool
  LOBSTER_APPROVAL_APPROVED_BY=release-manager lobster resume --id d2bc4eba --approve yes
`;

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["run", "lobster run: starts a workflow file or a pipeline and goes on to its first gate or its end.\n\n"],
  [
    "resume",
    "lobster resume: decides a gate, or about an interrupted run, and runs the rest. Always answers with one JSON envelope.\n\n",
  ],
  ["version", "lobster version: prints the version.\n\n"],
]);

/** `lobster help [name]`: general help, or a command's own with it. Unknown names end with exit code 2. */
export async function helpCommand(words: readonly string[], world: CliWorld): Promise<number> {
  const [name] = words;
  if (name === undefined) {
    world.stdout.write(GENERAL);
    return 0;
  }
  const text = COMMAND_HELP.get(name) ?? COMMANDS.get(name) ?? (await stageHelp(name));
  if (text === undefined) {
    world.stderr.write(`Unknown command: ${name}\n`);
    return 2;
  }
  world.stdout.write(COMMANDS.has(name) ? text + GENERAL : text);
  return 0;
}

async function stageHelp(name: string): Promise<string | undefined> {
  const { describeStage } = await import("../stage-help.ts");
  return await describeStage(name);
}

/** What the specification lists about the peer under a number, and what this package does about it. */
export interface Decision {
  readonly peer: string;
  readonly here: string;
  /** Tests beside the conformance cases; the only ones where an envelope cannot show the difference. */
  readonly tests?: readonly string[];
}

/** Faults of stages, command line and SDK (stages-and-cli §28). */
const STAGE_DECISIONS: Readonly<Record<`F${number}`, Decision>> = {
  F1: {
    peer: "`workflows.run` takes inherited names: one of them returns the process environment.",
    here: "Only own names are workflows.",
    tests: ["test/runtime/stages/github/workflows.test.ts"],
  },
  F2: {
    peer: "In tool mode renderers print ahead of the envelope and their items are lost.",
    here: "Items stay in the envelope and go on to the next stage; the text is in `_meta.rendered`.",
    tests: ["test/embed/tool-requests.test.ts"],
  },
  F3: {
    peer: "An unknown command is found when its turn comes.",
    here: "All stages are found before the first one runs.",
  },
  F4: {
    peer: "Stages can write and read checkpoints and approval ids.",
    here: "The values of stages have a namespace of their own.",
    tests: ["test/runtime/pipeline/stage-state.test.ts"],
  },
  F5: {
    peer: "Tokens of the environment go to any host through `llm.invoke`.",
    here: "One rule for all stages: they stay on this machine.",
    tests: ["test/runtime/stages/http/ambient-token.test.ts"],
  },
  F6: {
    peer: "A program that prints without end ends the process; nothing streams.",
    here: "Output streams line by line and has a cap.",
    tests: ["test/runtime/stages/exec.test.ts"],
  },
  F7: {
    peer: "`exec` swallows the options of the program it runs.",
    here: "Options before the program are exec's, everything behind it is the program's, `--` ends exec's options.",
  },
  F8: {
    peer: "Switches swallow the next word, `false` counts as true, unknown options and stray words are ignored.",
    here: "Options are declared with their types; what is not declared is refused, naming the nearest.",
    tests: ["test/runtime/pipeline/flags/decode.test.ts"],
  },
  F9: {
    peer: "The SDK's `approve({ preview: false })` loses the items.",
    here: "They are hidden from the request only.",
    tests: ["test/sdk/lobster.test.ts"],
  },
  F10: {
    peer: "Results of calls and mails before a failure are lost.",
    here: "The error says what was done before it.",
    tests: ["test/runtime/stages/openclaw/invoke.test.ts", "test/runtime/stages/gmail/gog.test.ts"],
  },
  F11: {
    peer: "A resumed run forgets its directory.",
    here: "It goes on where it began.",
    tests: ["test/embed/tool-requests.test.ts"],
  },
  F12: {
    peer: "Redirects are followed anywhere.",
    here: "Only within the origin, and only those that keep the request.",
    tests: ["test/runtime/stages/http/post-json.test.ts"],
  },
  F13: {
    peer: "SDK tokens carry the state and work any number of times.",
    here: "They are pointers and work once.",
    tests: ["test/sdk/lobster.test.ts", "test/sdk/race.test.ts"],
  },
  F14: { peer: "A missing value corrupts the state it is stored in.", here: "It is stored as null." },
  F15: { peer: "Different state keys share a file; some cannot be used.", here: "Every key has its own place." },
  F16: {
    peer: "The login shell resets PATH.",
    here: "The shell is no login shell; `LOBSTER_SHELL_LOGIN=1` brings it back.",
    tests: ["test/runtime/process/resolve-shell.test.ts"],
  },
  F17: {
    peer: "Approving a gate in last place leaves its approval id behind.",
    here: "A used id leads to what was decided, and opens nothing.",
    tests: ["test/runtime/engine/gates.test.ts"],
  },
  F18: {
    peer: "About 200,000 items overflow the stack.",
    here: "Any number goes through.",
    tests: ["test/runtime/stages/amounts.test.ts"],
  },
  F19: {
    peer: "A reader that closes the pipe makes it crash.",
    here: "It ends quietly.",
    tests: ["test/cli/differences.test.ts"],
  },
  F20: {
    peer: "Messages of the engine and of libraries come through raw.",
    here: "Messages name the stage, the option or the file, and say what to do.",
  },
  F21: {
    peer: "A pipeline that stops without a terminal prints its request without a token.",
    here: "It prints the gate with its token.",
    tests: ["test/cli/differences.test.ts"],
  },
  F22: {
    peer: "Nothing on the network, and no lock, has a time limit.",
    here: "Both have one.",
    tests: ["test/runtime/stages/http/post-json.test.ts", "test/runtime/store/file/key-lock.test.ts"],
  },
  F23: { peer: "An empty variable hides the one behind it.", here: "The first that is not empty counts." },
  F24: {
    peer: "Live answers of a host's own adapter claim to be cached.",
    here: "`cached` means replayed.",
    tests: ["test/runtime/stages/llm/invoke.test.ts"],
  },
  F25: {
    peer: "The envelope of a model is checked unevenly and without saying what is wrong.",
    here: "null counts as absent, nothing is no answer, JSON text counts as data, and the place is named.",
  },
  F26: {
    peer: "A cached answer is replayed for other metadata and another endpoint, and kept for ever.",
    here: "Both belong to its identity; the cache has a size and an age.",
    tests: ["test/runtime/stages/llm/invoke.test.ts"],
  },
  F27: {
    peer: "Graphs break on line ends, reserved words and similar ids, and leave edges out.",
    here: "Labels are escaped, ids are kept apart, references everywhere draw edges.",
    tests: ["test/runtime/workflow/graph/mermaid.test.ts", "test/runtime/workflow/graph/dot.test.ts"],
  },
  F28: {
    peer: "Values become options of `gh` and `openclaw`.",
    here: "They are checked, or written so that they cannot.",
  },
  F29: {
    peer: "`sort --desc` puts missing values first; mixed types have no order.",
    here: "One order for all values, missing ones last.",
  },
  F30: {
    peer: "`where` misreads operators, quotes and further words, and orders null.",
    here: "What is no expression is refused; quotes, dashes and spaces work.",
  },
  F31: {
    peer: "`pick` has no paths and drops words, `head 2` takes ten, `groupBy` groups by `true`.",
    here: "Paths and words work; an option without its value is refused.",
  },
  F32: {
    peer: "`map` changes the items it was given, ignores filters, and drops words.",
    here: "Items are never changed, filters work, words that say nothing are refused.",
  },
  F33: {
    peer: "Template filters replace a date token once, read seconds as milliseconds, print `undefined`, `null` and `[object Object]`, and take any number.",
    here: "Every token, seconds by their length, nothing for nothing, JSON for objects; numbers are checked.",
    tests: ["test/runtime/pipeline/template-text.test.ts"],
  },
  F34: {
    peer: "Files are found from the directory of the process.",
    here: "They are found from the directory of the run.",
  },
  F35: { peer: "Paths reach inherited members.", here: "Only own members are reached." },
  F36: {
    peer: "Unknown options, modes and missing values are ignored; `--help` anywhere takes over.",
    here: "They are refused, with exit code 2 on the command line.",
    tests: ["test/cli/bad-input.test.ts"],
  },
  F37: {
    peer: "Prompts mix with data on stdout.",
    here: "They go to stderr.",
    tests: ["test/cli/differences.test.ts"],
  },
  F38: {
    peer: "The path of the gateway's URL is dropped; an option without a value becomes the text `true`.",
    here: "The path is kept; an option without its value is refused.",
  },
  F39: {
    peer: "Mail stages ignore words and take any number; `email.triage` believes invented ids.",
    here: "Words are the query, numbers are checked, invented ids are dropped, a missing model is said.",
  },
  F40: {
    peer: "A change that no field shows is told.",
    here: "Only a change that can be named is told.",
    tests: ["test/sdk/recipes/github.test.ts"],
  },
  F41: {
    peer: "A model without a price costs nothing, so no limit ever fires; costs never reach the envelope.",
    here: "Where there is a limit, an unknown price stops the run; costs are in `_meta.cost`.",
    tests: ["test/runtime/engine/cost/limit.test.ts"],
  },
  F42: {
    peer: "`commands.list` leaves out options and effects, and gives no examples.",
    here: "Schemas are complete and closed; effects and examples are listed.",
    tests: ["test/runtime/stages/commands-list.test.ts"],
  },
  F43: {
    peer: "Nothing expires, the state directory can be read by all, reading creates it.",
    here: "Gates and caches can expire, the directory is the user's alone, reading creates nothing.",
    tests: ["test/bot/passing-time.test.ts", "test/runtime/store/file-store.test.ts"],
  },
  F44: { peer: "The death of a program by a signal reads `null`.", here: "The message names the signal." },
  F45: {
    peer: "A text that a stage returns is spread into its characters.",
    here: "A text is one item.",
    tests: ["test/embed/commands/host-commands.test.ts", "test/sdk/lobster.test.ts"],
  },
};

/** Faults of workflow files and checkpoints (workflows-and-checkpoints §18), with our decisions (§21). */
const WORKFLOW_DECISIONS: Readonly<Record<`W${number}`, Decision>> = {
  W1: {
    peer: "A token may carry its state, unsigned, and runs anything.",
    here: "A token is a pointer; state inside one is refused.",
    tests: ["test/runtime/gate/token.test.ts"],
  },
  W2: {
    peer: "What runs after an approval is read from the file again.",
    here: "The definition is pinned when the run starts. A checkpoint that the peer wrote has none: its file is read again, with a warning in `_meta.warnings`.",
    tests: ["test/runtime/gate/adoption/adoption.test.ts"],
  },
  W3: {
    peer: "A run goes on by position.",
    here: "It goes on by the id of the step, also from a checkpoint that the peer wrote.",
    tests: ["test/runtime/gate/adoption/adoption.test.ts"],
  },
  W4: {
    peer: "What a step prints replaces prompt, items, approver and initiator of its gate.",
    here: "The file is the floor; a step fills what the file leaves out and may only add rules.",
    tests: ["test/runtime/gate/policy.test.ts"],
  },
  W5: {
    peer: "Whoever sets a variable is the approver.",
    here: "The chat names the person whose account pressed; the variable counts for the command line alone.",
    tests: ["test/scenarios/four-eyes.test.ts"],
  },
  W6: {
    peer: "Four-eyes gates without a known starter, and blank approvers, are open to all.",
    here: "The first is refused, the second does not load.",
    tests: ["test/runtime/gate/policy.test.ts"],
  },
  W7: {
    peer: "Unknown keys, gates in the wrong place and blank work are ignored.",
    here: "They do not load.",
    tests: ["test/runtime/workflow/closed-keys.test.ts"],
  },
  W8: { peer: "A gated step that fails opens no gate, and the run goes on.", here: "Such a file does not load." },
  W9: {
    peer: "The command of a gated step runs before the question.",
    here: "Kept: it prepares what is shown. `validate` and `explain` say so.",
    tests: ["test/cli/commands/validate.test.ts"],
  },
  W10: {
    peer: "Secrets of the process reach every step, cards and checkpoints.",
    here: "Steps inherit the environment without the bot's own secrets; cards and logs are redacted.",
    tests: ["test/config/environment.test.ts", "test/bot/text/redaction.test.ts"],
  },
  W11: {
    peer: "Steps can approve, and checkpoints can be edited.",
    here: "Steps are trusted code; what is pinned is checked against its digest.",
    tests: ["test/runtime/workflow/pin.test.ts", "test/hostile/runtime/damaged-definition.test.ts"],
  },
  W12: {
    peer: "Values become shell code and pipeline stages.",
    here: "Text is data, wherever it stands.",
    tests: ["test/runtime/workflow/shell-text.test.ts", "test/runtime/workflow/pipeline-text.test.ts"],
  },
  W13: {
    peer: "At a terminal the approver sees the prompt alone, unfiltered.",
    here: "All that is decided on is shown, control characters made visible.",
    tests: ["test/cli/differences.test.ts", "test/cli/commands/pending.test.ts"],
  },
  W14: { peer: "Gates of pipelines follow no rules.", here: "One policy for all gates." },
  W15: {
    peer: "No decision counts as a rejection.",
    here: "It is refused, and nothing changes.",
    tests: ["test/embed/tool-requests.test.ts"],
  },
  W16: {
    peer: "A crash after the claim loses the run.",
    here: "It is reported as interrupted, with the step whose effect is unknown.",
    tests: ["test/runtime/gate/crash.test.ts"],
  },
  W17: {
    peer: "A checkpoint is spent although nothing had started.",
    here: "The gate is open again.",
    tests: ["test/hostile/runtime/not-started.test.ts"],
  },
  W18: {
    peer: "Markers and ids stay behind.",
    here: "A decided gate stays on purpose, and remembers the decision.",
    tests: ["test/runtime/engine/gates.test.ts"],
  },
  W19: {
    peer: "Nothing expires or can be listed; used, rejected and unknown sound alike.",
    here: "Gates can expire, `lobster pending` lists them, `_meta.decision` says what was decided.",
    tests: ["test/cli/commands/pending.test.ts", "test/bot/passing-time.test.ts"],
  },
  W20: {
    peer: "The directory of a run is forgotten; relative ones start at the process.",
    here: "It is kept; relative ones start at the workflow file.",
  },
  W21: { peer: "Policies inside a loop are ignored.", here: "They do not load." },
  W22: { peer: "In `any`, a failure wins too.", here: "The first success wins." },
  W23: {
    peer: "A gate in a sub-workflow fails after its effects; the parent's arguments leak into it.",
    here: "It stops the run like any other; a child sees its own arguments.",
    tests: ["test/runtime/engine/gates.test.ts", "test/runtime/engine/steps.test.ts"],
  },
  W24: {
    peer: "Effects are repeated by `retry`, but for three stages.",
    here: "As the peer: what those stages sent is never sent again; shell steps only where the file says `retry`.",
    tests: ["test/conformance/corpus/openclaw.ts", "test/conformance/corpus/gmail.ts"],
  },
  W25: {
    peer: "A noisy step ends the process.",
    here: "Output has a cap that a workflow may lower, never raise.",
    tests: ["test/runtime/engine/steps.test.ts"],
  },
  W26: {
    peer: "Mistakes show when their step is reached.",
    here: "References, conditions, stages and children are checked before the first effect.",
    tests: ["test/runtime/workflow/load.test.ts"],
  },
  W27: { peer: "Raw or wrong messages.", here: "Messages say what is missing and what to do." },
  W28: {
    peer: "Limits that are no numbers break when they fire; one call is booked again and again.",
    here: "They do not load; one call is booked once.",
    tests: ["test/runtime/engine/cost/spending.test.ts"],
  },
  W29: {
    peer: "Large whole numbers lose digits.",
    here: "They keep them in references, stdin, payload and digest.",
    tests: ["test/runtime/engine/steps.test.ts"],
  },
  W30: {
    peer: "What is too large is dropped, or cut within a character.",
    here: "As much as fits is shown, whole characters, and it is said.",
    tests: ["test/scenarios/content.test.ts"],
  },
  W31: { peer: "Long delays do not wait.", here: "They do.", tests: ["test/runtime/system.test.ts"] },
  W32: {
    peer: "Two runs with one context object disturb each other.",
    here: "The caller's object is not touched.",
    tests: ["test/embed/run-workflow-file.test.ts"],
  },
  W33: {
    peer: "Conditions see no arguments, and inherited members are true.",
    here: "`$args.name` works; only own members are reached. The rest is kept.",
    tests: ["test/runtime/workflow/condition.test.ts"],
  },
  W34: { peer: "What people read has no templates.", here: "Prompts, items and previews do; policy fields have none." },
  W35: {
    peer: "A silent last step empties the output.",
    here: "Kept.",
    tests: ["test/conformance/recorded.test.ts"],
  },
  W36: {
    peer: "A rejection has no reason and no path of its own.",
    here: "The reason is recorded and stands in the outcome; there is no path of its own.",
    tests: ["test/scenarios/four-eyes.test.ts"],
  },
  W37: {
    peer: "Arguments have no types; lists are taken for names; similar names overwrite each other.",
    here: "They can be typed; lists and clashing names are refused.",
    tests: ["test/runtime/workflow/arguments.test.ts"],
  },
  W38: { peer: "Merge keys are ignored silently.", here: "They are refused, with their place." },
  W39: {
    peer: "A step shows nothing while it runs; its stderr is lost.",
    here: "Cards show progress, and a failure the end of its stderr.",
    tests: ["test/scenarios/runs.test.ts"],
  },
  W40: {
    peer: "A dry run decides conditions on output it does not have.",
    here: "It says that they depend on output.",
    tests: ["test/cli/differences.test.ts"],
  },
  W41: { peer: "The text of an error decides what happens next.", here: "Codes do." },
};

/** Every numbered decision, in order. */
export const DECISIONS: ReadonlyMap<string, Decision> = new Map(
  Object.entries({ ...STAGE_DECISIONS, ...WORKFLOW_DECISIONS }),
);

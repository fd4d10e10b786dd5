import { CORPUS } from "./corpus/index.ts";
import { DECISIONS, type Decision } from "./decisions.ts";
import { DIFFERENCES } from "./differences.ts";

/** A case that shows a difference. */
export interface ShownDifference {
  readonly because: string;
  readonly name: string;
  readonly why: string;
}

/** Every case of the recorded cases and of the corpus that differs on purpose. */
export function listDifferences(): readonly ShownDifference[] {
  const recorded = Object.entries(DIFFERENCES).map(([name, { because, why }]) => ({ because, name, why }));
  const corpus = Object.entries(CORPUS).flatMap(([topic, cases]) =>
    cases.flatMap(({ name, differs }) =>
      differs === undefined ? [] : [{ because: differs.because, name: `${topic}/${name}`, why: differs.why }],
    ),
  );
  return [...recorded, ...corpus];
}

/** The text of docs/differences.md. */
export function renderDifferences(): string {
  const shown = listDifferences();
  const count = Object.values(CORPUS).reduce((sum, cases) => sum + cases.length, 0);
  const entries = [...DECISIONS].map(([number, decision]) => ({ number, text: describe(number, decision, shown) }));
  const textsOf = (letter: string): readonly string[] =>
    entries.flatMap(({ number, text }) => (number.startsWith(letter) ? text : []));
  return [
    "# Where this Lobster differs from `@clawdbot/lobster`",
    "",
    `The tests of this package run ${count} cases through both engines at once, and replay cases recorded from the peer,`,
    "`@clawdbot/lobster` 2026.9.13. A case without an entry here is answered alike by both, once tokens, ids, times and the",
    "members that only our envelopes have (`_meta`, `digest`, `error.code`, `error.problems`) are left out. The numbers are",
    "those of the specification: F for stages, command line and SDK, W for workflow files and checkpoints.",
    "",
    "This page is made from the tables in `test/conformance`; a test compares them.",
    "",
    "## Stages, command line and SDK",
    "",
    ...textsOf("F"),
    "## Workflow files and checkpoints",
    "",
    ...textsOf("W"),
    "## Documented examples that do not come out as written",
    "",
    "- The reply to `email.triage --limit 20` is documented with `needs_approval` and an `output` beside it. In both engines",
    "  `email.triage` does not stop, and a reply that waits has no output. The gate is a stage of its own:",
    "  `email.triage --llm --emit drafts | approve --prompt 'Send these?' | gog.gmail.send`",
    "  (`gmail/drafts, a gate, and what is sent`, `seeds/the triage example without mails`).",
    "- Examples that call `inbox`, `gog` or a gateway run against small programs and a server of the tests (`seeds/…`).",
    "",
  ].join("\n");
}

/** The README's table: one row a number. */
export function renderDifferencesTable(): string {
  const rows = [...DECISIONS].map(([number, { peer, here }]) => `| ${number} | ${cell(peer)} | ${cell(here)} |`);
  return ["| No. | The peer | Here |", "| --- | --- | --- |", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}

function describe(
  number: string,
  { peer, here, tests = [] }: Decision,
  shown: readonly ShownDifference[],
): readonly string[] {
  return [
    `### ${number}`,
    "",
    `The peer: ${peer} Here: ${here}`,
    "",
    ...shown.filter(({ because }) => because === number).map(({ name, why }) => `- \`${name}\`: ${why}`),
    ...tests.map((test) => `- see \`${test}\``),
    "",
  ];
}

import type { GateDocument } from "../../runtime/run/documents.ts";
import type { LoadedWorkflow } from "../../runtime/workflow/definition.ts";
import type { OutboundFile } from "../adapter.ts";
import { line, type RichText, type Span } from "../text/rich-text.ts";
import { clipAndTell } from "./clip-blocks.ts";
import { showRetry } from "./gate-card.ts";
import { readGateContent, showGateContent, showRedacted, writeGateFiles } from "./gate-content.ts";
import { chooseLayout, type Layout } from "./layout.ts";
import { sayPolicy } from "./policy/policy-words.ts";
import type { CardTools } from "./gate-card.ts";
import { REASON_CHARS } from "./policy/reason.ts";
import type { RunView, Voice } from "./run-view.ts";
import { showTerms, showVotes } from "./policy/vote-blocks.ts";
import { listStepsAfter, type StepAfter } from "./steps-after.ts";

/** What a press on Details brings: everything that is approved, and what runs after it. */
export interface Details {
  readonly body: RichText;
  readonly files: readonly OutboundFile[];
}

/** Draws the details of a gate. What does not fit into the message is in the files, whole. */
export function drawDetails(
  view: RunView,
  gate: GateDocument,
  tools: Pick<CardTools, "voice" | "limits" | "now"> & { readonly workflow?: LoadedWorkflow },
): Details {
  const { voice, limits, workflow } = tools;
  const { words } = voice;
  const title = line(...words.cards.detailsTitle(view.run.name, view.run.id));
  const showRules = (reasonChars: number): RichText => [
    ...showRetry(gate, voice),
    line(sayPolicy(gate.policy, voice)),
    ...showTerms(gate, view.run, voice),
    ...showVotes(gate, voice, { now: tools.now, reasonChars }),
    line(...words.cards.fullDigest(gate.digest)),
  ];
  const following = workflow === undefined ? [] : listFollowing(gate, workflow, voice);
  const after = workflow === undefined ? [] : showStepsAfter(following, voice);
  const shown = readGateContent(view.run, gate, voice.redact);
  const content = [...showGateContent(shown, voice), ...showRedacted(shown.redacted, voice)];
  const files = writeGateFiles(view.run, gate, shown);
  const rest = writeStepsAfter(view, following);
  const whole = [
    line(words.cards.wholeContent(files.map((file) => file.name).join(", "))),
    ...showRedacted(shown.redacted, voice),
  ];
  const compose = (
    middle: RichText,
    end: RichText,
    along: readonly OutboundFile[],
    reasonChars = REASON_CHARS,
  ): Layout => ({
    message: { body: [title, ...middle, ...showRules(reasonChars), ...end], files: along },
    complete: true,
  });
  const begin = (size: readonly [number, number]): RichText =>
    clipAndTell(after, size, (left) => words.cards.restInFile(left, rest.name));
  const { message } = chooseLayout(limits, [
    () => compose(content, after, [], MAX_REASON_CHARS),
    () => compose(content, after, []),
    ...SMALLER.map((size) => () => compose(content, begin(size), [rest])),
    () => compose(whole, after, files),
    ...SMALLER.map((size) => () => compose(whole, begin(size), [...files, rest])),
  ]);
  return { body: message.body, files: message.files ?? [] };
}

/** The longest reason there can be. */
const MAX_REASON_CHARS = 4000;

/** How much of what runs after the gate the smaller layouts keep: lines and characters. */
const SMALLER: readonly (readonly [number, number])[] = [
  [12, 800],
  [0, 0],
];

/** What an approval sets off, with secrets taken out of the commands. */
function listFollowing(gate: GateDocument, workflow: LoadedWorkflow, { redact }: Voice): readonly StepAfter[] {
  return listStepsAfter(gate, workflow).map(({ id, command }) => ({
    id,
    command: command === undefined ? undefined : redact(command),
  }));
}

function showStepsAfter(following: readonly StepAfter[], { words }: Voice): RichText {
  if (following.length === 0) return [line(words.cards.nothingAfter())];
  const items = following.map(({ id, command }): readonly Span[] =>
    command === undefined
      ? [{ kind: "code", text: id }]
      : [{ kind: "code", text: id }, ": ", { kind: "code", text: command }],
  );
  return [line(words.cards.stepsAfter()), { kind: "list", items }];
}

function writeStepsAfter({ run }: RunView, following: readonly StepAfter[]): OutboundFile {
  const lines = following.map(({ id, command }) => (command === undefined ? id : `${id}: ${command}`));
  return { name: `after-${run.id}.txt`, text: `${lines.join("\n")}\n` };
}

import { sha256Hex } from "../../../runtime/stable-json.ts";
import type { Redact } from "../../text/redaction.ts";
import type { RunEntry } from "../log/journal.ts";
import type { Evidence } from "./evidence.ts";
import { tellDecision, tellGate } from "./tell-gate.ts";
import { tellRecovery } from "./tell-recovery.ts";
import { tellRun } from "./tell-run.ts";
import { tellOpened, tellShown } from "./tell-shown.ts";

/**
 * Everything that happened to a run, in the order in which it happened, as far as what is stored tells. What is stored is the
 * source: the same evidence gives the same entries, whenever and however often it is looked at.
 */
export function collectEntries({ run, gates, shown, opened }: Evidence, redact: Redact): readonly RunEntry[] {
  const all = [
    ...tellRun(run),
    ...tellRecovery(run),
    ...shown.flatMap((one) => tellShown(run, one)),
    ...opened.flatMap((one) => tellOpened(run, gates, one)),
    ...gates.flatMap((gate) => tellGate(run, gate)),
    ...run.decisions.flatMap((one) =>
      tellDecision(
        run,
        one,
        gates.find(({ key }) => key === one.gate),
      ),
    ),
  ];
  return all
    .map((entry) => makeFit(entry, redact))
    .toSorted((a, b) => compareText(a.at, b.at) || ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
}

/** What happens at one instant happens in this order. */
const ORDER: readonly RunEntry["what"][] = [
  "start",
  "show",
  "open-details",
  "vote",
  "withdraw",
  "deny",
  "answer",
  "cancel",
  "expire",
  "interrupt",
  "retry",
  "abandon",
  "resume",
  "outcome",
];

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Texts that people, files or callers choose, and how many code points are kept of each: all together, however they are
 * escaped, stay below what a line of the log may have. The digest of a whole text stands beside what was cut.
 */
const MAX_LENGTHS = {
  reason: 4_000,
  workflow: 300,
  step: 300,
  person: 200,
  account: 200,
  platform: 200,
  conversation: 200,
  message: 200,
} as const;

type FreeText = keyof typeof MAX_LENGTHS;

const FREE_TEXTS = Object.keys(MAX_LENGTHS) as readonly FreeText[];

/** Characters of a fact, such as the names of all who voted, and of an id. */
const MAX_FACT = 2_000;
const MAX_ID = 500;

/** The entry without secrets, and no longer than a record may be. */
function makeFit(entry: RunEntry, redact: Redact): RunEntry {
  const id = entry.id.length <= MAX_ID ? entry.id : `${entry.id.slice(0, 50)}:${sha256Hex(entry.id)}`;
  let fit: RunEntry = { ...entry, id, ...fitFacts(entry.facts) };
  for (const name of FREE_TEXTS) {
    const given = fit[name];
    if (given === undefined) continue;
    const text = redact(given);
    const points = Array.from(text);
    const limit = MAX_LENGTHS[name];
    if (points.length <= limit) fit = { ...fit, [name]: text };
    else {
      const facts = { ...fit.facts, [`${name}Whole`]: sha256Hex(text), [`${name}Length`]: points.length };
      fit = { ...fit, [name]: `${points.slice(0, limit).join("")}…`, facts };
    }
  }
  return fit;
}

function fitFacts(facts: RunEntry["facts"]): Pick<RunEntry, "facts"> {
  if (facts === undefined) return {};
  const fit = Object.entries(facts).map(([name, fact]) =>
    typeof fact === "string" && fact.length > MAX_FACT ? [name, `${fact.slice(0, MAX_FACT)}…`] : [name, fact],
  );
  return { facts: Object.fromEntries(fit) as NonNullable<RunEntry["facts"]> };
}

import { sha256Hex } from "../../../runtime/stable-json.ts";
import type { Redact } from "../../redaction.ts";
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

/** Texts that people or files choose. */
const FREE_TEXTS = ["reason", "workflow", "step"] as const;

/** Code points that are kept of a text. What is longer is cut, and the digest of the whole is kept beside it. */
const MAX_LENGTHS = { reason: 4_000, workflow: 300, step: 300 } as const;

/** The entry without secrets, and no longer than a record may be. */
function makeFit(entry: RunEntry, redact: Redact): RunEntry {
  let fit = entry;
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

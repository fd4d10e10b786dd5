import type { Envelope } from "../../runtime/envelope.ts";
import type { JsonValue } from "../../runtime/json.ts";
import type { RunDocument } from "../../runtime/run/documents.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { showVisibly } from "../visible.ts";
import type { GoneOn } from "./go-on.ts";

/** What a sweep did, for people: a line a gate, and a line a run that was removed. */
export function describeSweep(done: readonly GoneOn[], removed: readonly RunDocument[]): string {
  const lines = [...done.map(describeOne), ...removed.map(describeRemoved)];
  return lines.length === 0 ? "Nothing was due.\n" : showVisibly(lines.map((one) => `${one}\n`).join(""));
}

/** The same for programs. */
export function describeSweepAsJson(done: readonly GoneOn[], removed: readonly RunDocument[]): string {
  const gates = done.map(({ gate, isFailure: _isFailure, ...rest }) => ({
    ...(gate.key === undefined ? {} : { gate: gate.key }),
    runId: gate.runId,
    ...(gate.stepId === undefined ? {} : { step: gate.stepId }),
    ...rest,
  }));
  const runs = removed.map(({ id, name, outcome }) => ({
    runId: id,
    workflow: name,
    outcome: outcome?.kind,
    at: outcome?.at,
  }));
  const told = { gates, ...(runs.length === 0 ? {} : { removed: runs }) };
  return `${stringifyJson(told as unknown as JsonValue, 2)}\n`;
}

function describeOne({ gate, became, dropped = [], remaining, envelope, message }: GoneOn): string {
  const place = `run ${gate.runId}${gate.stepId === undefined ? "" : ` > ${gate.stepId}`}`;
  switch (became) {
    case "expired":
      return `expired   ${place}`;
    case "approved":
      return `approved  ${place}${envelope === undefined ? "" : `: ${describeEnvelope(envelope)}`}`;
    case "went on":
      return `went on   ${place}${envelope === undefined ? "" : `: ${describeEnvelope(envelope)}`}`;
    case "waiting":
      return `waiting   ${place}: ${dropped.join(", ")} may not approve any more; ${remaining ?? 0} more needed`;
    case "failed":
      return `failed    ${place}: ${message ?? ""}`;
  }
}

function describeRemoved({ id, name, outcome }: RunDocument): string {
  return `removed   run ${id} (${name}): ${outcome?.kind ?? "over"} at ${outcome?.at ?? "an unknown time"}`;
}

function describeEnvelope(envelope: Envelope): string {
  if (!envelope.ok) return `failed, ${envelope.error.message}`;
  return envelope.status === "ok" ? "finished" : envelope.status.replace("_", " ");
}

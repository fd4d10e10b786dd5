import type { Envelope } from "../../runtime/envelope.ts";
import type { JsonValue } from "../../runtime/json.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import { showVisibly } from "../visible.ts";
import type { GoneOn } from "./go-on.ts";

/** What a sweep did, for people: a line a gate. */
export function describeSweep(done: readonly GoneOn[]): string {
  if (done.length === 0) return "Nothing was due.\n";
  return showVisibly(done.map((one) => `${describeOne(one)}\n`).join(""));
}

/** The same for programs. */
export function describeSweepAsJson(done: readonly GoneOn[]): string {
  const gates = done.map(({ gate, isFailure: _isFailure, ...rest }) => ({
    ...(gate.key === undefined ? {} : { gate: gate.key }),
    runId: gate.runId,
    ...(gate.stepId === undefined ? {} : { step: gate.stepId }),
    ...rest,
  }));
  return `${stringifyJson({ gates } as unknown as JsonValue, 2)}\n`;
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

function describeEnvelope(envelope: Envelope): string {
  if (!envelope.ok) return `failed, ${envelope.error.message}`;
  return envelope.status === "ok" ? "finished" : envelope.status.replace("_", " ");
}

import type { GateDocument, RunDocument } from "../../../runtime/run/documents.ts";
import { placeOf } from "../../delivery/delivery.ts";
import type { OpenedDetails } from "../../runs/run-records.ts";
import type { RunEntry } from "../log/journal.ts";
import type { ShownGate } from "./evidence.ts";
import { aboutGate } from "./tell-gate.ts";
import { whereOf } from "./tell-run.ts";

/** That a gate's card stands in a conversation: one entry for each message that shows it. */
export function tellShown(run: RunDocument, { gate, delivery }: ShownGate): readonly RunEntry[] {
  const { state, messages, since, shown } = delivery;
  // While it is being sent, nobody knows that the card is there, and a message that is may hold its place only.
  if (state !== "sent") return [];
  const conversation = placeOf(delivery);
  return messages.map((message) => ({
    id: `show:${gate.key}:${conversation}:${message}`,
    what: "show" as const,
    at: new Date(since).toISOString(),
    ...aboutGate(run, gate),
    ...whereOf({ via: "chat", conversation, message }),
    // Of a gate that is decided the message shows something else by now.
    ...(shown === undefined || gate.state !== "open" ? {} : { facts: { complete: shown.complete } }),
  }));
}

/** That somebody was shown everything about a gate. */
export function tellOpened(
  run: RunDocument,
  gates: readonly GateDocument[],
  opened: OpenedDetails,
): readonly RunEntry[] {
  const { gateKey, person, digest, at, origin } = opened;
  const gate = gates.find(({ key }) => key === gateKey);
  return [
    {
      id: `open-details:${gateKey}:${person}:${digest}`,
      what: "open-details",
      at: at ?? gate?.createdAt ?? run.startedAt,
      ...(gate === undefined ? { run: run.id, workflow: run.name, gate: gateKey } : aboutGate(run, gate)),
      digest,
      person,
      ...whereOf(origin),
    },
  ];
}

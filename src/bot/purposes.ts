import type { GateKey, RunId } from "../runtime/run/documents.ts";

/** What a message of ours is for. As text it names the message's slot, so that every purpose has one message a conversation. */
export type Purpose =
  | { readonly kind: "run"; readonly runId: RunId }
  | { readonly kind: "gate"; readonly gateKey: GateKey }
  /** The question of an input gate: its form. */
  | { readonly kind: "question"; readonly gateKey: GateKey }
  /** Where the answer to one step of a question is typed, on platforms that need a message of its own for that. */
  | { readonly kind: "prompt"; readonly gateKey: GateKey; readonly step: string }
  | { readonly kind: "details"; readonly gateKey: GateKey; readonly person: string }
  /** "Deny? Deny with reason? Back?" */
  | { readonly kind: "deny"; readonly gateKey: GateKey; readonly person: string }
  | { readonly kind: "reason"; readonly gateKey: GateKey; readonly person: string }
  /** Where an approve is given its reason, or the text that has to be typed, on platforms without forms. */
  | { readonly kind: "approval_reason"; readonly gateKey: GateKey; readonly person: string }
  | { readonly kind: "approval_confirm"; readonly gateKey: GateKey; readonly person: string }
  | { readonly kind: "cancel"; readonly runId: RunId; readonly person: string }
  /** A run whose process died: what a person can say about it. */
  | { readonly kind: "interruption"; readonly runId: RunId; readonly interruption: string }
  /** Output or error lines that did not fit on a card. */
  | { readonly kind: "attachment"; readonly runId: RunId }
  /** The outcome, told to the starter. */
  | { readonly kind: "outcome"; readonly runId: RunId }
  /** A gate opened again, or a card that could not be posted elsewhere. */
  | { readonly kind: "notice"; readonly runId: RunId; readonly about: string }
  /** A list with buttons that somebody asked for. */
  | { readonly kind: "choose"; readonly person: string }
  | { readonly kind: "pending"; readonly person: string }
  /** The form for the missing arguments of a run that has not started, and where they are typed. */
  | { readonly kind: "arguments"; readonly person: string; readonly draft: string }
  | { readonly kind: "argument"; readonly person: string; readonly draft: string; readonly step: string };

/** Writes a purpose as the text of its slot. Ids hold no colon. */
export function encodePurpose(purpose: Purpose): string {
  switch (purpose.kind) {
    case "run":
    case "attachment":
    case "outcome":
      return `${purpose.kind}:${purpose.runId}`;
    case "gate":
    case "question":
      return `${purpose.kind}:${purpose.gateKey}`;
    case "prompt":
      return `${purpose.kind}:${purpose.gateKey}:${purpose.step}`;
    case "details":
    case "deny":
    case "reason":
    case "approval_reason":
    case "approval_confirm":
      return `${purpose.kind}:${purpose.gateKey}:${purpose.person}`;
    case "cancel":
      return `${purpose.kind}:${purpose.runId}:${purpose.person}`;
    case "notice":
      return `${purpose.kind}:${purpose.runId}:${purpose.about}`;
    case "interruption":
      return `${purpose.kind}:${purpose.runId}:${purpose.interruption}`;
    case "choose":
    case "pending":
      return `${purpose.kind}:${purpose.person}`;
    case "arguments":
      return `${purpose.kind}:${purpose.person}:${purpose.draft}`;
    case "argument":
      return `${purpose.kind}:${purpose.person}:${purpose.draft}:${purpose.step}`;
  }
}

/** Reads the text of a slot; undefined for one of another version. The ids are ours, so they are branded again here. */
export function decodePurpose(text: string): Purpose | undefined {
  const [kind, first, ...others] = text.split(":");
  if (first === undefined || first === "") return undefined;
  const runId = first as RunId;
  const gateKey = first as GateKey;
  const rest = others.join(":");
  switch (kind) {
    case "run":
    case "attachment":
    case "outcome":
      return { kind, runId };
    case "gate":
    case "question":
      return { kind, gateKey };
    case "prompt":
      return { kind, gateKey, step: rest };
    case "details":
    case "deny":
    case "reason":
    case "approval_reason":
    case "approval_confirm":
      return rest === "" ? undefined : { kind, gateKey, person: rest };
    case "cancel":
      return rest === "" ? undefined : { kind, runId, person: rest };
    case "notice":
      return { kind, runId, about: rest };
    case "interruption":
      return rest === "" ? undefined : { kind, runId, interruption: rest };
    case "choose":
    case "pending":
      return { kind, person: first };
    case "arguments":
      return { kind, person: first, draft: rest };
    case "argument": {
      const [draft = "", ...step] = others;
      return { kind, person: first, draft, step: step.join(":") };
    }
    case undefined:
    default:
      return undefined;
  }
}

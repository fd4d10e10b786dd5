import { createHash } from "node:crypto";
import { ownMember, type JsonObject } from "../runtime/json.ts";
import type { GateKey, RunId } from "../runtime/run/documents.ts";
import { expectText, type OpenShelf } from "./storage/shelf.ts";

/** What the buttons of one message are about. The token of a gate never stands in a button, only our short reference. */
export type Subject =
  | { readonly kind: "gate"; readonly runId: RunId; readonly gateKey: GateKey; readonly digest: string }
  | { readonly kind: "run"; readonly runId: RunId }
  | { readonly kind: "interruption"; readonly runId: RunId; readonly interruption: string }
  | { readonly kind: "workflow"; readonly workflow: string }
  /** One draft of a run that this person wants to start in this conversation: its missing arguments. */
  | {
      readonly kind: "arguments";
      readonly person: string;
      readonly conversation: string;
      readonly draft: string;
    };

/** A payload of ours, decoded. `detail` is what the action needs besides: an option's number, the person asked. */
export interface ButtonPress {
  readonly action: string;
  readonly reference: string;
  readonly detail: string;
}

/** The most a payload may hold (Telegram's limit, the smallest). Everything in it is ASCII. */
export const MAX_PAYLOAD_BYTES = 64;

/** Raised when the meaning of payloads changes; older buttons are then no longer valid. */
const VERSION = "1";

/**
 * Writes `1:<action>:<reference>[:<detail>]`. Throws a RangeError for what would not come back as it went in: that is a
 * fault of the caller, never of what people do.
 */
export function encodeButton(action: string, reference: string, detail = ""): string {
  const payload = [VERSION, action, reference, ...(detail === "" ? [] : [detail])].join(":");
  const back = decodeButton(payload);
  if (back?.action !== action || back.reference !== reference || back.detail !== detail) {
    throw new RangeError(`A button payload must match the pattern and hold ${MAX_PAYLOAD_BYTES} bytes: ${action}`);
  }
  return payload;
}

/** Reads a payload of ours; undefined for anything else: another version, a foreign client's invention, too long. */
export function decodeButton(payload: string): ButtonPress | undefined {
  if (payload.length > MAX_PAYLOAD_BYTES) return undefined;
  const match = /^1:([a-z]{1,12}):([0-9a-f]{16})(?::([A-Za-z0-9._@+-]{1,32}))?$/.exec(payload);
  const [, action, reference, detail] = match ?? [];
  if (action === undefined || reference === undefined) return undefined;
  return { action, reference, detail: detail ?? "" };
}

/** References of buttons, kept for as long as their run. */
export interface ButtonReferences {
  /** The reference of a subject: the same one every time, and found again after a restart. */
  keep(subject: Subject): Promise<string>;
  find(reference: string): Promise<Subject | undefined>;
  remove(reference: string): Promise<void>;
}

/** Creates the store of references. */
export function createButtonReferences(openShelf: OpenShelf): ButtonReferences {
  const shelf = openShelf("buttons", decodeSubject);
  const kept = new Set<string>();
  return {
    keep: async (subject) => {
      const reference = referTo(subject);
      if (kept.has(reference)) return reference;
      if ((await shelf.get(reference)) === undefined) await shelf.set(reference, subject);
      kept.add(reference);
      return reference;
    },
    find: (reference) => shelf.get(reference),
    remove: async (reference) => {
      kept.delete(reference);
      await shelf.remove(reference);
    },
  };
}

/**
 * A digest, so that a message drawn twice carries the same buttons and a reference says nothing about what it stands for.
 * A gate's reference covers the digest that was shown: a press decides about that content and no other.
 */
function referTo(subject: Subject): string {
  return createHash("sha256")
    .update(JSON.stringify(identify(subject)))
    .digest("hex")
    .slice(0, 16);
}

function identify(subject: Subject): readonly string[] {
  switch (subject.kind) {
    case "gate":
      return ["gate", subject.gateKey, subject.digest];
    case "run":
      return ["run", subject.runId];
    case "interruption":
      return ["interruption", subject.runId, subject.interruption];
    case "workflow":
      return ["workflow", subject.workflow];
    case "arguments":
      return ["arguments", subject.person, subject.conversation, subject.draft];
  }
}

/** A stored subject, branded again: only we write them. */
function decodeSubject(value: JsonObject): Subject {
  switch (expectText(value, "kind")) {
    case "gate":
      return {
        kind: "gate",
        runId: expectText(value, "runId") as RunId,
        gateKey: expectText(value, "gateKey") as GateKey,
        digest: expectText(value, "digest"),
      };
    case "run":
      return { kind: "run", runId: expectText(value, "runId") as RunId };
    case "interruption":
      return {
        kind: "interruption",
        runId: expectText(value, "runId") as RunId,
        interruption: expectText(value, "interruption"),
      };
    case "arguments":
      return {
        kind: "arguments",
        person: expectText(value, "person"),
        conversation: expectText(value, "conversation"),
        // Absent from references of an earlier version: those belong to no draft any more.
        draft: ownMember(value, "draft") === undefined ? "" : expectText(value, "draft"),
      };
    default:
      return { kind: "workflow", workflow: expectText(value, "workflow") };
  }
}

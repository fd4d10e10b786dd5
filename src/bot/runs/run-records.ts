import { isJsonObject, ownMember, type JsonObject } from "../../runtime/json.ts";
import type { GateKey, Origin, RunId } from "../../runtime/run/documents.ts";
import { createInOrder } from "../platform/in-order.ts";
import { expectText, expectTexts, type OpenShelf } from "../storage/shelf.ts";

/** That a person saw everything that would be approved. */
export interface OpenedDetails {
  readonly gateKey: GateKey;
  readonly person: string;
  readonly digest: string;
  /** When and where, ISO; absent in records of earlier versions. */
  readonly at?: string;
  readonly origin?: Origin;
}

/** An approve that somebody has begun: the content they pressed on, and what they have written so far. */
export interface ApprovalDraft {
  readonly gateKey: GateKey;
  readonly person: string;
  readonly digest: string;
  readonly reason?: string;
}

/** What the chat knows about a run beyond what the runtime keeps. */
export interface RunRecord {
  /** Key of the conversation where the run was started; absent for a run that began elsewhere (a command line). */
  readonly origin?: string;
  /** Slots as `purpose@conversation`, so that they can be forgotten with the run. */
  readonly slots: readonly string[];
  /** References that its buttons carry. */
  readonly references: readonly string[];
  readonly opened: readonly OpenedDetails[];
  /** One a person and gate. */
  readonly drafts: readonly ApprovalDraft[];
  /** The starter was told the outcome by direct message, or that was tried. */
  readonly told: boolean;
  /** The run is over and its cards said so when they were last drawn. */
  readonly settled: boolean;
}

/** Records by run. */
export interface RunRecords {
  get(runId: RunId): Promise<RunRecord>;
  /** Changes a record; returning the same record writes nothing. */
  change(runId: RunId, change: (record: RunRecord) => RunRecord): Promise<RunRecord>;
  remove(runId: RunId): Promise<void>;
}

/** The shelf of the records, by run id. */
export const RUNS_SHELF = "runs";

const EMPTY: RunRecord = { slots: [], references: [], opened: [], drafts: [], told: false, settled: false };

/** Opens the records. */
export function createRunRecords(openShelf: OpenShelf): RunRecords {
  const shelf = openShelf(RUNS_SHELF, decodeRecord);
  const inOrder = createInOrder();
  return {
    get: async (runId) => (await shelf.get(runId)) ?? EMPTY,
    change: (runId, change) =>
      inOrder(runId, async () => {
        const before = (await shelf.get(runId)) ?? EMPTY;
        const after = change(before);
        if (after !== before) await shelf.set(runId, after);
        return after;
      }),
    remove: (runId) => shelf.remove(runId),
  };
}

/** The record with a slot added; the same record when it is there already. */
export function withSlot(record: RunRecord, slot: string): RunRecord {
  return record.slots.includes(slot) ? record : { ...record, slots: [...record.slots, slot] };
}

/** The record of a run whose cards all show how it ended, or do not yet; the same record where it says so already. */
export function withSettled(record: RunRecord, settled: boolean): RunRecord {
  return record.settled === settled ? record : { ...record, settled };
}

/** The record with a button's reference added; the same record when it is there already. */
export function withReference(record: RunRecord, reference: string): RunRecord {
  return record.references.includes(reference) ? record : { ...record, references: [...record.references, reference] };
}

/** The record with a press on Details added. */
export function withOpened(record: RunRecord, opened: OpenedDetails): RunRecord {
  return hasOpened(record, opened) ? record : { ...record, opened: [...record.opened, opened] };
}

/** True when this person opened the details of this very content. */
export function hasOpened(record: RunRecord, { gateKey, person, digest }: OpenedDetails): boolean {
  return record.opened.some((known) => known.gateKey === gateKey && known.person === person && known.digest === digest);
}

/** The draft of a person at a gate. */
export function findDraft({ drafts }: RunRecord, gateKey: GateKey, person: string): ApprovalDraft | undefined {
  return drafts.find((draft) => draft.gateKey === gateKey && draft.person === person);
}

/** The record with a draft instead of the one this person had at this gate. */
export function withDraft(record: RunRecord, draft: ApprovalDraft): RunRecord {
  const { drafts } = withoutDraft(record, draft.gateKey, draft.person);
  return { ...record, drafts: [...drafts, draft] };
}

/** The record without the draft of a person at a gate; the same record when there is none. */
export function withoutDraft(record: RunRecord, gateKey: GateKey, person: string): RunRecord {
  if (findDraft(record, gateKey, person) === undefined) return record;
  return { ...record, drafts: record.drafts.filter((draft) => draft.gateKey !== gateKey || draft.person !== person) };
}

function decodeRecord(value: JsonObject): RunRecord {
  const origin = ownMember(value, "origin");
  const opened = ownMember(value, "opened");
  // Absent from records of an earlier version.
  const drafts = ownMember(value, "drafts");
  return {
    ...(typeof origin === "string" ? { origin } : {}),
    slots: expectTexts(value, "slots"),
    references: expectTexts(value, "references"),
    opened: Array.isArray(opened) ? opened.filter(isJsonObject).map(decodeOpened) : [],
    drafts: Array.isArray(drafts) ? drafts.filter(isJsonObject).map(decodeDraft) : [],
    told: ownMember(value, "told") === true,
    settled: ownMember(value, "settled") === true,
  };
}

function decodeDraft(value: JsonObject): ApprovalDraft {
  const reason = ownMember(value, "reason");
  return { ...decodeOpened(value), ...(typeof reason === "string" ? { reason } : {}) };
}

function decodeOpened(value: JsonObject): OpenedDetails {
  return {
    gateKey: expectText(value, "gateKey") as GateKey,
    person: expectText(value, "person"),
    digest: expectText(value, "digest"),
    ...decodeWhen(value),
  };
}

function decodeWhen(value: JsonObject): Pick<OpenedDetails, "at" | "origin"> {
  const at = ownMember(value, "at");
  const origin = ownMember(value, "origin");
  return {
    ...(typeof at === "string" ? { at } : {}),
    ...(isJsonObject(origin) ? { origin: decodeOrigin(origin) } : {}),
  };
}

function decodeOrigin(value: JsonObject): Origin {
  const texts = (["account", "conversation", "message"] as const).flatMap((name) => {
    const text = ownMember(value, name);
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  return { via: "chat", ...Object.fromEntries(texts) };
}

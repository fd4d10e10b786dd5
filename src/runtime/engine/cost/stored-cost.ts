import { LobsterError } from "../../errors.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../../json.ts";

/** Tokens booked for one place of a run. Costs are USD. */
export interface CostEntry {
  /** Ids of the enclosing `workflow:` steps, outermost first. */
  readonly path: readonly string[];
  /** The step, the branch, or `<loop>.<sub-step>`. */
  readonly stepId: string;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** No price was known for these tokens: the cost is not zero but unknown. */
  readonly unpriced?: true;
}

/** `RunDocument.cost`: what a run has spent, kept over gates and restarts. */
export interface CostState {
  readonly entries: readonly CostEntry[];
  /** Model calls whose records are not booked when they turn up again, oldest first. */
  readonly known: readonly string[];
}

/** The stored form of a state: a copy, the state may go on growing. */
export function encodeCost({ entries, known }: CostState): JsonObject {
  return { entries: entries.map((entry): JsonObject => ({ ...entry })), known: [...known] };
}

/**
 * A stored state, checked. Throws `invalid_state` for a damaged one: to read it as nothing spent would lift the run's limit.
 */
export function decodeCost(stored: JsonObject | undefined): CostState {
  if (stored === undefined) return { entries: [], known: [] };
  const entries = ownMember(stored, "entries");
  const known = ownMember(stored, "known");
  if (!isListOf(entries, isEntry) || !isListOf(known, isText)) {
    throw new LobsterError(
      "invalid_state",
      "The stored cost record of this run is damaged; restore it from a backup or cancel the run",
    );
  }
  return { entries, known };
}

function isEntry(value: JsonValue): value is JsonObject & CostEntry {
  if (!isJsonObject(value)) return false;
  const model = ownMember(value, "model");
  return (
    isListOf(ownMember(value, "path"), isText) &&
    isText(ownMember(value, "stepId") ?? null) &&
    (model === null || typeof model === "string") &&
    ["inputTokens", "outputTokens", "costUsd"].every((name) => isAmount(ownMember(value, name)))
  );
}

function isAmount(value: JsonValue | undefined): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isText(value: JsonValue): value is string {
  return typeof value === "string";
}

function isListOf<T extends JsonValue>(
  value: JsonValue | undefined,
  fits: (item: JsonValue) => item is T,
): value is readonly T[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every((item) => fits(item));
}

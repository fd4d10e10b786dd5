import type { RawParameters, UploadedFile } from "./api/parameters.ts";
import type { Wire, WireValue } from "../shared/wire.ts";

/** What a request led to. */
export type RequestOutcome =
  /** Not answered yet: a poll that waits, a fault that holds. */
  | { readonly kind: "pending" }
  | { readonly kind: "ok"; readonly result: WireValue }
  /** Refused as the platform refuses. `malformed`: whatever the chats are like. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly description: string;
      readonly malformed: boolean;
      readonly parameters: Wire | undefined;
    }
  /** A fault of the test. `acted`: the server did what it was asked all the same. */
  | { readonly kind: "fault"; readonly what: string; readonly acted: boolean }
  /** The caller hung up before the answer. */
  | { readonly kind: "gone" };

/** One request a bot made. */
export interface LoggedRequest {
  readonly id: number;
  /** As the Bot API writes it, or as it came when there is no such method. */
  readonly method: string;
  readonly token: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** ms. */
  readonly at: number;
  readonly outcome: RequestOutcome;
}

/** A request the platform would have refused. */
export interface Refusal {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly description: string;
  readonly malformed: boolean;
}

/** Something the platform accepts but reads otherwise than it was written. */
export interface Oddity {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly what: string;
}

/** Requests beyond this many push out the oldest. */
const MAX_ENTRIES = 50_000;

/** The requests of a server, oldest first. */
export interface RequestLog {
  readonly entries: LoggedRequest[];
  readonly refused: Refusal[];
  readonly oddities: Oddity[];
  /** Writes down a request and returns how to write down what became of it. */
  begin(request: { readonly method: string; readonly token: string; readonly raw: RawParameters }): OpenEntry;
}

/** A request that is being handled. */
export interface OpenEntry {
  readonly request: LoggedRequest;
  settle(outcome: RequestOutcome): void;
  note(what: string): void;
}

/** Creates an empty log; `onChange` is called after every change. */
export function createRequestLog(now: () => number, onChange: () => void): RequestLog {
  const entries: LoggedRequest[] = [];
  const refused: Refusal[] = [];
  const oddities: Oddity[] = [];
  let count = 0;
  return {
    entries,
    refused,
    oddities,
    begin: ({ method, token, raw }) => {
      count += 1;
      const request: LoggedRequest & { outcome: RequestOutcome } = {
        id: count,
        method,
        token,
        params: raw.values,
        files: raw.files,
        at: now(),
        outcome: { kind: "pending" },
      };
      entries.push(request);
      if (entries.length > MAX_ENTRIES) entries.shift();
      onChange();
      return {
        request,
        note: (what) => oddities.push({ method, params: raw.values, what }),
        settle: (outcome) => {
          request.outcome = outcome;
          if (outcome.kind === "refused") refused.push({ method, params: raw.values, ...pickRefusal(outcome) });
          onChange();
        },
      };
    },
  };
}

function pickRefusal(outcome: RequestOutcome & { readonly kind: "refused" }): Omit<Refusal, "method" | "params"> {
  const { status, description, malformed } = outcome;
  return { status, description, malformed };
}

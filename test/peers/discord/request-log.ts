import type { RouteName } from "./routes/table.ts";
import type { UploadedPart } from "./messages/uploads.ts";
import type { Wire, WireValue } from "../shared/wire.ts";

/** What a request led to. */
export type RequestOutcome =
  /** Not answered yet: a fault that holds. */
  | { readonly kind: "pending" }
  | { readonly kind: "ok"; readonly status: number; readonly body: WireValue }
  /** Refused as the platform refuses. `malformed`: whatever the channels are like. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: number;
      readonly message: string;
      readonly body: Wire;
      readonly malformed: boolean;
    }
  /** 429. */
  | { readonly kind: "limited"; readonly isGlobal: boolean; readonly retryAfterS: number }
  /** A fault of the test. `acted`: the server did what it was asked all the same. */
  | { readonly kind: "fault"; readonly what: string; readonly acted: boolean }
  /** The caller hung up before its request was there. */
  | { readonly kind: "gone" };

/** One request of a bot. */
export interface LoggedRequest {
  readonly id: number;
  /** The route, or method and path when the peer has none for it. */
  readonly route: RouteName | (string & {});
  /** The path below the version, decoded. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: WireValue;
  readonly files: readonly UploadedPart[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** ms. */
  readonly at: number;
  readonly outcome: RequestOutcome;
}

/** A request the platform would have refused. */
export interface Refusal {
  readonly route: string;
  readonly path: string;
  readonly body: WireValue;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** The nested `errors` of an "Invalid Form Body". */
  readonly errors: WireValue;
  readonly malformed: boolean;
}

/** Something the platform accepts but reads otherwise than it was written. */
export interface Oddity {
  readonly route: string;
  readonly body: WireValue;
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
  begin(request: Omit<LoggedRequest, "id" | "at" | "outcome">): OpenEntry;
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
    begin: (given) => {
      count += 1;
      const pending: RequestOutcome = { kind: "pending" };
      const request: LoggedRequest & { outcome: RequestOutcome } = { ...given, id: count, at: now(), outcome: pending };
      entries.push(request);
      if (entries.length > MAX_ENTRIES) entries.shift();
      onChange();
      return {
        request,
        note: (what) => oddities.push({ route: given.route, body: given.body, what }),
        settle: (outcome) => {
          request.outcome = outcome;
          if (outcome.kind === "refused") refused.push(describeRefusal(request, outcome));
          onChange();
        },
      };
    },
  };
}

function describeRefusal(request: LoggedRequest, outcome: RequestOutcome & { readonly kind: "refused" }): Refusal {
  const { status, code, message, malformed } = outcome;
  const { route, path, body } = request;
  return { route, path, body, status, code, message, errors: outcome.body["errors"], malformed };
}

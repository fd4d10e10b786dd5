import type { LoggedRequest } from "./request-log.ts";
import type { Wire } from "../shared/wire.ts";

/**
 * What goes wrong with a request. `act` says whether the server does what it was asked before the fault shows.
 * - `status`: an answer with this status and description.
 * - `delay`: the answer, or the act, comes later. `hold`: when the test lets go.
 * - `cut`: the connection ends without an answer. `cutMidAnswer`: inside the answer.
 */
export type FaultAction =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly description: string;
      readonly parameters?: Wire;
      readonly act: boolean;
    }
  | { readonly kind: "delay"; readonly ms: number; readonly act: boolean }
  | { readonly kind: "hold"; readonly act: boolean }
  | { readonly kind: "cut"; readonly act: boolean }
  | { readonly kind: "cutMidAnswer" };

/** Which requests a fault strikes. */
export interface FaultScope {
  /** How many requests; once by default. */
  readonly times?: number;
  /** Only requests this is true of. */
  readonly when?: (request: LoggedRequest) => boolean;
}

/** A fault that was set up. */
export interface Fault {
  /** The requests it struck so far. */
  readonly struck: readonly LoggedRequest[];
  /** Takes it back; what it holds goes on. */
  remove(): void;
  /** Lets go of what `hold` holds, now and later. */
  release(): void;
}

/** Sets up faults. `method` may be "*" for every method. The first fault that fits a request strikes it. */
export interface Faults {
  add(method: string, action: FaultAction, scope?: FaultScope): Fault;
  /** Refuses without acting. */
  refuse(method: string, status: number, description: string, scope?: FaultScope): Fault;
  /** 429 with `retry_after` in seconds. */
  tooMany(method: string, retryAfterS: number, scope?: FaultScope): Fault;
  /** Acts `ms` late. */
  delay(method: string, ms: number, scope?: FaultScope): Fault;
  /** Acts when `release` is called. */
  hold(method: string, scope?: FaultScope): Fault;
  /** Acts at once, answers when `release` is called. */
  holdAnswer(method: string, scope?: FaultScope): Fault;
  /** Ends the connection, having done nothing. */
  cutBefore(method: string, scope?: FaultScope): Fault;
  /** Does what it was asked and ends the connection: the bot cannot know. */
  cutAfter(method: string, scope?: FaultScope): Fault;
  /** Does what it was asked and ends the connection inside the answer. */
  cutMidAnswer(method: string, scope?: FaultScope): Fault;
  /** Takes all back. */
  clear(): void;
}

/** A fault as it strikes one request. */
export interface Strike {
  readonly action: FaultAction;
  /** Settles when a held request may go on. */
  readonly released: Promise<void>;
}

/** The faults of a server, with what its request handling needs. */
export interface FaultBox extends Faults {
  strike(request: LoggedRequest): Strike | undefined;
}

/** Creates a server's faults: none. */
export function createFaults(): FaultBox {
  const active = new Map<Fault, (request: LoggedRequest) => Strike | undefined>();

  const add: Faults["add"] = (method, action, { times = 1, when } = {}) => {
    const struck: LoggedRequest[] = [];
    let letGo: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const fault: Fault = {
      struck,
      release: () => letGo?.(),
      remove: () => {
        active.delete(fault);
        letGo?.();
      },
    };
    active.set(fault, (request) => {
      const fits = method === "*" || method === request.method;
      if (struck.length >= times || !fits || when?.(request) === false) return undefined;
      struck.push(request);
      return { action, released };
    });
    return fault;
  };

  return {
    add,
    refuse: (method, status, description, scope) =>
      add(method, { kind: "status", status, description, act: false }, scope),
    tooMany: (method, retryAfterS, scope) =>
      add(
        method,
        {
          kind: "status",
          status: 429,
          description: `Too Many Requests: retry after ${retryAfterS}`,
          parameters: { retry_after: retryAfterS },
          act: false,
        },
        scope,
      ),
    delay: (method, ms, scope) => add(method, { kind: "delay", ms, act: false }, scope),
    hold: (method, scope) => add(method, { kind: "hold", act: false }, scope),
    holdAnswer: (method, scope) => add(method, { kind: "hold", act: true }, scope),
    cutBefore: (method, scope) => add(method, { kind: "cut", act: false }, scope),
    cutAfter: (method, scope) => add(method, { kind: "cut", act: true }, scope),
    cutMidAnswer: (method, scope) => add(method, { kind: "cutMidAnswer" }, scope),
    clear: () => {
      for (const fault of active.keys()) fault.remove();
    },
    strike: (request) => {
      for (const attempt of active.values()) {
        const strike = attempt(request);
        if (strike !== undefined) return strike;
      }
      return undefined;
    },
  };
}

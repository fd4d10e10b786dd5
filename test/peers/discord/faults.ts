import type { LoggedRequest } from "./request-log.ts";
import type { RouteName } from "./routes/table.ts";

/**
 * What goes wrong with a request. `act` says whether the server does what it was asked before the fault shows.
 * - `status`: an answer with this status, code and message.
 * - `limit`: 429, of the route or global.
 * - `delay`: the answer, or the act, comes later. `hold`: when the test lets go.
 * - `cut`: the connection ends without an answer. `cutMidAnswer`: inside the answer.
 */
export type FaultAction =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly code: number;
      readonly message: string;
      readonly act: boolean;
    }
  | { readonly kind: "limit"; readonly retryAfterS: number; readonly isGlobal: boolean }
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

/** The routes a fault is for: one, or "*" for all. */
export type FaultRoute = RouteName | "*";

/** Sets up faults. The first fault that fits a request strikes it. */
export interface Faults {
  add(route: FaultRoute, action: FaultAction, scope?: FaultScope): Fault;
  /** Refuses without acting: a status alone, or with one of Discord's codes. */
  refuse(route: FaultRoute, status: number, error?: { code?: number; message?: string }, scope?: FaultScope): Fault;
  /** Acts and answers with a status all the same: 500, 502. */
  refuseAfter(route: FaultRoute, status: number, scope?: FaultScope): Fault;
  /** 429 with `retry_after` in seconds, which may be a fraction. */
  tooMany(route: FaultRoute, retryAfterS: number, scope?: FaultScope & { readonly isGlobal?: boolean }): Fault;
  /** Acts `ms` late. */
  delay(route: FaultRoute, ms: number, scope?: FaultScope): Fault;
  /** Acts when `release` is called. */
  hold(route: FaultRoute, scope?: FaultScope): Fault;
  /** Acts at once, answers when `release` is called. */
  holdAnswer(route: FaultRoute, scope?: FaultScope): Fault;
  /** Ends the connection, having done nothing. */
  cutBefore(route: FaultRoute, scope?: FaultScope): Fault;
  /** Does what it was asked and ends the connection: the bot cannot know. */
  cutAfter(route: FaultRoute, scope?: FaultScope): Fault;
  /** Does what it was asked and ends the connection inside the answer. */
  cutMidAnswer(route: FaultRoute, scope?: FaultScope): Fault;
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
  const add: Faults["add"] = (route, action, { times = 1, when } = {}) => {
    const struck: LoggedRequest[] = [];
    const gate = createGate();
    const fault: Fault = {
      struck,
      release: () => gate.open(),
      remove: () => {
        active.delete(fault);
        gate.open();
      },
    };
    active.set(fault, (request) => {
      const fits = route === "*" || route === request.route;
      if (struck.length >= times || !fits || when?.(request) === false) return undefined;
      struck.push(request);
      return { action, released: gate.opened };
    });
    return fault;
  };
  return {
    add,
    refuse: (route, status, { code = 0, message = `${status}` } = {}, scope = {}) =>
      add(route, { kind: "status", status, code, message, act: false }, scope),
    refuseAfter: (route, status, scope) =>
      add(route, { kind: "status", status, code: 0, message: `${status}`, act: true }, scope),
    tooMany: (route, retryAfterS, { isGlobal = false, ...scope } = {}) =>
      add(route, { kind: "limit", retryAfterS, isGlobal }, scope),
    delay: (route, ms, scope) => add(route, { kind: "delay", ms, act: false }, scope),
    hold: (route, scope) => add(route, { kind: "hold", act: false }, scope),
    holdAnswer: (route, scope) => add(route, { kind: "hold", act: true }, scope),
    cutBefore: (route, scope) => add(route, { kind: "cut", act: false }, scope),
    cutAfter: (route, scope) => add(route, { kind: "cut", act: true }, scope),
    cutMidAnswer: (route, scope) => add(route, { kind: "cutMidAnswer" }, scope),
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

function createGate(): { readonly opened: Promise<void>; open(): void } {
  const waiting: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
  return {
    opened,
    open: () => {
      for (const resolve of waiting) resolve();
    },
  };
}

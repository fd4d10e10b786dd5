import { hasCode } from "../runtime/errors.ts";
import { isJsonObject, ownMember, type JsonValue } from "../runtime/json.ts";
import type { Clock, IdSource } from "../runtime/ports.ts";
import type { ProcessMark } from "../runtime/run/documents.ts";
import { isGone, isOfThisPlace, markOf } from "../runtime/run/process-marks.ts";
import type { StateStore, StoredDocument } from "../runtime/store/state-store.ts";

/** The bot that works on a state directory, as it signs itself there. */
export interface BotMark extends ProcessMark {
  /** When it started, ISO. */
  readonly since: string;
}

/** The right to be the bot of a state directory. */
export interface StateHold {
  /** Resolves when another bot has taken it, because this one did not get to say for too long that it is there. */
  readonly lost: Promise<BotMark>;
  /** Gives it back; the next bot need not wait. */
  release(): Promise<void>;
}

/** Either the hold, or who has it. */
export type Holding =
  { readonly kind: "held"; readonly hold: StateHold } | { readonly kind: "taken"; readonly by: BotMark };

/** What holding takes. */
export interface HoldParts {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, "uuid">;
  /** This process. */
  readonly process: Parameters<typeof markOf>[0];
  /** Told once when a bot of another machine, which cannot be looked up, is given time to show itself. */
  readonly onWait: (by: BotMark, forMs: number) => void;
}

/** A bot elsewhere that has not shown itself for so long is gone, ms. A bot shows itself every third of it. */
const LEASE_MS = 30_000;

const KEY = "lobster.bot";
const FORMAT = "lobster.bot.v1";

/**
 * Makes this process the one bot of a state directory: two would post every card twice and answer every press twice. One
 * that died on this machine is recognised at once; one of another machine (or container) is watched for as long as it would
 * take to show itself, whatever its clock says.
 */
export async function holdState(parts: HoldParts): Promise<Holding> {
  const { store, clock, ids, process } = parts;
  const own = { ...markOf(process), id: ids.uuid(), since: new Date(clock.now()).toISOString() };
  for (;;) {
    const stored = await readMark(store);
    if (stored === undefined) {
      const created = await store.create(KEY, encode(own, 0), { survive: "machine" });
      if (created.kind === "written") return { kind: "held", hold: keep(parts, own) };
      continue;
    }
    const by = decode(stored.value);
    if (!isGone(process, by)) {
      // Without its start, a process that lives may be another one with the same number.
      const isCertain = isOfThisPlace(process, by) && by.pidStart !== undefined;
      const there = isCertain ? by : await findSign(parts, stored, by);
      if (there !== undefined) return { kind: "taken", by: there };
    }
    const taken = await store.replace(KEY, encode(own, 0), stored.version, { survive: "machine" });
    if (taken.kind === "written") return { kind: "held", hold: keep(parts, own) };
  }
}

/** The mark as it is stored. One that cannot be read names nobody; it is there all the same, and whose it is writes it anew. */
async function readMark(store: HoldParts["store"]): Promise<Pick<StoredDocument, "value" | "version"> | undefined> {
  try {
    return await store.read(KEY);
  } catch (thrown) {
    const version = hasCode(thrown, "invalid_state") ? thrown.facts["version"] : undefined;
    if (typeof version !== "string") throw thrown;
    return { value: null, version: version as StoredDocument["version"] };
  }
}

/** Who shows itself within the time of a lease, by changing the document. Counted on our own clock, by sleeping. */
async function findSign(
  { store, clock, onWait }: HoldParts,
  seen: Pick<StoredDocument, "version">,
  by: BotMark,
): Promise<BotMark | undefined> {
  onWait(by, LEASE_MS);
  for (let waited = 0; waited < LEASE_MS; waited += LEASE_MS / 30) {
    await clock.sleep(LEASE_MS / 30);
    const now = await readMark(store);
    if (now === undefined) return undefined;
    if (now.version !== seen.version) return decode(now.value);
  }
  return undefined;
}

type OwnMark = BotMark & { readonly id: string };

/** Shows now and then that the bot is there, until it is released or somebody else has taken its place. */
function keep({ store, clock }: HoldParts, own: OwnMark): StateHold {
  const stopping = new AbortController();
  const lost = createPromise<BotMark>();
  const show = async (count: number): Promise<void> => {
    const stored = await readMark(store);
    if (stored !== undefined && stored.value !== null && idOf(stored.value) !== own.id) {
      stopping.abort();
      return lost.resolve(decode(stored.value));
    }
    if (stored === undefined) await store.create(KEY, encode(own, count));
    else await store.replace(KEY, encode(own, count), stored.version);
  };
  const showing = (async () => {
    for (let count = 1; !stopping.signal.aborted; count += 1) {
      await clock.sleep(LEASE_MS / 3, stopping.signal).catch(() => undefined);
      // A store that is down is asked again; nobody else can take the place meanwhile.
      if (!stopping.signal.aborted) await show(count).catch(() => undefined);
    }
  })();
  return {
    lost: lost.promise,
    release: async () => {
      stopping.abort();
      await showing;
      const stored = await readMark(store).catch(() => undefined);
      if (stored === undefined || (stored.value !== null && idOf(stored.value) !== own.id)) return;
      await store.remove(KEY, stored.version).catch(() => undefined);
    },
  };
}

function createPromise<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  const settle: ((value: T) => void)[] = [];
  const promise = new Promise<T>((resolve) => settle.push(resolve));
  return { promise, resolve: (value) => settle.forEach((resolve) => resolve(value)) };
}

/** `count` makes the document another one each time: that is what others see. */
function encode(own: OwnMark, count: number): JsonValue {
  return { format: FORMAT, ...own, count };
}

/** What is stored; a document that cannot be read names nobody, and is watched like one of another machine. */
function decode(value: JsonValue): BotMark {
  const text = (name: string): string => {
    const member = ownMember(asObject(value), name);
    return typeof member === "string" ? member : "";
  };
  const pid = ownMember(asObject(value), "pid");
  const [pidStart, place] = [text("pidStart"), text("place")];
  return {
    host: text("host"),
    pid: typeof pid === "number" ? pid : 0,
    ...(pidStart === "" ? {} : { pidStart }),
    ...(place === "" ? {} : { place }),
    since: text("since"),
  };
}

function idOf(value: JsonValue): JsonValue | undefined {
  return ownMember(asObject(value), "id");
}

function asObject(value: JsonValue): Readonly<Record<string, JsonValue>> {
  return isJsonObject(value) ? value : {};
}

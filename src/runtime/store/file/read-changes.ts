import { closeSync, fstatSync, readSync } from "node:fs";
import type { Clock } from "../../ports.ts";
import type { ChangePage } from "../state-store.ts";
import { decodeCursor, encodeCursor, isNonce, type ChangePosition, type PendingChange } from "./change-cursor.ts";
import { bootOf, openGenerations, readIdentity, type GenerationFiles } from "./change-generations.ts";
import { isKey } from "./document-names.ts";
import { openIfThere } from "./open-if-there.ts";

/** At most this much of the log is read in one call; the rest comes with the next. */
export const PAGE_BYTES = 64 * 1024;

/**
 * What changed since `cursor`: the reading side of the change feed, see `createChangeLog`. Takes no lock, creates
 * nothing, and reports a change that was announced but not completed in every call of the next 60 s.
 */
export function readChanges(directory: string, clock: Clock, cursor?: string): ChangePage {
  const generations = openGenerations(directory);
  const now = clock.now();
  if (cursor === undefined) return { keys: [], cursor: encodeCursor(findPresent(generations, now)), reset: false };
  const start = decodeCursor(cursor);
  const reading = start === undefined ? undefined : readOn(generations, start, now);
  if (reading === undefined) return { keys: [], cursor: encodeCursor(findPresent(generations, now)), reset: true };
  return { keys: [...reading.keys], cursor: encodeCursor(reading.position), reset: false };
}

interface Reading {
  readonly keys: ReadonlySet<string>;
  readonly position: ChangePosition;
}

/** The end of the log, with what is pending there. */
function findPresent(generations: GenerationFiles, now: number): ChangePosition {
  for (let tries = 0; tries < 10; tries += 1) {
    const newest = generations.list().at(-1);
    if (newest === undefined) return NOTHING_YET;
    const tail = readPage(generations.path(newest), (size) => Math.max(0, size - PAGE_BYTES));
    if (tail === undefined) continue; // removed since it was listed
    const { position } = takeLines({ generation: newest, identity: tail.identity, pending: [] }, tail, now);
    return position;
  }
  return NOTHING_YET;
}

const NOTHING_YET: ChangePosition = { generation: 0, identity: "", offset: 0, pending: [] };

/** Reads one page from a position; undefined when the log no longer has what comes after it. */
function readOn(generations: GenerationFiles, start: ChangePosition, now: number): Reading | undefined {
  if (start.generation === 0) return readFromBeginning(generations, start, now);
  const hadNext = generations.exists(start.generation + 1); // looked at first, so that all that counts is read below
  const page = readPage(generations.path(start.generation), () => start.offset);
  if (page === undefined || page.identity !== start.identity || page.size < start.offset) return undefined;
  const reading = takeLines(start, page, now);
  if (!hadNext || page.bytes.length === PAGE_BYTES) return reading;
  return moveOn(generations, reading, now);
}

function readFromBeginning(generations: GenerationFiles, start: ChangePosition, now: number): Reading | undefined {
  const first = generations.list()[0];
  if (first === undefined) return { keys: new Set(), position: start };
  const identity = readPage(generations.path(1), () => 0)?.identity;
  return identity === undefined ? undefined : readOn(generations, { ...start, generation: 1, identity }, now);
}

/** Goes on at the beginning of the next generation. */
function moveOn(generations: GenerationFiles, { keys, position }: Reading, now: number): Reading | undefined {
  const generation = position.generation + 1;
  const identity = readPage(generations.path(generation), () => 0)?.identity;
  // The end of a generation of another boot may be lost.
  if (identity === undefined || bootOf(identity) !== bootOf(position.identity)) return undefined;
  const next = readOn(generations, { generation, identity, offset: 0, pending: position.pending }, now);
  return next === undefined ? undefined : { keys: new Set([...keys, ...next.keys]), position: next.position };
}

interface Page {
  readonly identity: string;
  readonly size: number;
  readonly offset: number;
  readonly bytes: Buffer;
}

function readPage(path: string, chooseOffset: (size: number) => number): Page | undefined {
  const descriptor = openIfThere(path);
  if (descriptor === undefined) return undefined;
  try {
    const { size } = fstatSync(descriptor);
    const offset = chooseOffset(size);
    const buffer = Buffer.allocUnsafe(PAGE_BYTES);
    const got = readSync(descriptor, buffer, 0, PAGE_BYTES, offset);
    return { identity: readIdentity(descriptor), size, offset, bytes: buffer.subarray(0, got) };
  } finally {
    closeSync(descriptor);
  }
}

function takeLines(start: Omit<ChangePosition, "offset">, page: Page, now: number): Reading {
  const taken = countWholeLines(page.bytes);
  const keys = new Set<string>();
  const pending = new Map(start.pending.map((change) => [change.nonce, change]));
  for (const line of page.bytes.toString("latin1", 0, taken).split("\n")) takeLine(line, keys, pending, now);
  for (const { key } of pending.values()) keys.add(key); // also those of earlier calls
  const { generation, identity } = start;
  const position = { generation, identity, offset: page.offset + taken, pending: keepYoung(pending, now) };
  return { keys, position };
}

/** Bytes up to the last line feed: a line still being written waits. A page without any is garbage and skipped. */
function countWholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf("\n") + 1;
  return end === 0 && bytes.length === PAGE_BYTES ? PAGE_BYTES : end;
}

function takeLine(line: string, keys: Set<string>, pending: Map<string, PendingChange>, now: number): void {
  const sign = line.charAt(0);
  const [nonce = "", key = ""] = line.slice(1).split(" ");
  if ((sign !== "+" && sign !== "-") || !isNonce(nonce) || !isKey(key)) return; // the identity, or a torn line
  keys.add(key);
  if (sign === "+") pending.set(nonce, { nonce, key, since: now });
  else pending.delete(nonce);
}

/** A writer gives up long before 60 s. The cap bounds the cursor if many die at once: the oldest were reported most. */
function keepYoung(pending: ReadonlyMap<string, PendingChange>, now: number): readonly PendingChange[] {
  return [...pending.values()].filter(({ since }) => now - since < PENDING_MS).slice(-MAX_PENDING);
}

const PENDING_MS = 60_000;
const MAX_PENDING = 100;

import { readFileSync } from "node:fs";
import type { Place, Seen, SeenFile } from "../venue.ts";
import type { Printed } from "./read-lines.ts";

/** A message of one session of the bot, with everything that was printed about it since. */
export interface Shown {
  readonly session: number;
  readonly id: string;
  /** What it is about: the same for every copy of one card. */
  readonly about: string;
  lines: readonly string[];
  edits: number;
  /** The number of each button it ever had, by label. */
  readonly numbers: Map<string, string>;
}

/** Puts together what the pieces of a session show: messages, with the changes that were printed below them. */
export function showMessages(session: number, pieces: readonly Printed[]): readonly Shown[] {
  const shown: Shown[] = [];
  for (const piece of pieces) {
    if (piece.kind === "message" && piece.lines.length > 0) {
      const message = { session, id: `${session}.${shown.length + 1}`, about: readSubject(piece.lines), edits: 0 };
      const numbers = new Map<string, string>();
      shown.push({ ...message, lines: piece.lines, numbers });
      readButtons(piece.lines, numbers);
    }
    if (piece.kind !== "edit") continue;
    const about = readChangedSubject(piece.lines, shown);
    const changed = shown.findLast((message) => message.about === about);
    if (changed === undefined) continue;
    changed.lines = piece.lines;
    changed.edits += 1;
    readButtons(piece.lines, changed.numbers);
  }
  return shown;
}

/** A message as a person reads it. Buttons that were printed can be pressed, whatever came after. */
export function seeShown({ id, lines, edits, numbers }: Shown, place: Place): Seen {
  return {
    id,
    place,
    text: lines.filter((line) => !isRow(line)).join("\n"),
    marks: [],
    buttons: [...numbers.keys()],
    files: lines.flatMap(readFile),
    isFromBot: true,
    edits,
  };
}

/** `[1] Approve  [2] Deny`. */
function isRow(line: string): boolean {
  return /^\[\d+\] /.test(line);
}

function readButtons(lines: readonly string[], numbers: Map<string, string>): void {
  for (const row of lines.filter(isRow)) {
    for (const [, number = "", label = ""] of row.matchAll(/\[(\d+)\] (.+?)(?= {2}\[\d+\] |$)/g))
      numbers.set(label, number);
  }
}

const RUN_LINE = / · run ([0-9A-Z]{8}) · /;

/** Only what is said of an interrupted run speaks of a retry. */
function isOfReport(line: string): boolean {
  return /^(?:🔁|⏹️) |^A retry runs /u.test(line);
}

/** A gate's card and a question tell more than the card of their run; everything else goes by its first line. */
function readSubject(lines: readonly string[]): string {
  const run = RUN_LINE.exec(lines.slice(0, 4).join("\n"))?.[1];
  if (run === undefined) return lines[0] ?? "";
  if (lines.some(isOfReport)) return `report of ${run}`;
  if (lines.some((line) => /^Digest [0-9a-f]{12}$/.test(line))) return `gate of ${run}`;
  return lines.some((line) => line.endsWith(" answers it.")) ? `question of ${run}` : `run ${run}`;
}

/**
 * What a change is about. Who decided stands in the second line of a gate or a question and never on a run's own card,
 * and only a gate that is open shows its id and counts votes.
 */
function readChangedSubject(lines: readonly string[], shown: readonly Shown[]): string {
  const run = RUN_LINE.exec(lines.slice(0, 4).join("\n"))?.[1];
  if (run === undefined) return lines[0] ?? "";
  if (lines.some(isOfReport)) return `report of ${run}`;
  const has = (about: string): boolean => shown.some((message) => message.about === about);
  const isDecided = !RUN_LINE.test(lines[1] ?? "");
  const isAsking = lines[1]?.startsWith("Answered ") === true || (lines[0]?.startsWith("❓") === true && !isDecided);
  if (isAsking && has(`question of ${run}`)) return `question of ${run}`;
  const isOfGate = lines.some((line) => line.includes(" · approval id ") || /^\d+ of \d+ approvals?\b/.test(line));
  if (!isDecided && !isOfGate) return `run ${run}`;
  return has(`gate of ${run}`) ? `gate of ${run}` : `question of ${run}`;
}

/** `  > approval-0123abcd.json: /home/…/files/approval-0123abcd.json`. */
function readFile(line: string): readonly SeenFile[] {
  const [, name, file] = /^ {2}> (\S+): (\/.+\/files\/\S+)$/.exec(line) ?? [];
  return name === undefined || file === undefined ? [] : [{ name, text: readFileSync(file, "utf8") }];
}

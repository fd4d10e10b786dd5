import { line, type Block, type RichText, type Span } from "../text/rich-text.ts";

/** The beginning of a body, and how many lines of it are not there. */
export interface Clipped {
  readonly body: RichText;
  readonly left: number;
}

/** Keeps the beginning of `body`: at most `lines` lines and `chars` characters. What is left out is counted, never lost silently. */
export function clipBlocks(body: RichText, lines: number, chars: number): Clipped {
  const kept: Block[] = [];
  let left = 0;
  let roomLines = lines;
  let roomChars = chars;
  for (const block of body) {
    const clipped = clipBlock(block, roomLines, roomChars);
    left += clipped.left;
    if (clipped.block !== undefined) kept.push(clipped.block);
    roomLines -= clipped.usedLines;
    roomChars -= clipped.usedChars;
    // After the first cut nothing else is shown, so that what is shown is a beginning.
    if (left > 0) roomLines = 0;
  }
  return { body: kept, left };
}

/** Keeps the beginning like {@link clipBlocks}, and says below it how many lines are not there. */
export function clipAndTell(
  body: RichText,
  [lines, chars]: readonly [number, number],
  sayLeft: (lines: number) => string,
): RichText {
  const clipped = clipBlocks(body, lines, chars);
  return clipped.left === 0 ? clipped.body : [...clipped.body, line(sayLeft(clipped.left))];
}

interface ClippedBlock {
  readonly block: Block | undefined;
  readonly left: number;
  readonly usedLines: number;
  readonly usedChars: number;
}

function clipBlock(block: Block, lines: number, chars: number): ClippedBlock {
  switch (block.kind) {
    case "line": {
      const length = measureSpans(block.spans);
      return lines > 0 && length <= chars ? whole(block, 1, length) : cut(undefined, 1);
    }
    case "list": {
      const count = countFitting(block.items.map(measureSpans), lines, chars);
      return part(count, block.items.length, { ...block, items: block.items.slice(0, count) }, chars);
    }
    case "table": {
      const count = countFitting(
        block.rows.map((row) => row.join("   ").length),
        lines - 1,
        chars,
      );
      return part(count, block.rows.length, { ...block, rows: block.rows.slice(0, count) }, chars);
    }
    case "code":
    case "quote": {
      const clipped = clipLines(block.text, lines, chars);
      const count = block.text.split("\n").length - clipped.left;
      return part(count, count + clipped.left, { ...block, text: clipped.text }, chars);
    }
  }
}

function part(count: number, total: number, block: Block, chars: number): ClippedBlock {
  if (count === total) return whole(block, count, 0);
  return { block: count === 0 ? undefined : block, left: total - count, usedLines: count, usedChars: chars };
}

function whole(block: Block, usedLines: number, usedChars: number): ClippedBlock {
  return { block, left: 0, usedLines, usedChars: usedChars === 0 ? measureBlock(block) : usedChars };
}

function cut(block: Block | undefined, left: number): ClippedBlock {
  return { block, left, usedLines: 0, usedChars: 0 };
}

function countFitting(lengths: readonly number[], lines: number, chars: number): number {
  let room = chars;
  let count = 0;
  for (const length of lengths.slice(0, Math.max(0, lines))) {
    room -= length + 1;
    if (room < 0) break;
    count += 1;
  }
  return count;
}

function measureBlock(block: Block): number {
  switch (block.kind) {
    case "line":
      return measureSpans(block.spans);
    case "list":
      return block.items.reduce((sum, item) => sum + measureSpans(item) + 1, 0);
    case "table":
      return block.rows.reduce((sum, row) => sum + row.join("   ").length + 1, 0);
    case "code":
    case "quote":
      return block.text.length;
  }
}

function measureSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + (typeof span === "string" ? span : span.text).length, 0);
}

/** Keeps the first `lines` lines of a text, whole lines only; `left` is how many were taken away. */
function clipLines(text: string, lines: number, chars: number): { readonly text: string; readonly left: number } {
  const all = text.split("\n");
  const kept: string[] = [];
  let room = chars;
  for (const each of all.slice(0, lines)) {
    if (each.length > room) break;
    kept.push(each);
    room -= each.length + 1;
  }
  return { text: kept.join("\n"), left: all.length - kept.length };
}

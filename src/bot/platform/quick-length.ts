import type { Block, RichText, Span } from "../text/rich-text.ts";

/**
 * A quick look before a message is laid out, so that nobody has to lay out a megabyte to see that it does not fit: true only
 * where the body has more than `limit` UTF-16 code units on every platform. Formatting, labels and times are not counted, so
 * false says nothing.
 */
export function isSurelyLonger(body: RichText, limit: number): boolean {
  let chars = 0;
  for (const block of body) {
    chars += countAtLeast(block);
    if (chars > limit) return true;
  }
  return false;
}

function countAtLeast(block: Block): number {
  switch (block.kind) {
    case "line":
      return countSpans(block.spans);
    case "list":
      return block.items.reduce((sum, item) => sum + countSpans(item), block.items.length);
    case "table":
      return block.rows.reduce((sum, row) => sum + row.join("").length, block.rows.length);
    case "code":
    case "quote":
      return block.text.trim().length;
  }
}

/** A platform may write a time as a number, however long its fallback is, and drop spaces at the edges. */
function countSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => {
    if (typeof span === "string") return sum + span.trim().length;
    return span.kind === "time" ? sum : sum + span.text.trim().length;
  }, 0);
}

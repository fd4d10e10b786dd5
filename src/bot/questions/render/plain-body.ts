import type { Block, RichText, Span } from "../../text/rich-text.ts";

/** A message body as plain text, for a file that goes along when it is too long for a message. */
export function writePlainBody(body: RichText): string {
  return `${body.map(writeBlock).join("\n")}\n`;
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case "line":
      return writeSpans(block.spans);
    case "list":
      return block.items.map((item) => `- ${writeSpans(item)}`).join("\n");
    case "table":
      return [block.columns, ...block.rows].map((row) => row.join(" | ")).join("\n");
    case "code":
    case "quote":
      return block.text;
  }
}

function writeSpans(spans: readonly Span[]): string {
  return spans
    .map((span) => (typeof span === "string" ? span : span.kind === "link" ? `${span.text} <${span.url}>` : span.text))
    .join("");
}

import { line, type Block, type Span } from "../../rich-text.ts";

/** A named value as one line, or below its name where it has several. */
export function writeNamedValue(name: Span, text: string): readonly Block[] {
  if (!isMultiline(text)) return [line(name, { kind: "code", text })];
  return [line(name), { kind: "code", text }];
}

/** Several named values: a list, broken where a value has several lines. */
export function writeNamedValues(values: readonly { readonly name: Span; readonly text: string }[]): readonly Block[] {
  const blocks: Block[] = [];
  let items: (readonly Span[])[] = [];
  const endList = (): void => {
    if (items.length > 0) blocks.push({ kind: "list", items });
    items = [];
  };
  for (const { name, text } of values) {
    if (isMultiline(text)) {
      endList();
      blocks.push(...writeNamedValue(name, text));
    } else {
      items.push([name, { kind: "code", text }]);
    }
  }
  endList();
  return blocks;
}

/** Text of a workflow or a person as lines of a message. */
export function writeLines(text: string): readonly Block[] {
  return text.split(/\r?\n/u).map((part) => line(part));
}

function isMultiline(text: string): boolean {
  return /[\r\n]/u.test(text);
}

import { line, type Block, type RichText, type Span } from "../../text/rich-text.ts";
import type { ShownAnswer } from "./entry-text.ts";

/** An answer under its name. */
export interface NamedAnswer extends ShownAnswer {
  readonly name: Span;
}

/** A named answer as one line, or below its name where it has several. */
export function writeNamedAnswer({ name, text, literal }: NamedAnswer): RichText {
  if (isMultiline(text)) return [line(name), { kind: "code", text }];
  return [line(name, { kind: literal ? "code" : "italic", text })];
}

/** Several named answers: a list, broken where an answer has several lines. */
export function writeNamedAnswers(answers: readonly NamedAnswer[]): RichText {
  const blocks: Block[] = [];
  let items: (readonly Span[])[] = [];
  const endList = (): void => {
    if (items.length > 0) blocks.push({ kind: "list", items });
    items = [];
  };
  for (const answer of answers) {
    if (isMultiline(answer.text)) {
      endList();
      blocks.push(...writeNamedAnswer(answer));
    } else {
      items.push([answer.name, { kind: answer.literal ? "code" : "italic", text: answer.text }]);
    }
  }
  endList();
  return blocks;
}

/** Text of a workflow or a person as lines of a message. */
export function writeLines(text: string): RichText {
  return text.split(/\r?\n/u).map((part) => line(part));
}

function isMultiline(text: string): boolean {
  return /[\r\n]/u.test(text);
}

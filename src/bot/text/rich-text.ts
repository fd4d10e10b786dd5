/** A run of text inside a line. All of it is data: an adapter escapes it, and nothing in it becomes markup or a mention. */
export type Span =
  | string
  | { readonly kind: "bold"; readonly text: string }
  | { readonly kind: "italic"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string }
  /** A point in time, shown in the reader's zone where the platform can; `text` is the fallback. */
  | { readonly kind: "time"; readonly at: number; readonly text: string };

/** One block of a message. */
export type Block =
  | { readonly kind: "line"; readonly spans: readonly Span[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Span[])[] }
  /** `columns` are headings; every row has as many cells. */
  | {
      readonly kind: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "code"; readonly text: string; readonly language?: string }
  | { readonly kind: "quote"; readonly text: string };

/** A message body, platform-neutral. */
export type RichText = readonly Block[];

/** A single line. */
export function line(...spans: readonly Span[]): Block {
  return { kind: "line", spans };
}

/** A body of one line of plain text. */
export function plain(text: string): RichText {
  return [line(text)];
}

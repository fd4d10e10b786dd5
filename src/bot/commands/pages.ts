import type { AdapterLimits } from "../adapter.ts";
import { line, type Block, type RichText, type Span } from "../text/rich-text.ts";
import type { Wording } from "../wording/wording.ts";

/** A list under headings, cut into pages that fit the platform. */
export interface ListPage {
  readonly body: RichText;
  readonly page: number;
  readonly pages: number;
  /** Positions of the entries on it: from this one, up to before that one. */
  readonly from: number;
  readonly to: number;
}

/** One entry of a list; `heading` opens a new part where it differs from the entry before. */
export interface ListEntry {
  readonly heading: string;
  readonly spans: readonly Span[];
}

/** No platform's message is a good place for more. */
const MAX_ENTRIES = 20;

/** Reads the page a person asked for: the last number in the text after the command, else the first page. */
export function readPage(rest: string): number {
  const match = /(?:^|\s)(\d{1,3})\s*$/.exec(rest);
  return Math.max(1, Number(match?.[1] ?? 1));
}

/** The page `wanted` (from 1; a page too far is the last one) of a list, with as many entries as fit. */
export function layOutPage(
  entries: readonly ListEntry[],
  wanted: number,
  tools: { readonly limits: Pick<AdapterLimits, "fits">; readonly words: Wording; readonly perPage?: number },
): ListPage {
  const starts = findStarts(entries, tools, Math.min(tools.perPage ?? MAX_ENTRIES, MAX_ENTRIES));
  const page = Math.min(wanted, starts.length);
  const from = starts[page - 1] ?? 0;
  const to = starts[page] ?? entries.length;
  const note = starts.length > 1 ? [line(tools.words.commands.page(page, starts.length))] : [];
  return { body: [...composeList(entries.slice(from, to)), ...note], page, pages: starts.length, from, to };
}

/** Where each page starts. */
function findStarts(
  entries: readonly ListEntry[],
  { limits, words }: { readonly limits: Pick<AdapterLimits, "fits">; readonly words: Wording },
  perPage: number,
): readonly number[] {
  const starts = [0];
  let from = 0;
  for (let next = 1; next < entries.length; next += 1) {
    // The note about pages takes a line, too.
    const body = [...composeList(entries.slice(from, next + 1)), line(words.commands.page(99, 99))];
    if (next - from < perPage && limits.fits({ body })) continue;
    from = next;
    starts.push(from);
  }
  return starts;
}

function composeList(entries: readonly ListEntry[]): RichText {
  const blocks: Block[] = [];
  let heading: string | undefined;
  let items: (readonly Span[])[] = [];
  const close = (): void => {
    if (items.length > 0) blocks.push({ kind: "list", items });
    items = [];
  };
  for (const entry of entries) {
    if (entry.heading !== heading) {
      close();
      heading = entry.heading;
      blocks.push(line({ kind: "bold", text: heading }));
    }
    items.push(entry.spans);
  }
  close();
  return blocks;
}

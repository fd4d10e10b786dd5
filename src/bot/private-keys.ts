/** Where a private key begins and ends. */
const BEGIN = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g;
const END = /-----END [A-Z ]{0,30}PRIVATE KEY-----/g;

/** Between the lines of a key: white space, also as JSON and shells write it. */
const GAP = String.raw`(?:\s|\\[nrt])*`;

/**
 * What follows a beginning: header lines of old keys, lines of base64, a shorter last one, the end. Nothing else, so that a
 * beginning alone never hides what stands after it.
 */
const REST = new RegExp(
  `(?:${GAP}(?:Proc-Type|DEK-Info): [A-Za-z0-9,-]{1,80})*` +
    `(?:(?:${GAP}[A-Za-z0-9+/]{32,}={0,2})+(?:${GAP}[A-Za-z0-9+/]{1,31}={0,2}(?=${GAP}(?:-----END |$)))?)?` +
    `(?:${GAP}-----END [A-Z ]{0,30}PRIVATE KEY-----)?`,
  "y",
);

/** Replaces private keys, also those of which only the beginning or only the end is there. Takes linear time. */
export function replacePrivateKeys(text: string, replacement: string): string {
  if (!text.includes("PRIVATE KEY-----")) return text;
  return replaceEnds(replaceBeginnings(text, replacement), replacement);
}

function replaceBeginnings(text: string, replacement: string): string {
  let clean = "";
  let at = 0;
  for (const { index, 0: mark } of text.matchAll(BEGIN)) {
    if (index < at) continue;
    REST.lastIndex = index + mark.length;
    const rest = REST.exec(text)?.[0] ?? "";
    clean += text.slice(at, index) + replacement;
    at = index + mark.length + rest.length;
  }
  return clean + text.slice(at);
}

/** The end of a key whose beginning was cut off: the lines of base64 right before it. */
function replaceEnds(text: string, replacement: string): string {
  let clean = "";
  let at = 0;
  for (const { index, 0: mark } of text.matchAll(END)) {
    clean += text.slice(at, findBodyStart(text, at, index)) + replacement;
    at = index + mark.length;
  }
  return clean + text.slice(at);
}

/** Walks back line by line from an end of a key to the first line of its body that is there, not before `from`. */
function findBodyStart(text: string, from: number, end: number): number {
  let start = end;
  let lineEnd = end;
  for (let isLast = true; lineEnd > from; ) {
    const { lineStart, next } = findLine(text, from, lineEnd);
    const line = text.slice(lineStart, lineEnd).trimEnd();
    const body = /[A-Za-z0-9+/]*={0,2}$/.exec(line.slice(-MAX_LINE_CHARS))?.[0] ?? "";
    // The last line may be short; nothing stands between it and the end but the line break.
    const isBody = body.length >= MIN_LINE_CHARS || (isLast && body !== "" && line.trimStart() === body);
    if (line !== "" && !isBody) break;
    if (line !== "") {
      start = lineStart + line.length - body.length;
      isLast = false;
      if (line.trimStart() !== body) break;
    }
    lineEnd = next;
  }
  return start;
}

const MIN_LINE_CHARS = 32;
/** A whole key on one line is shorter. */
const MAX_LINE_CHARS = 20_000;

/** The line that ends at `lineEnd`, and where the one before it ends; a line break may be written as `\n`. */
function findLine(text: string, from: number, lineEnd: number): { readonly lineStart: number; readonly next: number } {
  const real = lineEnd === 0 ? -1 : text.lastIndexOf("\n", lineEnd - 1);
  const written = lineEnd < 2 ? -1 : text.lastIndexOf("\\n", lineEnd - 2);
  if (real < from && written < from) return { lineStart: from, next: from };
  return real > written ? { lineStart: real + 1, next: real } : { lineStart: written + 2, next: written };
}

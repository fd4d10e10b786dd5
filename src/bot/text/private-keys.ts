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
  for (let isLast = true; lineEnd > from;) {
    const { lineStart, next } = findLine(text, from, lineEnd);
    const line = text.slice(lineStart, lineEnd).trimEnd();
    const body = findTrailingBase64(line);
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

/** A longer line is taken in parts. */
const MAX_LINE_CHARS = 4_000;

/** The line that ends at `lineEnd`, and where the one before it ends; a line break may be written as `\n`. */
function findLine(text: string, from: number, lineEnd: number): { readonly lineStart: number; readonly next: number } {
  const start = Math.max(from, lineEnd - MAX_LINE_CHARS);
  const near = text.slice(start, lineEnd);
  const real = near.lastIndexOf("\n");
  const written = near.lastIndexOf("\\n");
  if (real === -1 && written === -1) return { lineStart: start, next: start };
  return real > written
    ? { lineStart: start + real + 1, next: start + real }
    : { lineStart: start + written + 2, next: start + written };
}

function findTrailingBase64(line: string): string {
  let from = line.length;
  while (from > 0 && /[A-Za-z0-9+/=]/.test(line.charAt(from - 1))) from -= 1;
  return line.slice(from);
}

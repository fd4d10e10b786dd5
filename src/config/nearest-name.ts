/** Longer names are not compared: nobody mistypes those by hand, and the comparison is quadratic. */
const MAX_LENGTH = 64;

/**
 * The candidate a mistyped name most likely means, or undefined when none is close: at most a third of the letters may
 * differ (one in short names), or `maxMistakes`. Case is ignored; two swapped neighbours count as one mistake.
 */
export function findNearestName(
  name: string,
  candidates: Iterable<string>,
  maxMistakes = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted.length === 0 || wanted.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = maxMistakes + 1;
  for (const candidate of candidates) {
    if (candidate.length > MAX_LENGTH) continue;
    const distance = countMistakes(wanted, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Edits between two words: insert, remove, replace, swap neighbours. */
function countMistakes(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped ? at(beforeLast, j - 2) + 1 : Infinity));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}

/**
 * Returns the Levenshtein distance of two texts in code points if it is at most `most`, else null. Follows the diagonals whose distance can
 * still be at most `most` (Ukkonen 1985): time and memory grow with `most`, not with the product of the lengths.
 */
export function editDistance(a: string, b: string, most: number): number | null {
  const [from, to] = [codePoints(a), codePoints(b)];
  if (Math.abs(from.length - to.length) > most) return null;
  const goal = to.length - from.length;
  const width = 2 * most + 3;
  // The furthest place in `from` that is reached on each diagonal (place in `to` minus place in `from`) with so many edits.
  let reached = new Int32Array(width).fill(unreached);
  let next = new Int32Array(width);
  for (let edits = 0; edits <= most; edits++) {
    next.fill(unreached);
    for (let diagonal = -edits; diagonal <= edits; diagonal++) {
      const at = diagonal + most + 1;
      const replaced = (reached[at] ?? unreached) + 1;
      const removed = (reached[at + 1] ?? unreached) + 1;
      const added = reached[at - 1] ?? unreached;
      let place = edits === 0 ? 0 : Math.max(replaced, removed, added);
      place = Math.min(place, from.length, to.length - diagonal);
      if (place < 0 || place + diagonal < 0) continue;
      while (place < from.length && place + diagonal < to.length && from[place] === to[place + diagonal]) place++;
      if (diagonal === goal && place >= from.length) return edits;
      next[at] = place;
    }
    [reached, next] = [next, reached];
  }
  return null;
}

/** Less than any place, also after an edit. */
const unreached = -2;

function codePoints(text: string): Int32Array {
  return Int32Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

/** The known word closest to `word`, if it is close enough to be what was meant; else undefined. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const candidate of known) {
    const limit = Math.max(1, Math.floor(Math.min(word.length, candidate.length) / 3));
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && (!best || distance < best.distance)) best = { word: candidate, distance };
  }
  return best?.word;
}

/** The shortest known word that holds `word` or is held by it, of three letters at least: `min` for `minimum`, `base_url` for `url`. */
export function related(word: string, known: Iterable<string>): string | undefined {
  const candidates = [...known].filter((candidate) => {
    const [short, long] = word.length < candidate.length ? [word, candidate] : [candidate, word];
    return short.length >= 3 && long.toLowerCase().includes(short.toLowerCase());
  });
  return candidates.sort((a, b) => a.length - b.length)[0];
}

/** Damerau-Levenshtein distance with adjacent transpositions (optimal string alignment). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 20) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

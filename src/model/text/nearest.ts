import { short } from './quoted.js';

/** The maximum length of a word to compare. */
const longest = 100;

/**
 * Returns the known word that `word` misspells; undefined unless exactly one is close. Words that only look alike (`watch` and `batch`,
 * `v1` and `v2`, `max_chars` and `min_chars`) are not misspellings of each other, nor are words of more than 100 characters.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > longest) return undefined;
  const candidates = [...new Set(known)].flatMap((candidate) =>
    candidate.length > longest ? [] : [{ candidate, words: wordsOf(candidate) }],
  );
  const ours = wordsOf(word);
  const wanted = ours.join('');
  const alike = candidates.filter(({ words }) => words.join('') === wanted);
  if (wanted !== '' && alike.length > 0) return only(alike)?.candidate;
  const typos = candidates.map((one) => ({ ...one, edits: editsBetween(ours, one.words) }));
  const fewest = typos.reduce((least, { edits }) => Math.min(least, edits), Number.POSITIVE_INFINITY);
  if (fewest === Number.POSITIVE_INFINITY) return undefined;
  const closest = typos.filter(({ edits }) => edits === fewest);
  return (only(closest) ?? only(closest.filter(({ words }) => hasSameLetters(wanted, words.join('')))))?.candidate;
}

/**
 * Returns the known word that means the same as `word`: a synonym from another tool, or a name with more or fewer of the same words
 * (`minimum` and `min`, `url` and `base_url`). Returns undefined unless exactly one matches.
 */
export function related(word: string, known: Iterable<string>): string | undefined {
  const candidates = [...new Set(known)];
  const wanted = wordsOf(word);
  const meanings = synonyms.get(wanted.join('_')) ?? [];
  return (
    only(candidates.filter((candidate) => meanings.includes(candidate))) ??
    only(candidates.filter((candidate) => sharesWords(wanted, wordsOf(candidate))))
  );
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Splits a name into lower-case words: `sampleSize`, `sample-size` and `Sample_size` have the same words. */
function wordsOf(text: string): readonly string[] {
  const separated = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2');
  return separated
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns the number of typing mistakes between two names: 0 to 2, or infinity if they are different words. */
function editsBetween(ours: readonly string[], theirs: readonly string[]): number {
  const one = slips(ours.join(''), theirs.join(''));
  if (ours.length !== theirs.length || one === 1) return one;
  const edits = ours.reduce((sum, word, i) => sum + slips(word, theirs[i] ?? ''), 0);
  return edits <= 2 ? edits : Number.POSITIVE_INFINITY;
}

/**
 * Counts the typing mistakes in a word: an extra, missing or swapped letter; a wrong letter only inside a longer word; two mistakes only in
 * a long word.
 */
function slips(written: string, known: string): number {
  if (Math.abs(written.length - known.length) > 2) return Number.POSITIVE_INFINITY;
  if (written === known) return 0;
  if (digitsOf(written) !== digitsOf(known)) return Number.POSITIVE_INFINITY;
  const edits = editDistance(written, known);
  const shorter = Math.min(written.length, known.length);
  const isSameStart = written[0] === known[0];
  const isReplaced = written.length === known.length && !hasSameLetters(written, known);
  if (edits === 1 && shorter >= 3 && (!isReplaced || (isSameStart && shorter >= 5))) return 1;
  return edits === 2 && shorter >= 8 && isSameStart ? 2 : Number.POSITIVE_INFINITY;
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('');
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

/**
 * Returns true if the longer name has all words of the shorter one, and both or neither have `not`. The first three or more letters of a
 * word count as the word.
 */
function sharesWords(one: readonly string[], other: readonly string[]): boolean {
  if (one.includes('not') !== other.includes('not')) return false;
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  return fewer.length > 0 && fewer.every((word) => more.some((candidate) => isShortFor(word, candidate)));
}

function isShortFor(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.startsWith(short);
}

/** Returns the Damerau-Levenshtein distance of two texts, with adjacent transpositions (optimal string alignment). */
export function editDistance(a: string, b: string): number {
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

/** Maps names of promptfoo, OpenAI and statistics to eva's names for the same keys and checks. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['alpha', ['significance_level']],
  ['asserts', ['assert']],
  ['description', ['name']],
  ['developer', ['system']],
  ['json', ['is_json']],
  ['label', ['about']],
  ['llm_rubric', ['rubric']],
  ['regex', ['matches']],
  ['repeat', ['sample_size']],
  ['tests', ['cases']],
  ['trials', ['sample_size']],
  ['vars', ['inputs']],
]);

/** Returns the name that was probably meant, else the hint. */
export function meantOr(meant: string | undefined, hint: string): string {
  return meant === undefined ? hint : `did you mean "${short(meant)}"?`;
}

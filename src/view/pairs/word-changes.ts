/** A piece of a text: unchanged, or marked because the other text lacks it. */
export interface MarkedPiece {
  readonly raw: string;
  readonly is_changed: boolean;
}

/** Two texts whose differences are marked by words. */
export interface WordChanges {
  readonly a: readonly MarkedPiece[];
  readonly b: readonly MarkedPiece[];
}

/** Longer texts are not compared, so that an answer of any length takes bounded time. In UTF-16 units. */
const longestText = 20_000;
/** The maximum number of words that are removed and added. Texts that need more have little in common. */
const mostEdits = 1000;
/** The least share of equal words in the longer text: below it, marks would hide the texts. */
const leastInCommon = 0.25;

/**
 * Marks the words that differ between two texts. Differences in white space alone are not marked. Returns null for equal texts, for long
 * ones, and for those that have so little in common that marks would hide them. Loads its package on first use.
 */
export async function wordChanges(a: string, b: string): Promise<WordChanges | null> {
  if (a === b || a.length > longestText || b.length > longestText) return null;
  const { diffArrays } = await import('diff');
  const [wordsOfA, wordsOfB] = [wordsOf(a), wordsOf(b)];
  const comparator = (one: string, other: string) => one.trim() === other.trim();
  const changes = diffArrays(wordsOfA, wordsOfB, { comparator, maxEditLength: mostEdits });
  if (!changes) return null;
  const equal = changes.reduce((sum, { added, removed, count }) => sum + (added || removed ? 0 : count), 0);
  if (equal < leastInCommon * Math.max(wordsOfA.length, wordsOfB.length)) return null;
  return { a: piecesOf(wordsOfA, changes, 'removed'), b: piecesOf(wordsOfB, changes, 'added') };
}

/** Scripts that are written without spaces, so that each character counts as a word. */
const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer'].map((name) => `\\p{Script=${name}}`).join('');
const letter = '[\\p{L}\\p{N}\\p{M}_]';

/** Matches a character of such a script, a word, or another character, each with the white space before it. */
const word = new RegExp(`\\s*(?:[${spaceless}]\\p{M}*|(?:(?![${spaceless}])${letter})+|\\S)|\\s+$`, 'gu');

function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

interface Change {
  readonly added: boolean;
  readonly removed: boolean;
  readonly count: number;
}

/** Returns the pieces of one side. Adjacent marked words are one piece, which begins and ends without white space. */
function piecesOf(words: readonly string[], changes: readonly Change[], own: 'added' | 'removed'): MarkedPiece[] {
  const other = own === 'added' ? 'removed' : 'added';
  const pieces: MarkedPiece[] = [];
  let at = 0;
  for (const change of changes) {
    if (change[other]) continue;
    const raw = words.slice(at, at + change.count).join('');
    at += change.count;
    if (!change[own]) {
      pieces.push({ raw, is_changed: false });
      continue;
    }
    const bare = raw.trimStart();
    if (bare.length < raw.length) pieces.push({ raw: raw.slice(0, raw.length - bare.length), is_changed: false });
    if (bare !== '') pieces.push({ raw: bare, is_changed: true });
  }
  return joined(pieces);
}

/** Joins adjacent pieces of the same kind. */
function joined(pieces: readonly MarkedPiece[]): MarkedPiece[] {
  const all: { raw: string; is_changed: boolean }[] = [];
  for (const { raw, is_changed } of pieces) {
    const last = all.at(-1);
    if (last?.is_changed === is_changed) last.raw += raw;
    else all.push({ raw, is_changed });
  }
  return all;
}

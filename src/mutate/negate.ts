import { type ChangeCandidate, replacement, type StructuredText, type TextKind } from './kinds.js';
import { sentencesIn } from './prose.js';
import type { BodyRange } from './range.js';

/** Words that say what must be, with their opposites. Words of a phrase may be on two lines. */
const strong: Readonly<Record<string, string>> = {
  'must not': 'must',
  "mustn't": 'must',
  must: 'must not',
  'should not': 'should',
  "shouldn't": 'should',
  should: 'should not',
  'may not': 'may',
  cannot: 'can',
  'can not': 'can',
  "can't": 'can',
  'do not': 'do',
  "don't": 'do',
  'does not': 'does',
  "doesn't": 'does',
  'is not': 'is',
  'are not': 'are',
  never: 'always',
  always: 'never',
  'at least': 'at most',
  'at most': 'at least',
  'more than': 'less than',
  'less than': 'more than',
  'fewer than': 'more than',
  'muss nicht': 'muss',
  'darf nicht': 'darf',
  muss: 'darf nicht',
  niemals: 'immer',
  nie: 'immer',
  immer: 'nie',
  toujours: 'jamais',
  jamais: 'toujours',
  siempre: 'nunca',
  nunca: 'siempre',
};

/** Words whose opposite is used if a sentence has no strong one. */
const weak: Readonly<Record<string, string>> = {
  not: '',
  no: 'some',
  nothing: 'something',
  nobody: 'somebody',
  without: 'with',
  unless: 'if',
  only: 'also',
  exactly: 'roughly',
  may: 'may not',
  nicht: '',
  kein: 'ein',
  keine: 'eine',
};

/** The same in scripts without spaces between words. A longer phrase comes before the one that it begins with. */
const unspaced: Readonly<Record<string, string>> = {
  不得: '必须',
  不能: '能',
  不要: '要',
  必须: '不得',
  必須: '不得',
  总是: '从不',
  从不: '总是',
  绝不: '总是',
  しないでください: 'してください',
  してください: 'しないでください',
  하지마세요: '하세요',
};

const strongPattern = phrases(strong);

const weakPattern = phrases(weak);

const unspacedPattern = new RegExp(Object.keys(unspaced).join('|'), 'g');

/** Turns a sentence into its opposite: `must` into `must not`, `never` into `always`. */
export const negate: TextKind = (text) =>
  text.blocks.flatMap((block) => sentencesIn(text.text, block).flatMap((sentence) => negated(text, sentence)));

function negated(text: StructuredText, sentence: BodyRange): readonly ChangeCandidate[] {
  for (const [pattern, opposites] of [
    [strongPattern, strong],
    [unspacedPattern, unspaced],
    [weakPattern, weak],
  ] as const) {
    const match = firstPhrase(text, sentence, pattern);
    if (!match) continue;
    const key = match.phrase.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
    return [replacement('negate', text, sentence, opposite(text, match, opposites[key] ?? ''))];
  }
  return [];
}

interface Found extends BodyRange {
  readonly phrase: string;
}

function firstPhrase(
  { text, hasPlaceholder }: StructuredText,
  { start, end }: BodyRange,
  pattern: RegExp,
): Found | null {
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const from = start + match.index;
    const phrase = { phrase: match[0], start: from, end: from + match[0].length };
    if (!hasPlaceholder(phrase)) return phrase;
  }
  return null;
}

/** Returns the edit to the opposite, in the letter case of the phrase. A word without one goes with a space beside it. */
function opposite({ text }: StructuredText, { phrase, start, end }: Found, word: string): BodyRange & { with: string } {
  if (word === '') {
    const next = /\s/.test(text.charAt(end)) ? end + 1 : end;
    return { start, end: next, with: '' };
  }
  if (phrase.length > 1 && phrase === phrase.toUpperCase() && phrase !== phrase.toLowerCase())
    return { start, end, with: word.toUpperCase() };
  const isCapital = /^\p{Lu}/u.test(phrase);
  return { start, end, with: isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word };
}

function phrases(opposites: Readonly<Record<string, string>>): RegExp {
  const longest = Object.keys(opposites).sort((a, b) => b.length - a.length);
  const words = longest.map((phrase) => phrase.replaceAll("'", "['’]").replaceAll(' ', '\\s{1,40}'));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${words.join('|')})(?![\\p{L}\\p{N}_'’-])`, 'giu');
}

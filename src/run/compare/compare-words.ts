import { readyVersion } from '#model/pairs/compare-rule.js';
import { evaError } from '#model/problem.js';
import { listed, promptWord, quoted, shellWord } from '#model/text/quoted.js';
import { runNames, runsEndingIn } from '#store/run/run-names.js';

export type NamedSide =
  | { readonly kind: 'tree' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'prompt'; readonly id: string };

/** The versions that the words of `eva compare` name: two sides, or two stored runs. */
export type ComparedWords =
  | { readonly way: 'sides'; readonly against: string; readonly a: NamedSide; readonly b: NamedSide }
  | { readonly way: 'runs'; readonly a: string; readonly b: string };

/** The word for the files as they are. */
export const treeWord = 'working tree';

interface KnownNames {
  readonly root: string;
  readonly id: string;
  readonly ids: readonly string[];
}

/**
 * Reads one or two words as versions: `A..B`, `A` against the working tree, `A B`, or two runs. A word is a prompt, `ready`, `working tree`, a
 * run or a git ref, in this order; what may be the name of a commit is the end of a run's name only beside another run. Throws EVA_USAGE.
 */
export function readWords(words: readonly string[], { root, id, ids }: KnownNames): ComparedWords {
  if (words.length > 2)
    throw evaError(
      'EVA_USAGE:compare_words',
      `eva compare takes at most two versions, and got ${words.length}: ${namesIn(words)}`,
      { hint: `name one or two: eva compare ${promptWord(id)} A..B` },
    );
  const [a = '', b = treeWord] = words.length === 1 ? splitWord(words[0] ?? '', ids) : words;
  const runs = runNames(root);
  const isRun = (word: string) => !ids.includes(word) && (runs.includes(word) || runsEndingIn(word, runs).length > 0);
  if (isRun(a) && isRun(b)) return { way: 'runs', a, b };
  const run = [a, b].find((word) => isRun(word) && !/^[0-9a-f]{4,40}$/.test(word));
  if (run !== undefined)
    throw evaError('EVA_USAGE:compare_one_run', `${quoted(run)} is a run, and can only be compared with another run`, {
      hint: `name two runs, which eva log lists: eva compare ${promptWord(id)} ${shellWord(run)} RUN`,
    });
  const side = (word: string): NamedSide => {
    if (ids.includes(word)) return { kind: 'prompt', id: word };
    if (word === treeWord) return { kind: 'tree' };
    return word === readyVersion ? { kind: 'ready' } : { kind: 'ref', ref: word };
  };
  const sides = { way: 'sides', against: a, a: side(a), b: side(b) } as const;
  if (sides.b.kind !== 'prompt') return sides;
  if (b === id) return { ...sides, b: { kind: 'tree' } };
  throw evaError(
    'EVA_USAGE:compare_new_prompt',
    `${quoted(b)} is a prompt, and only the old side can be another prompt`,
    { hint: `eva compare ${promptWord(id)} ${promptWord(b)}, or eva compare ${promptWord(b)} ${promptWord(id)}` },
  );
}

/** Splits `A..B`; without a second side it is the working tree. A prompt can have dots in its id. */
function splitWord(word: string, ids: readonly string[]): readonly [string, string?] {
  if (ids.includes(word) || !word.includes('..')) return [word];
  const [a = '', b = '', ...more] = word.split('..');
  if (a === '' || more.length > 0 || b.startsWith('.'))
    throw evaError('EVA_USAGE:compare_dots', `${quoted(word)} does not name two versions`, {
      hint: 'write A..B, with a git ref on each side; without B it is the working tree',
    });
  return b === '' ? [a] : [a, b];
}

const mostListed = 10;

/** Lists names in quotes, at most ten of them. */
export function namesIn(names: readonly string[]): string {
  const more = names.length - mostListed;
  const shown = names.slice(0, mostListed).map(quoted);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown);
}

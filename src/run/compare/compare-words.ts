import { readyVersion } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError } from '#model/problem.js';
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
 * run or a git ref, in this order. Throws EVA_USAGE.
 */
export function readWords(words: readonly string[], known: KnownNames): ComparedWords {
  if (words.length > 2)
    throw evaError(
      'EVA_USAGE:compare_words',
      `eva compare takes at most two versions, and got ${words.length}: ${namesIn(words)}`,
      { hint: `name one or two: eva compare ${promptWord(known.id)} A..B` },
    );
  const [a = '', b] = words.length === 1 ? splitWord(words[0] ?? '', known.ids) : words;
  const runs = runNames(known.root);
  const isRun = (word: string) => !known.ids.includes(word) && isRunName(word, runs);
  if (b !== undefined && isRun(a) && isRun(b)) return { way: 'runs', a, b };
  const run = [a, b].find((word) => word !== undefined && isWholeRunName(word, runs));
  if (run !== undefined) throw oneRun(known.id, run, run === a ? b : a);
  const sides = { a: sideOf(a, known.ids), b: b === undefined ? treeSide : sideOf(b, known.ids) };
  if (sides.b.kind === 'prompt') {
    if (sides.b.id !== known.id)
      throw evaError(
        'EVA_USAGE:compare_new_prompt',
        `${quoted(sides.b.id)} is a prompt, and only the old side can be another prompt`,
        {
          hint: `eva compare ${promptWord(known.id)} ${promptWord(sides.b.id)}, or eva compare ${promptWord(sides.b.id)} ${promptWord(known.id)}`,
        },
      );
    return { way: 'sides', against: a, a: sides.a, b: treeSide };
  }
  return { way: 'sides', against: a, ...sides };
}

/** Returns the error to throw for versions that git does not know: if one of the words is a run, that it needs another run beside it. */
export function refOrRun(
  error: unknown,
  words: readonly string[],
  { root, id }: Pick<KnownNames, 'root' | 'id'>,
): unknown {
  const isUnknown = (entry: Problem) =>
    entry.code === 'EVA_GIT' && /^(?:unknown_ref|shallow)$/.test(entry.variant ?? '');
  if (!(error instanceof EvaError) || !error.problems.some(isUnknown)) return error;
  const names = words.flatMap((word) => word.split('..')).filter((word) => word !== '');
  const runs = runNames(root);
  const run = names.find((word) => isRunName(word, runs));
  if (run === undefined) return error;
  return oneRun(
    id,
    run,
    names.find((word) => word !== run),
  );
}

const treeSide: NamedSide = { kind: 'tree' };

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

function sideOf(word: string, ids: readonly string[]): NamedSide {
  if (ids.includes(word)) return { kind: 'prompt', id: word };
  if (word === treeWord) return treeSide;
  return word === readyVersion ? { kind: 'ready' } : { kind: 'ref', ref: word };
}

function isRunName(word: string, runs: readonly string[]): boolean {
  return runs.includes(word) || runsEndingIn(word, runs).length > 0;
}

/** Returns true for a word that can be no git ref by chance: the abbreviated name of a commit may be the end of a run's name. */
function isWholeRunName(word: string, runs: readonly string[]): boolean {
  return runs.includes(word) || (runsEndingIn(word, runs).length > 0 && !/^[0-9a-f]{4,40}$/.test(word));
}

function oneRun(id: string, run: string, other: string | undefined): EvaError {
  const what = `${quoted(run)} is a run${other === undefined ? ', and a run' : ` and ${quoted(other)} is not: a run`}`;
  return evaError('EVA_USAGE:compare_one_run', `${what} can only be compared with another run`, {
    hint: `name two runs, which eva log lists: eva compare ${promptWord(id)} ${shellWord(run)} RUN`,
  });
}

/** Lists names in quotes, at most ten of them. */
export function namesIn(names: readonly string[]): string {
  const more = names.length - mostListed;
  const shown = names.slice(0, mostListed).map(quoted);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown);
}

const mostListed = 10;

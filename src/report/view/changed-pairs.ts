import type { Case } from '#model/case.js';
import { type CasePairs, type Comparison, isOpenCase, type PairOutcome } from '#model/pairs/comparison.js';
import type { Body } from '#model/prompt.js';
import type { Score, Trial } from '#model/run/trial.js';
import { inputViews, replyView } from './case-view.js';
import { type NamedText, type Reply, type Text, text } from './view.js';

/** How the pairs are chosen that are shown. `changed`: those that got better or worse. */
export type ItemsWord = 'worse' | 'better' | 'changed';

export interface ReplyPair {
  readonly case: Text;
  readonly inputs: readonly NamedText[];
  /** `better` and `worse`: B against A. */
  readonly change: 'better' | 'worse';
  readonly a: Reply;
  readonly b: Reply;
  /** The words that differ; null if nothing is marked. */
  readonly words: WordChanges | null;
}

interface SideTrial {
  readonly trial: Trial;
  readonly scores: readonly Score[];
  readonly body: Body;
}

export async function replyPair(
  testCase: Case,
  { a, b }: { readonly a: SideTrial; readonly b: SideTrial },
  change: ReplyPair['change'],
): Promise<ReplyPair> {
  const [replyOfA, replyOfB] = [a, b].map((side) => replyView(side.trial, side.scores, testCase, side.body)) as [
    Reply,
    Reply,
  ];
  const own = replyOfB.item?.inputs ?? replyOfA.item?.inputs ?? [];
  return {
    case: text(testCase.name),
    inputs: own.length > 0 ? own : inputViews(testCase.subject),
    change,
    a: replyOfA,
    b: replyOfB,
    words: await wordChanges(answerText(replyOfA), answerText(replyOfB)),
  };
}

/** Returns the answer of a side as one text: the response with its tool calls, or each turn of a conversation. */
export function answerText({ turns, conversation }: Reply): string {
  return turns
    .map(({ message, response, calls = [] }) =>
      [
        ...(conversation ? [`user: ${message.raw}`, `reply: ${response.raw}`] : [response.raw]),
        ...calls.map(({ name, arguments: given }) => `call: ${name.raw} ${given.raw}`),
      ]
        .filter((part) => part !== '')
        .join('\n'),
    )
    .join('\n')
    .trimEnd();
}

/** How a case is listed. `unfinished`: replies are missing. `decides_nothing`: it has too few pairs for the margin, and is not worse. */
export type CaseStanding = PairOutcome | 'unfinished' | 'decides_nothing';

export interface ListedCase {
  readonly pairs: CasePairs;
  /** Its outcome, which is corrected for the number of cases that decide. */
  readonly standing: CaseStanding;
  /** True if it is shown only together with the others: that all are not worse needs no correction, that this one is needs it. */
  readonly is_shown_with_others: boolean;
}

const order: readonly CaseStanding[] = ['worse', 'unfinished', 'undecided', 'not_worse', 'better', 'decides_nothing'];

/** Lists the cases of a comparison: those that need attention first, the others in the order of the file. */
export function listedCases(comparison: Comparison): readonly ListedCase[] {
  const listed = comparison.cases.map((pairs) => listedCase(pairs, comparison));
  return order.flatMap((standing) => listed.filter((one) => one.standing === standing));
}

function listedCase(pairs: CasePairs, { outcome }: Comparison): ListedCase {
  const plain = { pairs, is_shown_with_others: false };
  if (isOpenCase(pairs)) return { ...plain, standing: 'unfinished' };
  if (pairs.outcome === null) return { ...plain, standing: pairs.decides ? 'unfinished' : 'decides_nothing' };
  const isTogether = outcome === 'not_worse' || outcome === 'better';
  if (pairs.outcome === 'undecided' && pairs.not_worse.shown && isTogether) {
    return { pairs, standing: 'not_worse', is_shown_with_others: true };
  }
  return { ...plain, standing: pairs.outcome };
}

/** Returns the exit code of a comparison: 0 for better and not worse, 1 for worse and undecided, 3 if replies are missing. */
export function exitCodeOfComparison({ state, outcome }: Pick<Comparison, 'state' | 'outcome'>): 0 | 1 | 3 {
  if (state === 'unfinished' || outcome === null) return 3;
  return outcome === 'better' || outcome === 'not_worse' ? 0 : 1;
}

export function changedPairs({ cases }: Pick<Comparison, 'cases'>): {
  readonly better: number;
  readonly worse: number;
} {
  const sum = (of: 'better' | 'worse') => cases.reduce((all, pairs) => all + pairs[of], 0);
  return { better: sum('better'), worse: sum('worse') };
}

/** A piece of a text: unchanged, or marked because the other text lacks it. */
export interface MarkedPiece {
  readonly raw: string;
  readonly is_changed: boolean;
}

interface WordChanges {
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

function joined(pieces: readonly MarkedPiece[]): MarkedPiece[] {
  const all: { raw: string; is_changed: boolean }[] = [];
  for (const { raw, is_changed } of pieces) {
    const last = all.at(-1);
    if (last?.is_changed === is_changed) last.raw += raw;
    else all.push({ raw, is_changed });
  }
  return all;
}

import type { CasePairs, Comparison } from '#model/pairs/comparison.js';
import { namesOnOneLine } from '../run/heading.js';
import { interruptedHead, type Kept, keptLines } from '../run/interrupted.js';
import { count, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import type { ItemsWord, ReplyPair } from '../view/changed-pairs.js';
import { type CompareContext, compareText } from './compare-text.js';
import { itemsPieces } from './compared-items.js';

export interface ToldComparison {
  readonly context: CompareContext;
  readonly items: ChosenItems | null;
}

/** Pairs of answers that changed, and how many there are. `read` may be called again. */
export interface ChosenItems {
  readonly word: ItemsWord;
  readonly total: number;
  readonly read: () => AsyncIterable<ReplyPair>;
}

export async function* comparisonPieces(
  comparison: Comparison,
  { context, items }: ToldComparison,
  screen: Screen,
): AsyncGenerator<string> {
  yield compareText(comparison, context, screen);
  if (!items) return;
  const labels = { a: comparison.a.label, b: comparison.b.label };
  yield* itemsPieces(items.read(), { word: items.word, total: items.total, labels, full: context.full }, screen);
}

export interface InterruptedComparison {
  readonly id: string;
  readonly pairs: number;
  readonly planned: number;
  readonly cost_usd: number | null;
  readonly settled: readonly CasePairs[];
  /** True if a new comparison on the same files would be one more attempt. */
  readonly isAttempt: boolean;
}

export function interruptedComparison(known: InterruptedComparison, kept: Kept, screen: Screen): string {
  const { id, pairs, planned, cost_usd, settled, isAttempt } = known;
  const width = usableWidth(screen);
  const amounts = [
    pairs === 0
      ? 'interrupted before its first pair'
      : `interrupted after ${count(pairs)} of at most ${plural(planned, 'pair')}`,
    ...(cost_usd ? [usd(cost_usd)] : []),
  ].join(' · ');
  const names = namesOnOneLine(
    width - '   settled  '.length,
    settled.map((one) => one.case),
  );
  const lines = [
    ...interruptedHead(id, amounts, screen),
    ...(settled.length > 0 ? [`   ${screen.paint.dim('settled')}  ${names}`] : []),
    ...keptLines(isAttempt, kept, screen),
  ];
  return `${lines.join('\n')}\n`;
}

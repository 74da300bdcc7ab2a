import type { Comparison } from '#model/pairs/comparison.js';
import type { ItemsWord, ReplyPair } from '#view/pairs/changed-replies.js';
import type { Screen } from '../text/paint.js';
import { type CompareContext, compareText } from './compare.js';
import { itemsPieces } from './items.js';

/** What a command shows of a comparison besides its result. */
export interface ToldComparison {
  readonly context: CompareContext;
  /** The pairs that `--items` chose; null without it. */
  readonly items: ChosenItems | null;
}

/** Pairs of answers that changed, and how many there are. `read` may be called again. */
export interface ChosenItems {
  readonly word: ItemsWord;
  readonly total: number;
  readonly read: () => AsyncIterable<ReplyPair>;
}

/** Renders a comparison, and below it both answers of the pairs that were chosen. */
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

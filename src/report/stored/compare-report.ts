import type { Comparison } from '#model/pairs/comparison.js';
import { choosePairs, type PairSource } from '#run/compare/changed-pairs.js';
import type { CompareReport } from '../formats/report.js';
import { compareViewOf, promptChanges } from '../view/compare-view.js';
import type { Next } from '../view/view.js';

export interface ComparisonToReport {
  readonly comparison: Comparison;
  /** The pairs with their texts; null without any. */
  readonly source: PairSource | null;
  /** The file with its row; null without a row. */
  readonly rowPath: string | null;
  /** Commands that show more, or get the missing replies. */
  readonly next?: readonly Next[];
}

/** A comparison for reporters, without what a command line says besides. */
type ReadComparison = Omit<CompareReport, 'told'>;

/** Returns a comparison for reporters. Reads its pairs only when they are asked for, one at a time. */
export async function compareReport({
  comparison,
  source,
  rowPath,
  next = [],
}: ComparisonToReport): Promise<ReadComparison> {
  const prompt = source && (await promptChanges(source.bodies.a, source.bodies.b));
  return {
    kind: 'compare',
    comparison,
    view: compareViewOf(comparison, { prompt, rowPath, next }),
    changed: async function* () {
      if (!source) return;
      for (const word of ['worse', 'better'] as const) yield* choosePairs(source, word).read();
    },
  };
}

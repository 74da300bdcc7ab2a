import { choosePairs, type PairSource } from '#engine/comparing/changed-pairs.js';
import type { StoredComparison } from '#engine/comparing/planned-comparison.js';
import { compareStoredRuns } from '#engine/comparing/stored-comparison.js';
import { compareReport } from '#engine/reporting/compare-report.js';
import type { Comparison } from '#model/pairs/comparison.js';
import type { MissingReplies } from '#report/compare/compare-text.js';
import { type ChosenItems, comparisonPieces, type ToldComparison } from '#report/compare/comparison-pieces.js';
import { exitCodeOfComparison } from '#report/view/changed-pairs.js';
import { text } from '#report/view/text.js';
import type { Next } from '#report/view/view.js';
import { shortRunName } from '#store/run/run-names.js';
import { type CompareLine, type CompareWorld, commandOf } from './compare-words.js';

/** How a comparison ended, besides its result. */
export interface ComparisonEnding {
  readonly rowPath: string | null;
  /** null if no reply is missing. */
  readonly missing: MissingReplies | null;
  /** Returns the pairs with their texts; null without any. */
  readonly source: (() => PairSource) | null;
}

/** Prints a comparison, and with `--items` both answers of the pairs that changed. Writes its reports. Returns the exit code. */
export async function showComparison(
  comparison: Comparison,
  ending: ComparisonEnding,
  line: CompareLine,
  { root, terminal, reports }: Pick<CompareWorld, 'root' | 'terminal' | 'reports'>,
): Promise<number> {
  const { rowPath, missing, source } = ending;
  const { full = false, items: word } = line.flags;
  const context = {
    rowPath,
    command: commandOf(line),
    missing,
    runName: (runId: string) => shortRunName(root, runId),
    full,
    hasItems: word !== undefined,
  };
  const told = { context, items: chosenItems(ending, line) };
  if (reports.output === 'pretty') {
    for await (const piece of comparisonPieces(comparison, told, terminal)) terminal.out(piece);
  }
  const of = async () => ({
    ...(await compareReport({ comparison, source: source ? source() : null, rowPath, next: nextOf(told) })),
    told,
  });
  return reports.write(() => ({ ids: [comparison.id], of }), exitCodeOfComparison(comparison));
}

function chosenItems({ source }: ComparisonEnding, { flags: { items: word } }: CompareLine): ChosenItems | null {
  if (word === undefined) return null;
  const { total, read } = source ? choosePairs(source(), word) : { total: 0, read: async function* () {} };
  return { word, total, read };
}

function nextOf({ context: { missing } }: ToldComparison): readonly Next[] {
  return missing ? [{ name: 'resume', command: text(missing.next.command) }] : [];
}

/** Decides two stored runs, and prints the result. Asks no model, and writes no row. */
export function showStored(planned: StoredComparison, line: CompareLine, world: CompareWorld): Promise<number> {
  const comparison = compareStoredRuns(planned, new Date());
  const bodies = { a: planned.a.plan.body, b: planned.b.plan.body };
  const source = () => ({ cases: planned.cases, bodies });
  return showComparison(comparison, { rowPath: null, missing: null, source }, line, world);
}

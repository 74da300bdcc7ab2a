import { choosePairs, type PairSource } from '#engine/comparing/changed-pairs.js';
import type { StoredComparison } from '#engine/comparing/planned-comparison.js';
import { compareStoredRuns } from '#engine/comparing/stored-comparison.js';
import type { Comparison } from '#model/pairs/comparison.js';
import { jsonResult } from '#report/json.js';
import { compareText, type MissingReplies } from '#report/pairs/compare.js';
import { itemsPieces } from '#report/pairs/items.js';
import { shortRunName } from '#store/run/run-names.js';
import { exitCodeOfComparison } from '#view/pairs/listed-cases.js';
import { itemDocument } from './compare-items.js';
import { type CompareLine, type CompareWorld, commandOf } from './compare-words.js';

/** How a comparison ended, besides its result. */
export interface ComparisonEnding {
  readonly rowPath: string | null;
  /** null if no reply is missing. */
  readonly missing: MissingReplies | null;
  /** The pairs with their texts; null without any. */
  readonly source: PairSource | null;
}

/** Prints a comparison, and with `--items` both answers of the pairs that changed. Returns its exit code. */
export async function showComparison(
  comparison: Comparison,
  { rowPath, missing, source }: ComparisonEnding,
  line: CompareLine,
  { root, terminal }: Pick<CompareWorld, 'root' | 'terminal'>,
): Promise<number> {
  const { items: word, json, full = false } = line.flags;
  const chosen = word && source ? choosePairs(source, word) : null;
  if (json) {
    const items: object[] = [];
    for await (const pair of chosen?.read() ?? []) items.push(itemDocument(pair));
    const why = missing && { missing_reasons: missing.reasons, resume: missing.next.command };
    terminal.out(jsonResult({ ...comparison, ...why, ...(word && { items }) }));
    return exitCodeOfComparison(comparison);
  }
  const context = {
    rowPath,
    command: commandOf(line),
    missing,
    runName: (runId: string) => shortRunName(root, runId),
    full,
    hasItems: word !== undefined,
  };
  terminal.out(compareText(comparison, context, terminal));
  if (word) {
    const labels = { a: comparison.a.label, b: comparison.b.label };
    const shown = { word, total: chosen?.total ?? 0, labels, full };
    for await (const piece of itemsPieces(chosen?.read() ?? [], shown, terminal)) terminal.out(piece);
  }
  return exitCodeOfComparison(comparison);
}

/** Decides two stored runs, and prints the result. Asks no model, and writes nothing. */
export function showStored(planned: StoredComparison, line: CompareLine, world: CompareWorld): Promise<number> {
  const comparison = compareStoredRuns(planned, new Date());
  const bodies = { a: planned.a.plan.body, b: planned.b.plan.body };
  const source = { cases: planned.cases, bodies };
  return showComparison(comparison, { rowPath: null, missing: null, source }, line, world);
}

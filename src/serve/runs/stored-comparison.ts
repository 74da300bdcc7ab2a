import { pairsOfRuns } from '#engine/comparing/changed-pairs.js';
import { compareReport } from '#engine/reporting/compare-report.js';
import type { Comparison } from '#model/pairs/comparison.js';
import type { RunPlan } from '#model/run/run.js';
import { version } from '#model/version.js';
import { comparePage } from '#page/compare/compare-page.js';
import { readShownPairs } from '#page/compare/shown-pairs.js';
import type { ComparisonOfRun } from '#page/served/run-page.js';
import { readComparison } from '#store/run/comparison-file.js';
import { comparedRuns } from '#store/run/listing/compared-runs.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf, runNames } from '#store/run/run-names.js';
import { text } from '#view/text.js';

/**
 * Renders the comparison whose side B is a run; null if the run has none. Without the folder of side A it has no answers. Throws EVA_BAD_RUN,
 * EVA_DISK, EVA_ODD_FILE.
 */
export async function storedComparisonPage(root: string, run_id: string): Promise<Iterable<string> | null> {
  const comparison = readComparison(runDirOf(root, run_id));
  if (!comparison) return null;
  const { view, changed } = await compareReport({
    comparison,
    source: pairsIn(root, run_id, comparison),
    rowPath: null,
  });
  return comparePage({ view, pairs: await readShownPairs(changed()), version, isServed: true });
}

function pairsIn(root: string, run_id: string, comparison: Comparison) {
  const other = comparison.a.run_id;
  if (!runNames(root).includes(other)) return null;
  const folderOf = (name: string) => ({ dir: runDirOf(root, name), plan: readPlan(root, name) });
  return pairsOfRuns(folderOf(other), folderOf(run_id), comparison);
}

/** Returns the comparison that a run answered for; null for a run of its own. Throws EVA_DISK, EVA_ODD_FILE. */
export function comparisonOfRun(root: string, run_id: string, { compare }: RunPlan): ComparisonOfRun | null {
  if (!compare) return null;
  const { side, against, comparison } = compare;
  const b = side === 'b' ? run_id : comparedRuns(root).find((one) => one.comparison === comparison)?.b?.run_id;
  const hasPage = b !== undefined && readComparison(runDirOf(root, b)) !== null;
  const address = hasPage ? `/run/${encodeURIComponent(b)}/comparison` : null;
  return { side, against: text(against), address };
}

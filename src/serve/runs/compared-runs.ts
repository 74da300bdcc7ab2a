import { compareStoredRuns } from '#engine/comparing/stored-comparison.js';
import { planStoredPairs } from '#engine/comparing/stored-pairs.js';
import { compareReport } from '#engine/reporting/compare-report.js';
import { defaultMargin } from '#model/pairs/comparison.js';
import { version } from '#model/version.js';
import { comparePage } from '#page/compare/compare-page.js';
import { readShownPairs } from '#page/compare/shown-pairs.js';
import { readPlan } from '#store/run/run-folder.js';

const alpha = 0.05;

/**
 * Renders the comparison of two stored runs, the older one as A. Asks no model, and writes nothing. Throws EVA_NOT_COMPARABLE, EVA_USAGE,
 * EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export async function comparedRunsPage(
  root: string,
  runs: readonly [string, string],
  now: Date,
): Promise<Iterable<string>> {
  const [a, b] = runs[0] < runs[1] ? runs : [runs[1], runs[0]];
  const { id } = readPlan(root, b);
  const planned = planStoredPairs(id, { a, b }, { root, question: { margin: defaultMargin, alpha } });
  try {
    const comparison = compareStoredRuns(planned, now);
    const bodies = { a: planned.a.plan.body, b: planned.b.plan.body };
    const source = { cases: planned.cases, bodies };
    const { view, changed } = await compareReport({ comparison, source, rowPath: null });
    return comparePage({ view, pairs: await readShownPairs(changed()), version, isServed: true });
  } finally {
    planned.close();
  }
}

import type { CompareReport, Reporter } from '#report/formats/report.js';
import { readShownPairs } from './compare/changed-pairs-section.js';
import { comparePage } from './compare/compare-page.js';
import { runsPage } from './runs/runs-page.js';

/** The reporter for browsers: one file that loads nothing and sends nothing. */
export const html: Reporter = {
  pieces: (report, { eva_version }) => {
    if (report.kind === 'compare') return comparePieces(report, eva_version);
    return runsPage({ view: report.view, runs: report.runs, version: eva_version });
  },
};

/** Renders a comparison for browsers. Shows some of the pairs that changed, worse ones first. */
async function* comparePieces({ view, changed }: CompareReport, version: string): AsyncGenerator<string> {
  yield* comparePage({ view, pairs: await readShownPairs(changed()), version });
}

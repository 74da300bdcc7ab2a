import { comparePage } from '#page/compare/compare-page.js';
import { readShownPairs } from '#page/compare/shown-pairs.js';
import { runsPage } from '#page/runs/runs-page.js';
import type { CompareReport, Reporter } from './report.js';

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

import { runsPage } from '#page/runs/runs-page.js';
import { comparePieces } from './compare-html.js';
import type { Reporter } from './report.js';

/** The reporter for browsers: one file that loads nothing and sends nothing. */
export const html: Reporter = {
  pieces: (report, { eva_version }) => {
    if (report.kind === 'compare') return comparePieces(report, eva_version);
    return runsPage({ view: report.view, runs: report.runs, version: eva_version });
  },
};

import { comparePage } from '#page/compare/compare-page.js';
import { readShownPairs } from '#page/compare/shown-pairs.js';
import type { CompareReport } from './report.js';

/** Renders a comparison for browsers. Shows some of the pairs that changed, worse ones first. */
export async function* comparePieces({ view, changed }: CompareReport, version: string): AsyncGenerator<string> {
  yield* comparePage({ view, pairs: await readShownPairs(changed()), version });
}

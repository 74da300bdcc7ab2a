import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { explanation, flagTexts, headText } from '#report/pairs/headline.js';
import { outcomeOfStanding } from '#view/pairs/compare-view-of.js';
import { listedCases } from '#view/pairs/listed-cases.js';
import { documentBlocks } from '../markdown/document.js';
import { LimitedDocument } from '../markdown/limited.js';
import type { Reporter } from '../report.js';
import { pairReasons } from '../words/pair-entries.js';
import { markOf } from '../words/run-words.js';
import { WorstAnnotations } from './annotations.js';
import { type Annotation, commandText } from './command.js';
import { runAnnotations } from './run-annotations.js';

/** The maximum size of a summary, in bytes. GitHub drops one above 1 MiB. */
const mostSummary = 900_000;

/** Annotations of files for GitHub, and the summary of its job. */
export const github: Reporter = {
  *pieces(report, surroundings) {
    const all = report.kind === 'compare' ? pairAnnotations(report.comparison) : runAnnotations(report, surroundings);
    for (const annotation of all) yield commandText(annotation);
  },
  async *summary(report, { summary_bytes = 0 }) {
    const document = new LimitedDocument(Math.max(0, mostSummary - summary_bytes));
    for await (const one of documentBlocks(report)) document.add(one);
    yield* document.pieces();
  },
};

/** Returns the annotations of a comparison: an error for each case that got worse, a warning for each without a decision. */
function pairAnnotations(comparison: Comparison): Iterable<Annotation> {
  const all = new WorstAnnotations();
  const listed = listedCases(comparison);
  for (const one of listed) {
    const outcome = outcomeOfStanding[one.standing];
    if (outcome !== 'failed' && outcome !== 'inconclusive') continue;
    const title = `${markOf(outcome)} ${oneLine(one.pairs.case)}`;
    const message = pairReasons(one, comparison).map(oneLine).join('; ');
    const name = outcome === 'failed' ? 'error' : 'warning';
    all.add({ name, title, message, file: null, line: null }, -(one.pairs.difference ?? 0));
  }
  const head = oneLine(headText(comparison));
  if (comparison.state === 'unfinished') {
    const message = oneLine(explanation(comparison, listed));
    all.add({ name: 'error', title: `? ${head}`, message, file: null, line: null }, Number.POSITIVE_INFINITY);
  }
  for (const message of flagTexts(comparison))
    all.add({ name: 'notice', title: head, message: oneLine(message), file: null, line: null }, 0);
  return all.list();
}

import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { explanation, flagTexts, headText } from '#report/pairs/headline.js';
import { outcomeOfStanding } from '#view/pairs/compare-view-of.js';
import { listedCases } from '#view/pairs/listed-cases.js';
import { pairReasons } from '../words/pair-entries.js';
import { markOf } from '../words/run-words.js';
import { WorstAnnotations } from './annotations.js';
import type { Annotation } from './command.js';

/** Returns the annotations of a comparison: an error for each case that got worse, a warning for each without a decision. */
export function pairAnnotations(comparison: Comparison): Iterable<Annotation> {
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

import type { CaseView, Claim, View } from '#view/view.js';
import type { Reporter } from '../reporter.js';
import { plural } from '../text/numbers.js';
import type { Screen } from '../text/paint.js';
import { caseBlock } from './result/case-block.js';
import { collectedLines, mostListed, passedLines, triggeringLine } from './result/passed.js';
import { nextLines, sureLines, totalLines } from './result/totals.js';
import { unfinishedLines } from './result/unfinished.js';
import { verdictLines } from './result/verdict.js';

/** Cases that are shown with their replies; nobody reads more on a terminal. */
const mostBlocks = 20;

/** A run on a terminal: the verdict, why, and examples; then what it took and what to type next. */
export function prettyView(view: View, screen: Screen): string {
  const sections = [
    verdictLines(view, screen),
    caseSections(view, screen),
    [...sureLines(shownClaims(view), screen), ...totalLines(view, screen), ...nextLines(view, screen, true)],
  ];
  return told(sections);
}

/** One of several runs: nothing if it passed, since the table of all runs says so. The exit code is that of the table. */
export function prettyAmongSeveral(view: View, screen: Screen): string {
  if (view.outcome === 'passed' || view.outcome === 'collected') return '';
  const end = [...sureLines(shownClaims(view), screen), ...nextLines(view, screen, false)];
  return told([verdictLines(view, screen), caseSections(view, screen), end]);
}

function told(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

function caseSections(view: View, screen: Screen): string[] {
  const { cases, triggering } = view;
  const by = (...outcomes: readonly CaseView['outcome'][]) => cases.filter(({ outcome }) => outcomes.includes(outcome));
  const red = by('failed', 'inconclusive');
  const blocks = red.slice(0, mostBlocks).map((one) => caseBlock(one, screen));
  const more = red.length - blocks.length;
  if (view.shard) return [...unfinishedLines(by('unfinished'), screen), ...collectedLines(by('collected'), screen)];
  return [
    ...unfinishedLines(by('unfinished'), screen),
    ...blocks.flat(),
    ...(more > 0 ? [`   … ${plural(more, 'more case')} did not pass`] : []),
    ...passedLines(by('passed'), view.outcome === 'passed', screen),
    ...(triggering ? triggeringLine(triggering, screen) : []),
  ];
}

/** Claims whose bounds are printed. */
function shownClaims({ cases, outcome, shard }: View): readonly Claim[] {
  const passed = cases.filter((one) => one.outcome === 'passed');
  const isListed = outcome === 'passed' && passed.length <= mostListed;
  const listed = isListed ? passed.filter(({ claims }) => claims.length === 1) : [];
  const red = cases.filter((one) => one.outcome === 'failed' || one.outcome === 'inconclusive').slice(0, mostBlocks);
  return shard ? [] : [...listed, ...red].flatMap(({ claims }) => claims);
}

/** Runs as text for people. */
export const pretty: Reporter = {
  run: ({ view }, { isList }, screen) => (isList ? prettyAmongSeveral(view(), screen) : prettyView(view(), screen)),
  end: () => '',
};

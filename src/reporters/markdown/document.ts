import { defaultSignificanceLevel } from '#model/limits.js';
import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { explanation, flagTexts, headText } from '#report/pairs/headline.js';
import { usdWithSource } from '#report/text/built-in-prices.js';
import { clock, count, sure } from '#report/text/numbers.js';
import { standingText } from '#view/pairs/case-words.js';
import { answerText, type ReplyPair } from '#view/pairs/changed-replies.js';
import { outcomeOfStanding } from '#view/pairs/compare-view-of.js';
import { type CaseStanding, changedPairs, type ListedCase, listedCases } from '#view/pairs/listed-cases.js';
import type { CompareReport, Report } from '../report.js';
import { mostBytes } from '../words/case-detail.js';
import { bytesOf, excerpt, mostPoints } from '../words/excerpt.js';
import { pairReasons } from '../words/pair-entries.js';
import { inputLines, labelledLines } from '../words/reply-lines.js';
import { markOf } from '../words/run-words.js';
import { type Block, block } from './block.js';
import { code, escapePre, figure, fold, foldEnd, foldStart, preformatted, tableHead, tableRow } from './inert.js';
import { runBlocks } from './runs.js';

/** Renders a report as Markdown, in blocks. */
export async function* documentBlocks(report: Report): AsyncGenerator<Block> {
  let hasBound = false;
  for await (const one of report.kind === 'compare' ? comparisonBlocks(report) : runBlocks(report)) {
    hasBound ||= /\bat (?:least|most) [-+\d]/.test(one.text) && one.kind !== 'replies';
    yield one;
  }
  if (hasBound) yield block('frame', `\n${sureText()}\n`);
}

/** Says once what bounds mean. */
function sureText(): string {
  const wrong = `${Number((defaultSignificanceLevel * 100).toPrecision(4))}%`;
  return `"at least" and "at most" are ${sure(defaultSignificanceLevel)} sure: each is wrong in at most ${wrong} of runs.`;
}

/** The maximum number of pairs that got worse whose answers are shown. */
const mostPairs = 10;

/** Renders a comparison: the verdict, the cases that need attention, answers that got worse, and the other cases folded. */
async function* comparisonBlocks({ comparison, changed }: CompareReport): AsyncGenerator<Block> {
  const listed = listedCases(comparison);
  yield block('frame', `### ${verdictMark(comparison)} ${figure(oneLine(headText(comparison)))}\n\n`);
  const flags = flagTexts(comparison).map((text) => `**${figure(oneLine(text))}**`);
  if (flags.length > 0) yield block('frame', `${flags.join('<br>\n')}\n\n`);
  yield block('frame', `${figure(oneLine(explanation(comparison, listed)))}\n\n${totalsText(comparison)}\n\n`);
  const red = listed.filter(({ standing }) => isRed(standing));
  if (red.length > 0) yield block('frame', tableHead(['', 'case', 'A → B', 'of each end 95% sure', 'pairs']));
  for (const one of red) yield block('case', rowText(one, comparison));
  if (red.length > 0) yield block('frame', '\n');
  yield* pairBlocks(comparison, changed());
  yield* foldedBlocks(listed, comparison);
}

function isRed(standing: CaseStanding): boolean {
  return standing === 'worse' || standing === 'unfinished' || standing === 'undecided';
}

function verdictMark({ state, outcome }: Comparison): string {
  return markOf(state === 'unfinished' || outcome === null ? 'unfinished' : outcomeOfStanding[outcome]);
}

function totalsText({ cost_usd, built_in_prices, duration_s, usage, a, b }: Comparison): string {
  const cost = cost_usd !== null && usage.replies > 0 ? [usdWithSource(cost_usd, [built_in_prices])] : [];
  const sides = [a, b].map(({ label }, at) => `${at === 0 ? 'A' : 'B'} ${code(oneLine(label))}`);
  return `${[...sides, ...cost, ...(usage.replies > 0 ? [clock(duration_s)] : [])].join(', ')}.`;
}

function rowText(one: ListedCase, comparison: Comparison): string {
  const [standing = '', difference = '', pairs = '', ...others] = cellsOf(one, comparison);
  return tableRow([
    markOf(outcomeOfStanding[one.standing]),
    code(oneLine(one.pairs.case)),
    figure(standing),
    difference === '' ? '–' : figure(difference),
    [pairs === '' ? '–' : figure(pairs), ...others.map((text) => figure(text))].join('; '),
  ]);
}

/** Returns the standing with the figures of both sides, the difference, the pairs, and more about them. */
function cellsOf(one: ListedCase, comparison: Comparison): readonly string[] {
  const reasons = pairReasons(one, comparison).map(oneLine);
  if (one.standing !== 'unfinished') return reasons;
  return [standingText(one, comparison), '', '', ...reasons.slice(1)];
}

async function* pairBlocks(comparison: Comparison, changed: AsyncIterable<ReplyPair>): AsyncGenerator<Block> {
  const { worse } = changedPairs(comparison);
  if (worse === 0) return;
  const lines: string[] = [];
  let [shown, left] = [0, mostBytes];
  for await (const pair of changed) {
    if (pair.change !== 'worse' || shown === mostPairs) break;
    const own = pairLines(pair, shown === 0 ? mostPoints / 4 : mostPoints);
    const size = own.reduce((sum, line) => sum + bytesOf(escapePre(line)) + 1, 0);
    if (size > left) break;
    lines.push(...own);
    left -= size;
    shown += 1;
  }
  if (shown === 0) return;
  const title = worse === 1 ? '1 pair got worse' : `${count(worse)} pairs got worse`;
  yield block('replies', fold(shown < worse ? `${title}, ${count(shown)} shown` : title, preformatted(lines)));
}

function pairLines({ case: name, inputs, a, b }: ReplyPair, points: number): string[] {
  const item = b.item ?? a.item;
  const which = item ? `item ${item.id.raw}` : `trial ${count(a.trial + 1)}`;
  return [
    excerpt(oneLine(`${name.raw}, ${which}`), points),
    ...inputLines(inputs, points),
    ...labelledLines('A', answerText(a), points),
    ...labelledLines('B', answerText(b), points),
  ];
}

function* foldedBlocks(listed: readonly ListedCase[], comparison: Comparison): Generator<Block> {
  const good = listed.filter(({ standing }) => standing === 'not_worse' || standing === 'better');
  const idle = listed.filter(({ standing }) => standing === 'decides_nothing');
  for (const [own, words] of [
    [good, 'not worse'],
    [idle, 'decide nothing'],
  ] as const) {
    if (own.length === 0) continue;
    yield block('frame', foldStart(`${count(own.length)} ${words}`));
    for (const one of own) {
      const texts = pairReasons(one, comparison).map((text) => figure(oneLine(text)));
      yield block('passed', `- ${[code(oneLine(one.pairs.case)), ...texts].join(' · ')}\n`);
    }
    yield block('frame', foldEnd);
  }
}

import { defaultSignificanceLevel } from '#model/limits.js';
import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { comparisonFlags, comparisonHead, explanation } from '../compare/compare-text.js';
import { sureText } from '../run/run-totals.js';
import { headText, triggeringParts } from '../run/verdict-lines.js';
import { clock, count, percentage, plural, usdWithSource } from '../text/numbers.js';
import { answerText, changedPairs, type ListedCase, listedCases, type ReplyPair } from '../view/changed-pairs.js';
import { outcomeOfStanding } from '../view/compare-view.js';
import { standingText } from '../view/compare-words.js';
import { factTexts } from '../view/facts.js';
import type { MatrixCell, MatrixView, RunLine, RunsView } from '../view/runs-view.js';
import type { CaseView, View, ViewOutcome } from '../view/view.js';
import {
  bytesOf,
  caseDetail,
  excerpt,
  failingText,
  inputBlocks,
  labelledLines,
  moreText,
  mostBytes,
  mostPoints,
} from './case-detail.js';
import { caseEntries, type Entry, isOnlyOfSlices, isRedEntry, isUndecidedSlice, pairReasons } from './entries.js';
import {
  block,
  code,
  escapePre,
  figure,
  foldEnd,
  foldedBlock,
  foldStart,
  type MarkdownBlock,
  preformatted,
  tableHead,
  tableRow,
} from './markdown-blocks.js';
import { type CompareReport, type Report, type ReportedRun, type RunsReport, walkRuns } from './report.js';
import {
  costWords,
  countsText,
  type Figures,
  figuresText,
  figureWords,
  limitsOf,
  markedOutcome,
  markInWords,
  modelNames,
  runName,
  secondsOf,
  sizeParts,
  sliceName,
} from './run-words.js';

export async function* documentBlocks(report: Report): AsyncGenerator<MarkdownBlock> {
  let hasBound = false;
  for await (const one of report.kind === 'compare' ? comparisonBlocks(report) : runBlocks(report)) {
    hasBound ||= /\bat (?:least|most) [-+\d]/.test(one.text) && one.kind !== 'replies';
    yield one;
  }
  if (hasBound) yield block('frame', `\n${sureText(defaultSignificanceLevel)}.\n`);
}

const mostPairs = 10;

async function* comparisonBlocks({ comparison, changed }: CompareReport): AsyncGenerator<MarkdownBlock> {
  const listed = listedCases(comparison);
  yield block('frame', `### ${verdictMark(comparison)} ${figure(oneLine(comparisonHead(comparison)))}\n\n`);
  const flags = comparisonFlags(comparison).map((text) => `**${figure(oneLine(text))}**`);
  if (flags.length > 0) yield block('frame', `${flags.join('<br>\n')}\n\n`);
  yield block('frame', `${figure(oneLine(explanation(comparison, listed)))}\n\n${totalsText(comparison)}\n\n`);
  const red = listed.filter(
    ({ standing }) => standing === 'worse' || standing === 'unfinished' || standing === 'undecided',
  );
  if (red.length > 0) yield block('frame', tableHead(['', 'case', 'A → B', 'of each end 95% sure', 'pairs']));
  for (const one of red) yield block('case', rowOfRun(one, comparison));
  if (red.length > 0) yield block('frame', '\n');
  yield* pairBlocks(comparison, changed());
  yield* foldedRuns(listed, comparison);
}

function verdictMark({ state, outcome }: Comparison): string {
  return markInWords(state === 'unfinished' || outcome === null ? 'unfinished' : outcomeOfStanding[outcome]);
}

function totalsText({ cost_usd, built_in_prices, duration_s, usage, a, b }: Comparison): string {
  const cost = cost_usd !== null && usage.replies > 0 ? [usdWithSource(cost_usd, [built_in_prices])] : [];
  const sides = [a, b].map(({ label }, at) => `${at === 0 ? 'A' : 'B'} ${code(oneLine(label))}`);
  return `${[...sides, ...cost, ...(usage.replies > 0 ? [clock(duration_s)] : [])].join(', ')}.`;
}

function rowOfRun(one: ListedCase, comparison: Comparison): string {
  const [standing = '', difference = '', pairs = '', ...others] = cellsOf(one, comparison);
  return tableRow([
    markInWords(outcomeOfStanding[one.standing]),
    code(oneLine(one.pairs.case)),
    figure(standing),
    difference === '' ? '–' : figure(difference),
    [pairs === '' ? '–' : figure(pairs), ...others.map((text) => figure(text))].join('; '),
  ]);
}

function cellsOf(one: ListedCase, comparison: Comparison): readonly string[] {
  const reasons = pairReasons(one, comparison).map(oneLine);
  if (one.standing !== 'unfinished') return reasons;
  return [standingText(one, comparison), '', '', ...reasons.slice(1)];
}

async function* pairBlocks(comparison: Comparison, changed: AsyncIterable<ReplyPair>): AsyncGenerator<MarkdownBlock> {
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
  yield block('replies', foldedBlock(shown < worse ? `${title}, ${count(shown)} shown` : title, preformatted(lines)));
}

function pairLines({ case: name, inputs, a, b }: ReplyPair, points: number): string[] {
  const item = b.item ?? a.item;
  const which = item ? `item ${item.id.raw}` : `trial ${count(a.trial + 1)}`;
  return [
    excerpt(oneLine(`${name.raw}, ${which}`), points),
    ...inputBlocks(inputs, points),
    ...labelledLines('A', answerText(a), points),
    ...labelledLines('B', answerText(b), points),
  ];
}

function* foldedRuns(listed: readonly ListedCase[], comparison: Comparison): Generator<MarkdownBlock> {
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

/** Renders the runs of a report: the only one in full; of several a table, and those that did not pass in full. */
function* runBlocks(report: RunsReport): Generator<MarkdownBlock> {
  const { view } = report;
  if (view.runs.length > 1) yield* severalBlocks(view);
  for (const [line, run] of walkRuns(report)) {
    if (view.runs.length > 1 && (line.outcome === 'passed' || !run)) continue;
    yield* run ? sectionBlocks(run, view) : emptyBlocks(line);
  }
}

function* emptyBlocks({ id, reason }: RunLine): Generator<MarkdownBlock> {
  const why = reason === null ? 'The run has no result.' : code(oneLine(reason.raw));
  yield block('frame', `### ? ${code(id.raw)} unfinished\n\n${why}\n\n`);
}

function* sectionBlocks({ line, view }: ReportedRun, all: RunsView): Generator<MarkdownBlock> {
  const { id, variant } = runName(line, all);
  const name = variant === null ? code(id) : `${code(id)} with ${code(variant)}`;
  const isOnly = all.runs.length === 1;
  yield block('run', `${isOnly ? '###' : '####'} ${markInWords(line.outcome)} ${name} ${headText(view)}\n\n`);
  const limits = limitsOf(view).map((limit) => `**${figure(limit)}**`);
  if (limits.length > 0) yield block('run', `${limits.join('<br>\n')}\n\n`);
  if (isOnly) yield block('frame', `${factsText(view)}\n\n`);
  if (line.reason && view.cases.every(({ missing }) => missing.length === 0))
    yield block('run', `${code(oneLine(line.reason.raw))}\n\n`);
  yield* caseBlocks(view);
  yield* nextBlocks(view);
}

function factsText(view: View): string {
  const counts = countsText(view.counts);
  const facts = [...modelNames(view).map((name) => code(name)), ...sizeParts(view)].join(', ');
  const fresh = factTexts(view, 'evidence').includes('fresh') ? ' Evidence is fresh.' : '';
  return `${counts === '' ? '' : `${counts}. `}${facts}.${fresh}`;
}

const nextWords = {
  resume: 'To get the missing replies',
  merge: 'To decide it',
  label: 'To label the answers',
} as const;

function* nextBlocks({ next }: View): Generator<MarkdownBlock> {
  for (const { name, command } of next) {
    if (name === 'resume' || name === 'merge' || name === 'label')
      yield block('run', `${nextWords[name]}: ${code(command.raw)}\n\n`);
  }
}

function* severalBlocks(view: RunsView): Generator<MarkdownBlock> {
  const { counts, runs, matrices } = view;
  const prompts = new Set(runs.map(({ id }) => id.raw)).size;
  const what = prompts === runs.length ? plural(prompts, 'prompt') : plural(runs.length, 'run');
  yield block('frame', `### ${markInWords(view.outcome)} ${what}: ${countsText(counts)}\n\n`);
  yield block('frame', tableHead(['', 'prompt', 'cases', 'cost', 'time']));
  for (const line of runs) yield block('run', lineText(line, view));
  yield block('frame', '\n');
  for (const matrix of matrices) yield* matrixBlocks(matrix, view);
}

function lineText(line: RunLine, all: RunsView): string {
  const { outcome, counts, reason, flags } = line;
  const { id, variant } = runName(line, all);
  const seconds = secondsOf(line);
  const marked = (['synthetic', 'partial', 'replayed'] as const).filter((flag) => flags.includes(flag));
  const words = marked.map((flag) => (flag === 'synthetic' ? 'SYNTHETIC' : flag)).join(', ');
  const why = reason === null ? [] : [code(oneLine(reason.raw), 300)];
  return tableRow([
    `${markedOutcome(outcome)}${words === '' ? '' : ` (${words})`}`,
    variant === null ? code(id) : `${code(id)} with ${code(variant)}`,
    [...[countsText(counts)].filter((text) => text !== ''), ...why].join('; ') || '–',
    costWords(line) ?? '–',
    seconds === null ? '–' : clock(seconds),
  ]);
}

function* matrixBlocks({ columns, rows }: MatrixView, { runs }: RunsView): Generator<MarkdownBlock> {
  const lines = columns.map((key) => runs.find((line) => line.key === key));
  const isOfSeveral = new Set(lines.map((line) => line?.id.raw)).size > 1;
  const isGreen = ({ cells }: MatrixView['rows'][number]) => cells.every((cell) => cell?.outcome === 'passed');
  const titles = lines.map((line) => (line ? columnTitle(line, isOfSeveral) : '–'));
  const green = rows.filter(isGreen);
  yield block('frame', tableHead(['case', ...titles]));
  for (const row of rows.filter((own) => !isGreen(own))) {
    yield block('case', tableRow([code(oneLine(row.case.raw)), ...row.cells.map(cellText)]));
  }
  if (green.length > 0) {
    const title = green.length === rows.length ? plural(green.length, 'case') : plural(green.length, 'other');
    yield block('frame', tableRow([title, ...columns.map(() => `✓ ${count(green.length)}`)]));
  }
  yield block('frame', '\nDifferences between columns are not tested. `eva compare` tests them.\n\n');
}

function columnTitle({ id, variant }: RunLine, withPrompt: boolean): string {
  const names = [...(withPrompt || variant === null ? [id] : []), ...(variant ? [variant] : [])];
  return names.map(({ raw }) => code(raw)).join(' with ');
}

function cellText(cell: MatrixCell | null): string {
  if (cell === null) return '–';
  const { outcome, k, n } = cell;
  return k === undefined || !n ? markedOutcome(outcome) : `${markInWords(outcome)} ${percentage(k / n)}`;
}

function* caseBlocks(view: View): Generator<MarkdownBlock> {
  yield* tableBlocks(view);
  yield* missingBlocks(view.cases);
  for (const caseView of view.cases) yield* replyBlocks(caseView, view);
  const entries = caseEntries(view.cases);
  const of = (outcome: ViewOutcome) => entries.filter((entry) => entry.outcome === outcome && !isUndecidedSlice(entry));
  yield* foldedBlocks(of('passed'), 'passed');
  yield* foldedBlocks(entries.filter(isUndecidedSlice), 'inconclusive, but must only not fail');
  yield* foldedBlocks(of('collected'), 'collected');
  yield* foldedBlocks(of('shown'), 'shown, and judged by nothing');
  if (view.triggering) yield block('frame', `Triggering: ${triggeringParts(view.triggering).join(' · ')}\n\n`);
}

function* tableBlocks({ cases }: View): Generator<MarkdownBlock> {
  const red = caseEntries(cases).filter((entry) => isRedEntry(entry) && !isOnlyOfSlices(entry));
  if (red.length === 0) return;
  yield block('frame', tableHead(['', 'case', 'seen', '95% sure', 'bar']));
  for (const entry of red)
    yield block(
      'case',
      figureWords(entry)
        .map((figures) => rowText(entry, figures))
        .join(''),
    );
  yield block('frame', '\n');
}

function rowText(entry: Entry, { claim, seen, bound, bar, notes, advice, is_outside }: Figures): string {
  const { caseView, slice, outcome } = entry;
  const name = [
    code(oneLine(caseView.name.raw)),
    ...(slice ? [code(sliceName(slice, ' = '))] : []),
    ...(claim === '' ? [] : [figure(oneLine(claim))]),
  ];
  return tableRow([
    markedOutcome(outcome),
    name.join(', '),
    [is_outside ? code(oneLine(seen)) : figure(oneLine(seen)), ...notes].join(', '),
    bound === '' ? '–' : figure(oneLine(bound)),
    [bar === '' ? '–' : figure(oneLine(bar)), ...advice.map(adviceText)].join('; '),
  ]);
}

function adviceText(advice: string): string {
  const [, words, setting] = /^(.*: set )(\w+: \d+)$/.exec(advice) ?? [];
  return words !== undefined && setting !== undefined ? figure(words) + code(setting) : figure(oneLine(advice));
}

const mostReasons = 5;

function* missingBlocks(cases: readonly CaseView[]): Generator<MarkdownBlock> {
  const reasons = [...new Set(cases.flatMap(({ missing }) => missing.map(({ reason }) => oneLine(reason.raw))))];
  const more = reasons.length - mostReasons;
  if (reasons.length === 0) return;
  const lines = reasons.slice(0, mostReasons).map((reason) => `- ${code(reason)}\n`);
  yield block(
    'frame',
    `Why replies are missing:\n\n${lines.join('')}${more > 0 ? `- and ${plural(more, 'more reason')}\n` : ''}\n`,
  );
}

function* replyBlocks(caseView: CaseView, view: View): Generator<MarkdownBlock> {
  if (caseView.outcome !== 'failed' && caseView.outcome !== 'inconclusive') return;
  const detail = caseDetail(caseView, { escaped: escapePre, bytes: mostBytes });
  if (detail.lines.length === 0) return;
  const command = view.next.find(({ name }) => name === 'failing')?.command.raw;
  const more = detail.omitted > 0 && command !== undefined ? `\n${moreText(detail.omitted)}: ${code(command)}\n` : '';
  const [failing, ...rest] = failingText(detail).split(', ');
  const title = [`${failing} of ${code(oneLine(caseView.name.raw))}`, ...rest].join(', ');
  yield block('replies', foldedBlock(title, preformatted(detail.lines) + more));
}

function* foldedBlocks(own: readonly Entry[], words: string): Generator<MarkdownBlock> {
  if (own.length === 0) return;
  const slices = own.filter(({ slice }) => slice !== null).length;
  const cases = own.length - slices;
  const counted = [
    ...(cases > 0 ? [slices > 0 ? plural(cases, 'case') : count(cases)] : []),
    ...(slices > 0 ? [plural(slices, 'slice')] : []),
  ];
  yield block('frame', foldStart(`${counted.join(' and ')} ${words}`));
  for (const entry of own) yield block('passed', passedLine(entry));
  yield block('frame', foldEnd);
}

function passedLine(entry: Entry): string {
  const { caseView, slice, outcome } = entry;
  const name = [code(oneLine(caseView.name.raw)), ...(slice ? [code(sliceName(slice, ' = '))] : [])].join(', ');
  if (outcome !== 'passed') return `- ${name}\n`;
  const texts = figureWords(entry).map(figuresText);
  const plain = caseView.trials.asked === 1 && !slice ? [] : texts.filter((text) => text !== '');
  return `- ${[name, ...plain.map((text) => figure(oneLine(text)))].join(' · ')}\n`;
}

import { oneLine } from '#model/text/quoted.js';
import { clock, count, percentage, plural } from '#report/text/numbers.js';
import { textsOf } from '#view/facts.js';
import type { MatrixCell, MatrixView, RunLine, RunsView } from '#view/runs/runs-view.js';
import type { CaseView, TriggeringFacts, View, ViewOutcome } from '#view/view.js';
import type { ReportedRun, RunsReport } from '../report.js';
import { caseDetail, failingText, moreText, mostBytes } from '../words/case-detail.js';
import { type Entry, entriesOf, isRed, isUndecidedSlice, redClaims, redSlices } from '../words/entries.js';
import { type Figures, figuresOf, figuresText, sliceName } from '../words/figures.js';
import {
  costText,
  countsText,
  limitsOf,
  markedOutcome,
  markOf,
  modelNames,
  runName,
  secondsOf,
  sizeParts,
  verdictText,
} from '../words/run-words.js';
import { walkRuns } from '../words/walk-runs.js';
import { type Block, block } from './block.js';
import { code, escapePre, figure, fold, foldEnd, foldStart, preformatted, tableHead, tableRow } from './inert.js';

/** Renders the runs of a report: the only one in full; of several a table, and those that did not pass in full. */
export function* runBlocks(report: RunsReport): Generator<Block> {
  const { view } = report;
  if (view.runs.length > 1) yield* severalBlocks(view);
  for (const [line, run] of walkRuns(report)) {
    if (view.runs.length > 1 && (line.outcome === 'passed' || !run)) continue;
    yield* run ? sectionBlocks(run, view) : emptyBlocks(line);
  }
}

function* emptyBlocks({ id, reason }: RunLine): Generator<Block> {
  const why = reason === null ? 'The run has no result.' : code(oneLine(reason.raw));
  yield block('frame', `### ? ${code(id.raw)} unfinished\n\n${why}\n\n`);
}

function* sectionBlocks({ line, view }: ReportedRun, all: RunsView): Generator<Block> {
  const { id, variant } = runName(line, all);
  const name = variant === null ? code(id) : `${code(id)} with ${code(variant)}`;
  const isOnly = all.runs.length === 1;
  yield block('run', `${isOnly ? '###' : '####'} ${markOf(line.outcome)} ${name} ${verdictText(view)}\n\n`);
  const limits = limitsOf(view).map((limit) => `**${figure(limit)}**`);
  if (limits.length > 0) yield block('run', `${limits.join('<br>\n')}\n\n`);
  if (isOnly) yield block('frame', `${factsText(view)}\n\n`);
  if (line.reason && view.cases.every(({ missing }) => missing.length === 0))
    yield block('run', `${code(oneLine(line.reason.raw))}\n\n`);
  yield* caseBlocks(view);
  yield* nextBlocks(view);
}

/** Renders counts, models, size, cost and time: `2 failed · 5 passed. claude-opus-4-7, 588 trials, $4.12, 6m 41s.` */
function factsText(view: View): string {
  const counts = countsText(view.counts);
  const facts = [...modelNames(view).map((name) => code(name)), ...sizeParts(view)].join(', ');
  const fresh = textsOf(view, 'evidence').includes('fresh') ? ' Evidence is fresh.' : '';
  return `${counts === '' ? '' : `${counts}. `}${facts}.${fresh}`;
}

const nextWords = {
  resume: 'To get the missing replies',
  merge: 'To decide it',
  label: 'To label the answers',
} as const;

function* nextBlocks({ next }: View): Generator<Block> {
  for (const { name, command } of next) {
    if (name === 'resume' || name === 'merge' || name === 'label')
      yield block('run', `${nextWords[name]}: ${code(command.raw)}\n\n`);
  }
}

function* severalBlocks(view: RunsView): Generator<Block> {
  const { counts, runs, matrices } = view;
  const prompts = new Set(runs.map(({ id }) => id.raw)).size;
  const what = prompts === runs.length ? plural(prompts, 'prompt') : plural(runs.length, 'run');
  yield block('frame', `### ${markOf(view.outcome)} ${what}: ${countsText(counts)}\n\n`);
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
    costText(line) ?? '–',
    seconds === null ? '–' : clock(seconds),
  ]);
}

function* matrixBlocks({ columns, rows }: MatrixView, { runs }: RunsView): Generator<Block> {
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
  return k === undefined || !n ? markedOutcome(outcome) : `${markOf(outcome)} ${percentage(k / n)}`;
}

/** Renders the cases of a run: a table of those that did not pass, their replies, and the others folded. */
function* caseBlocks(view: View): Generator<Block> {
  yield* tableBlocks(view);
  yield* missingBlocks(view.cases);
  for (const caseView of view.cases) yield* replyBlocks(caseView, view);
  const entries = entriesOf(view.cases);
  const of = (outcome: ViewOutcome) => entries.filter((entry) => entry.outcome === outcome && !isUndecidedSlice(entry));
  yield* foldedBlocks(of('passed'), 'passed');
  yield* foldedBlocks(entries.filter(isUndecidedSlice), 'inconclusive, but must only not fail');
  yield* foldedBlocks(of('collected'), 'collected');
  yield* foldedBlocks(of('shown'), 'shown, and judged by nothing');
  if (view.triggering) yield block('frame', triggeringText(view.triggering));
}

function* tableBlocks({ cases }: View): Generator<Block> {
  const red = entriesOf(cases).filter((entry) => isRed(entry) && !isOnlyOfSlices(entry));
  if (red.length === 0) return;
  yield block('frame', tableHead(['', 'case', 'seen', '95% sure', 'bar']));
  for (const entry of red)
    yield block(
      'case',
      figuresOf(entry)
        .map((figures) => rowText(entry, figures))
        .join(''),
    );
  yield block('frame', '\n');
}

/** Returns true for a case that did not pass because of slices alone, which have rows of their own. */
function isOnlyOfSlices({ caseView, slice, outcome }: Entry): boolean {
  return !slice && outcome !== 'unfinished' && redClaims(caseView).length === 0 && redSlices(caseView).length > 0;
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

/** Renders an advice with the text to type as code. */
function adviceText(advice: string): string {
  const [, words, setting] = /^(.*: set )(\w+: \d+)$/.exec(advice) ?? [];
  return words !== undefined && setting !== undefined ? figure(words) + code(setting) : figure(oneLine(advice));
}

/** The maximum number of reasons why replies are missing. */
const mostReasons = 5;

function* missingBlocks(cases: readonly CaseView[]): Generator<Block> {
  const reasons = [...new Set(cases.flatMap(({ missing }) => missing.map(({ reason }) => oneLine(reason.raw))))];
  const more = reasons.length - mostReasons;
  if (reasons.length === 0) return;
  const lines = reasons.slice(0, mostReasons).map((reason) => `- ${code(reason)}\n`);
  yield block(
    'frame',
    `Why replies are missing:\n\n${lines.join('')}${more > 0 ? `- and ${plural(more, 'more reason')}\n` : ''}\n`,
  );
}

function* replyBlocks(caseView: CaseView, view: View): Generator<Block> {
  if (caseView.outcome !== 'failed' && caseView.outcome !== 'inconclusive') return;
  const detail = caseDetail(caseView, { escaped: escapePre, bytes: mostBytes });
  if (detail.lines.length === 0) return;
  const command = view.next.find(({ name }) => name === 'failing')?.command.raw;
  const more = detail.omitted > 0 && command !== undefined ? `\n${moreText(detail.omitted)}: ${code(command)}\n` : '';
  const [failing, ...rest] = failingText(detail).split(', ');
  const title = [`${failing} of ${code(oneLine(caseView.name.raw))}`, ...rest].join(', ');
  yield block('replies', fold(title, preformatted(detail.lines) + more));
}

function* foldedBlocks(own: readonly Entry[], words: string): Generator<Block> {
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
  const texts = figuresOf(entry).map(figuresText);
  const plain = caseView.trials.asked === 1 && !slice ? [] : texts.filter((text) => text !== '');
  return `- ${[name, ...plain.map((text) => figure(oneLine(text)))].join(' · ')}\n`;
}

function triggeringText({ should_match: should, should_not_match: shouldNot }: TriggeringFacts): string {
  const parts = [
    ...(should.total > 0 ? [`${count(should.said_yes)} of ${plural(should.total, 'hit')}`] : []),
    ...(shouldNot.total > 0 ? [`${count(shouldNot.said_yes)} of ${plural(shouldNot.total, 'false alarm')}`] : []),
  ];
  return `Triggering: ${parts.join(' · ')}\n\n`;
}

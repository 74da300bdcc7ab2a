import { oneLine } from '#model/text/quoted.js';
import { clock, count, percentage, plural } from '#report/text/numbers.js';
import { textsOf } from '#view/facts.js';
import type { MatrixCell, MatrixView, RunLine, RunsView } from '#view/runs/runs-view.js';
import type { View } from '#view/view.js';
import type { ReportedRun, RunsReport } from '../report.js';
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
import { caseBlocks } from './cases.js';
import { code, figure, tableHead, tableRow } from './inert.js';

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

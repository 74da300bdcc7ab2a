import { groupBy, uniqueBy } from '#model/data/collections.js';
import { oneLine, shellWord } from '#model/text/quoted.js';
import type { GroupCell, GroupColumn } from '#view/run-group.js';
import { clip, displayWidth } from '../text/clip.js';
import { clock, count, percentage, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { painted, type Span } from '../text/spans.js';
import { visible } from '../text/visible.js';
import { shortened, wrap } from '../text/wrap.js';
import { markFor } from './mark.js';

/** The end of a group: the process's exit code, and the commands that people may type next. */
export interface GroupEnd {
  readonly exitCode: number;
  /** The command that gets the missing replies; null if none are missing. */
  readonly resume: string | null;
  /** The beginning of the command that shows the replies of a case. */
  readonly report: string;
}

/**
 * Renders the runs of a group side by side: a line for each case, a column for each run, and below them the counts, costs and latencies.
 * Cases that passed alike in all columns share a line if there are more than two. Columns that do not fit follow below.
 */
export function groupTable(columns: readonly GroupColumn[], end: GroupEnd, screen: Screen): string {
  const width = usableWidth(screen);
  const lines = blocksOf(columns, width).flatMap((block) => ['', ...blockLines(block, screen)]);
  const below = [...missingLines(columns, screen), ...notes(columns, screen), ...endLines(columns, end, screen)];
  return `${[...lines, '', ...below].join('\n')}\n`;
}

const mostColumns = 6;
const widestName = 28;
const gap = 2;

/** Divides columns into blocks that fit: all of them, else one block for each prompt, of at most six columns. */
function blocksOf(columns: readonly GroupColumn[], width: number): readonly (readonly GroupColumn[])[] {
  if (fits(columns, width)) return [columns];
  return [...groupBy(columns, ({ id }) => id).values()].flatMap((own) => {
    const blocks: GroupColumn[][] = [[]];
    for (const column of own) {
      const last = blocks.at(-1) ?? [];
      if (last.length > 0 && !fits([...last, column], width)) blocks.push([column]);
      else last.push(column);
    }
    return blocks;
  });
}

function fits(columns: readonly GroupColumn[], width: number): boolean {
  if (columns.length > mostColumns) return false;
  const names = nameWidthOf(columns);
  return columns.reduce((sum, column) => sum + gap + widthOfColumn(column), names + 3) <= width;
}

function nameWidthOf(columns: readonly GroupColumn[]): number {
  const names = namesIn(columns);
  const widths = names.map((name) => displayWidth(visible(name) + markOf(name, columns)));
  const widest = Math.max(...widths, 'cost · median'.length, othersAlike(names.length).length);
  return Math.min(widestName, widest);
}

/** Returns the names of cases in the order of the file. A case that only some columns have follows the one before it there. */
function namesIn(columns: readonly GroupColumn[]): readonly string[] {
  const names: string[] = [];
  for (const { cells } of columns) {
    let at = 0;
    for (const name of cells.keys()) {
      const known = names.indexOf(name);
      if (known === -1) names.splice(at, 0, name);
      at = (known === -1 ? at : known) + 1;
    }
  }
  return names;
}

/** Returns the text after the name of a case: ` (look)` if it is shown and not judged. */
function markOf(name: string, columns: readonly GroupColumn[]): string {
  return columns.some(({ cells }) => cells.get(name)?.outcome === 'shown') ? ' (look)' : '';
}

/** One line of a block: a name, its mark, and a cell for each column. */
interface Row {
  readonly name: string;
  readonly mark?: string;
  readonly cells: readonly (readonly Span[])[];
}

function blockLines(columns: readonly GroupColumn[], screen: Screen): readonly string[] {
  const plain = (text: string) => ({ text, colour: screen.paint.bold });
  const ids = columns.map(({ id }, at) => (columns[at - 1]?.id === id ? '' : visible(id)));
  const nameWidth = nameWidthOf(columns);
  const widths = columns.map(widthOfColumn);
  const line = ({ name, mark = '', cells }: Row) => {
    const title = clip(visible(name), nameWidth - mark.length) + mark;
    const shown = cells.map((cell, at) => filled(cell, widths[at] ?? 0)).join(' '.repeat(gap));
    return `   ${filled([{ text: title }], nameWidth)}${' '.repeat(gap)}${shown}`.trimEnd();
  };
  return [
    { name: '', cells: ids.map((id) => [plain(id)]) },
    { name: '', cells: columns.map(({ variant }) => [{ text: visible(variant), colour: screen.paint.dim }]) },
    ...caseRows(columns, screen),
    ...totalRows(columns),
  ].map(line);
}

/** The least number of alike cases that share a line. */
const fewestAlike = 3;

function caseRows(columns: readonly GroupColumn[], screen: Screen): readonly Row[] {
  const names = namesIn(columns);
  const alike = names.filter((name) => columns.every(({ cells }) => isPlainPass(cells.get(name))));
  const folded = new Set(alike.length < fewestAlike ? [] : alike);
  const rows = names
    .filter((name) => !folded.has(name))
    .map((name) => ({
      name,
      mark: markOf(name, columns),
      cells: columns.map(({ cells }) => cellSpans(cells.get(name), screen)),
    }));
  if (folded.size === 0) return rows;
  const passed = cellSpans({ outcome: 'passed' }, screen);
  const name = rows.length === 0 ? `all ${count(folded.size)} cases` : othersAlike(folded.size);
  return [...rows, { name, cells: columns.map(() => passed) }];
}

function othersAlike(number: number): string {
  return `${count(number)} others alike`;
}

function isPlainPass(cell: GroupCell | undefined): boolean {
  return cell?.outcome === 'passed' && cell.of === undefined;
}

function cellSpans(cell: GroupCell | undefined, screen: Screen): readonly Span[] {
  if (!cell) return [{ text: '–', colour: screen.paint.dim }];
  if (cell.outcome === 'shown') return [{ text: 'shown', colour: screen.paint.dim }];
  return [markFor(cell.outcome, screen), { text: countsOf(cell) }];
}

function countsOf({ passed, of }: GroupCell): string {
  return passed === undefined || of === undefined ? '' : ` ${count(passed)}/${count(of)}`;
}

function totalRows(columns: readonly GroupColumn[]): readonly Row[] {
  const cell = (text: string) => [{ text }];
  return [
    { name: 'passed', cells: columns.map((column) => cell(totalText(column))) },
    { name: 'cost · median', cells: columns.map((column) => cell(costText(column))) },
  ];
}

function totalText({ total: { passed, of, open } }: GroupColumn): string {
  if (of === 0) return 'nothing judged';
  if (open === of) return 'no result yet';
  return `${count(passed)} of ${count(of)}${open === 0 ? '' : `, ${count(open)} open`}`;
}

function costText({ cost_usd, median_s }: GroupColumn): string {
  return `${cost_usd === null ? '–' : usd(cost_usd)} · ${median_s === null ? '–' : secondsText(median_s)}`;
}

function secondsText(seconds: number): string {
  return seconds >= 0.95 && seconds < 9.95 ? `${seconds.toFixed(1)}s` : clock(seconds);
}

function widthOfColumn(column: GroupColumn): number {
  const cells = [...column.cells.values()].map((cell) => (cell.outcome === 'shown' ? 5 : 1 + countsOf(cell).length));
  const texts = [column.variant, column.id].map((text) => Math.min(displayWidth(visible(text)), widestName));
  return Math.max(...cells, ...texts, totalText(column).length, costText(column).length);
}

function filled(spans: readonly Span[], width: number): string {
  const room = spans.map((span) => ({ ...span, text: clip(span.text, width) }));
  const used = room.reduce((sum, { text }) => sum + displayWidth(text), 0);
  return painted(room) + ' '.repeat(Math.max(0, width - used));
}

/** The maximum number of reasons why replies are missing, and of the lines of each. */
const mostReasons = 4;
const linesOfReason = 3;

/**
 * Renders why replies are missing, each reason once with the variants that lack them, unless all do. The budget is one reason, although the
 * price of the next call differs.
 */
function missingLines(columns: readonly GroupColumn[], screen: Screen): readonly string[] {
  const all = columns.flatMap(({ missing, variant }) => missing.map((one) => ({ ...one, variant })));
  const reasons = [...groupBy(all, ({ reason, is_budget }) => (is_budget ? 'budget' : reason)).values()];
  const texts = reasons.slice(0, mostReasons).map((own) => {
    const variants = uniqueBy(own, ({ variant }) => variant).map(({ variant }) => variant);
    const isEverywhere = columns.every(({ variant }) => variants.includes(variant));
    const where = isEverywhere ? '' : ` of ${variants.map(visible).join(', ')}`;
    return `Replies${where} are missing: ${oneLine(own[0]?.reason ?? '')}`;
  });
  const more = reasons.length - texts.length;
  const lines = texts.flatMap((text) => shortened(text, usableWidth(screen) - 1, linesOfReason));
  return [...lines, ...(more > 0 ? [`and ${plural(more, 'more reason')}`] : [])].map((line) => ` ${line}`);
}

function notes(columns: readonly GroupColumn[], screen: Screen): readonly string[] {
  const chosen = bestOf(columns);
  const partial = columns.some(({ is_partial }) => is_partial);
  const look = columns.some(({ is_look }) => is_look);
  const synthetic = columns.some(({ is_synthetic }) => is_synthetic);
  const overridden = columns.filter(({ override }) => override).length;
  return [
    ...(synthetic ? ['SYNTHETIC: a person wrote some of the replies by hand.'] : []),
    ...(look ? ['Nothing was judged. Leave out --look to judge the cases.'] : []),
    ...(partial ? ['Partial: the command line left cases out, so no prompt is promoted on these runs.'] : []),
    ...(overridden > 0
      ? [
          `${count(overridden)} of ${count(columns.length)} runs had another model or other cases than the files name. Such a run opens no gate.`,
        ]
      : []),
    ...(look ? [] : ['Differences between columns are not tested here.']),
    ...(chosen === null
      ? []
      : [
          `Who picks the best of ${chosen.of} has a false pass in up to ${percentage(chosen.rate, 'up', 0)} of such runs.`,
        ]),
  ].flatMap((note) => wrap(note, usableWidth(screen) - 1).map((text) => ` ${text}`));
}

/** Returns how likely a false pass is for somebody who picks one of several variants; null if no test decided their cases. */
function bestOf(columns: readonly GroupColumn[]): { readonly of: number; readonly rate: number } | null {
  const levels = columns.flatMap(({ significance_level }) => significance_level ?? []);
  if (levels.length < 2) return null;
  return { of: levels.length, rate: 1 - levels.reduce((all, level) => all * (1 - level), 1) };
}

function endLines(
  columns: readonly GroupColumn[],
  { exitCode, resume, report }: GroupEnd,
  screen: Screen,
): readonly string[] {
  const { paint } = screen;
  const width = usableWidth(screen) - 1;
  const colour = exitCode === 0 ? paint.green : exitCode === 1 ? paint.red : paint.yellow;
  const worst = worstCase(columns);
  const lines = [
    ...(worst === undefined ? [] : [`Replies of a case:  ${visible(report)} --case ${visible(shellWord(worst))}`]),
    ...(resume === null ? [] : [`The missing replies:  ${visible(resume)}`]),
  ].flatMap((text) => wrap(text, width));
  return [...lines.map((text) => ` ${text}`), ` ${paint.bold(colour(`exit ${exitCode}`))}`];
}

/** Returns the name of a failed case, or else of the first other case with replies; undefined if no run has a result. */
function worstCase(columns: readonly GroupColumn[]): string | undefined {
  const cells = columns.flatMap((column) => (column.has_result ? [...column.cells] : []));
  const outcomes = ['failed', 'inconclusive', 'passed', 'shown'] as const;
  const names = outcomes.map((wanted) => cells.find(([, { outcome }]) => outcome === wanted)?.[0]);
  return names.find((name) => name !== undefined);
}

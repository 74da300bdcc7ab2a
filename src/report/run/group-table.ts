import { groupBy, uniqueBy } from '#model/data/collections.js';
import { defaultMargin } from '#model/pairs/comparison.js';
import { flagWords, oneLine, promptWord, shellWord } from '#model/text/quoted.js';
import { builtInText, count, percentage, plural, usd } from '../text/numbers.js';
import { asCalled, type PaintedSpan, painted, resultWidth, type Screen, usableWidth } from '../text/screen.js';
import { tableLines, tableWidth } from '../text/table.js';
import { clip, displayWidth, shortened, visible, wrap } from '../text/visible.js';
import type { GroupColumn } from '../view/run-group.js';
import type { MatrixCell } from '../view/runs-view.js';
import type { ViewOutcome } from '../view/view.js';
import { type GroupRow, groupBlocks } from './group-blocks.js';
import { exitMark, markFor } from './heading.js';
import { openRunLines, secondsText, type UnendedRun } from './open-runs.js';

interface GroupEnd {
  readonly exitCode: number;
  /** The command that gets the missing replies; null if none are missing. */
  readonly resume: string | null;
  readonly report: string;
  /** The flags that `eva compare` needs too: `--root` of another library. */
  readonly flags?: readonly string[];
  /** The stored runs without a result, where no other text on the screen names them. */
  readonly open?: readonly UnendedRun[];
}

/**
 * Renders the runs of a group side by side: a line for each case, a column for each run, and below them the counts, costs and latencies.
 * Cases that passed alike in all columns share a line if there are more than two and others are not alike. Each prompt has a table of its own,
 * or one line if it has a single run.
 */
export function groupTable(columns: readonly GroupColumn[], end: GroupEnd, screen: Screen): string {
  const lines = [
    ...columnsBeside(columns).flatMap((own) => groupBlocks(own, [...caseRows(own, screen), ...totalRows(own)], screen)),
    ...groupLines(loneColumns(columns), screen),
  ];
  const open = openRunLines(end.open ?? [], screen).map((line) => ` ${line}`);
  const below = [
    ...open,
    ...missingLines(columns, screen),
    ...notes(columns, screen),
    ...endLines(columns, end, screen),
  ];
  return `${[...lines, '', ...below].join('\n')}\n`;
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

function markOf(name: string, columns: readonly GroupColumn[]): string {
  return columns.some(({ cells }) => cells.get(name)?.outcome === 'shown') ? ' (look)' : '';
}

/** The least number of alike cases that share a line. */
const fewestAlike = 3;

/** The number of cases that keep a line each if all are alike. */
const mostShownAlike = 10;

function caseRows(columns: readonly GroupColumn[], screen: Screen): readonly GroupRow[] {
  const names = namesIn(columns);
  const folded = foldedCases(names, columns);
  const rows = names
    .filter((name) => !folded.has(name))
    .map((name) => ({
      name,
      mark: markOf(name, columns),
      cells: columns.map(({ cells }) => cellSpans(cells.get(name), screen)),
    }));
  if (folded.size === 0) return rows;
  const passed = cellSpans({ outcome: 'passed' }, screen);
  return [...rows, { name: `${count(folded.size)} others alike`, cells: columns.map(() => passed) }];
}

/** Returns the cases that passed alike in all columns and share a line. If no other case is judged, the first ones keep their lines. */
function foldedCases(names: readonly string[], columns: readonly GroupColumn[]): ReadonlySet<string> {
  const alike = names.filter((name) => columns.every(({ cells }) => isPlainPass(cells.get(name))));
  const judged = names.filter((name) => markOf(name, columns) === '');
  const folded = alike.slice(alike.length === judged.length ? mostShownAlike : 0);
  return new Set(folded.length < fewestAlike ? [] : folded);
}

function isPlainPass(cell: MatrixCell | undefined): boolean {
  return cell?.outcome === 'passed' && cell.n === undefined;
}

function cellSpans(cell: MatrixCell | undefined, screen: Screen): readonly PaintedSpan[] {
  if (!cell) return [{ text: '–', colour: screen.paint.dim }];
  if (cell.outcome === 'shown') return [{ text: 'shown', colour: screen.paint.dim }];
  return [markFor(cell.outcome, screen), { text: countsInCell(cell) }];
}

function countsInCell({ k, n }: MatrixCell): string {
  return k === undefined || n === undefined ? '' : ` ${count(k)}/${count(n)}`;
}

function totalRows(columns: readonly GroupColumn[]): readonly GroupRow[] {
  const cell = (text: string) => [{ text }];
  return [
    { name: 'passed', cells: columns.map((column) => cell(totalText(column))) },
    { name: 'cost · median s', cells: columns.map((column) => cell(costText(column))) },
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
  const beside = columnsBeside(columns);
  const choices = beside.flatMap((own) => bestOf(own) ?? []);
  const chosen = choices.sort((a, b) => b.rate - a.rate)[0] ?? null;
  const partial = columns.some(({ is_partial }) => is_partial);
  const look = columns.some(({ is_look }) => is_look);
  const prices = builtInText(columns.map(({ built_in_prices }) => built_in_prices));
  const synthetic = columns.some(({ is_synthetic }) => is_synthetic);
  const overridden = columns.filter(({ override }) => override).length;
  const of = `${count(overridden)} of ${count(columns.length)} runs`;
  const texts: readonly (readonly [boolean, string])[] = [
    [synthetic, 'SYNTHETIC: a person wrote some of the replies by hand.'],
    [look, 'Nothing was judged. Leave out --look to judge the cases.'],
    [partial, 'Partial: the command line left cases out, so no prompt is promoted on these runs.'],
    [overridden > 0, `${of} had another model or other cases than the files name. Such a run opens no gate.`],
    [prices !== '', `Costs are computed with ${prices}.`],
    [!look && beside.length > 0, 'Differences between columns are not tested here.'],
    [
      chosen !== null,
      `Who picks the best of ${chosen?.of} has a false pass in up to ${percentage(chosen?.rate ?? 0, 'up', 0)} of such runs.`,
    ],
  ];
  return texts
    .flatMap(([holds, note]) => (holds ? [note] : []))
    .flatMap((note) => wrap(note, usableWidth(screen) - 1).map((text) => ` ${text}`));
}

function columnsBeside(columns: readonly GroupColumn[]): readonly (readonly GroupColumn[])[] {
  const lone = loneColumns(columns);
  return columnsOfPrompts(columns).filter((own) => own.every((column) => !lone.includes(column)));
}

/** Returns how likely a false pass is for somebody who picks one of several variants; null if no test decided their cases. */
function bestOf(columns: readonly GroupColumn[]): { readonly of: number; readonly rate: number } | null {
  const levels = columns.flatMap(({ significance_level }) => significance_level ?? []);
  if (levels.length < 2) return null;
  return { of: levels.length, rate: 1 - levels.reduce((all, level) => all * (1 - level), 1) };
}

function endLines(
  columns: readonly GroupColumn[],
  { exitCode, resume, report, flags = [] }: GroupEnd,
  screen: Screen,
): readonly string[] {
  const width = usableWidth(screen) - 1;
  const worst = worstCase(columns);
  const compare = compareCommand(columns, flags);
  const line = (words: string, command: string) => {
    const whole = `${words}  ${visible(command)}`;
    // a command that was wrapped could not be pasted
    return displayWidth(whole) <= width ? [whole] : [words, `  ${visible(command)}`];
  };
  const lines = [
    ...(worst === undefined
      ? []
      : line('Replies of a case:', `${asCalled(report, screen)} --case ${shellWord(worst)}`)),
    ...(compare === null ? [] : line('Do two of them differ?', asCalled(compare, screen))),
    ...(resume === null ? [] : line('The missing replies:', asCalled(resume, screen))),
  ];
  return [...lines.map((text) => ` ${text}`), ` ${exitMark(exitCode, screen)}`];
}

/** Returns the command that compares the first two models of a prompt; null if no prompt has two with judged cases that show a margin. */
function compareCommand(columns: readonly GroupColumn[], flags: readonly string[]): string | null {
  const judged = columns.filter(({ has_result, is_look, total }) => has_result && !is_look && total.of > 0);
  const byPrompt = groupBy(
    uniqueBy(judged, ({ id, variant }) => JSON.stringify([id, variant])),
    ({ id }) => id,
  );
  for (const [first, second] of byPrompt.values()) {
    const margin = second ? (first?.margin() ?? null) : null;
    if (!first || !second || margin === null) continue;
    const models = [first, second].map(({ variant }) => flagWords('--model', variant));
    const loss = margin === defaultMargin ? [] : [`--not-worse-by ${margin}`];
    return ['eva compare', promptWord(first.id), ...models, ...loss, ...flags].join(' ');
  }
  return null;
}

/** Returns the name of a failed case, or else of the first other case with replies; undefined if no run has a result. */
function worstCase(columns: readonly GroupColumn[]): string | undefined {
  const cells = columns.flatMap((column) => (column.has_result ? [...column.cells] : []));
  const outcomes = ['failed', 'inconclusive', 'passed', 'shown'] as const;
  const names = outcomes.map((wanted) => cells.find(([, { outcome }]) => outcome === wanted)?.[0]);
  return names.find((name) => name !== undefined);
}

function columnsOfPrompts(columns: readonly GroupColumn[]): readonly (readonly GroupColumn[])[] {
  return [...groupBy(columns, ({ id }) => id).values()];
}

/** Returns the only run of each prompt of several that has a single one: each is one line. */
export function loneColumns(columns: readonly GroupColumn[]): readonly GroupColumn[] {
  const prompts = columnsOfPrompts(columns);
  return prompts.length < 2 ? [] : prompts.filter(({ length }) => length === 1).flat();
}

const widestName = 28;

function groupLines(columns: readonly GroupColumn[], screen: Screen): readonly string[] {
  if (columns.length === 0) return [];
  const cells = (of: (column: GroupColumn) => string) => columns.map((column) => [{ text: of(column) }]);
  const width = resultWidth(screen);
  const least = [
    { title: '', cells: columns.map((column) => [markFor(outcomeOf(column), screen)]) },
    { title: 'prompt', cells: cells(({ id }) => clip(visible(id), widestName)) },
    { title: 'cases', cells: cells(countsOf) },
    { title: 'cost', cells: cells(({ cost_usd }) => (cost_usd === null ? '–' : usd(cost_usd))), isNumber: true },
  ];
  if (tableWidth(least) > width) return ['', ...columns.flatMap((column) => narrowLines(column, screen))];
  const model = { title: 'model', cells: cells(({ variant }) => clip(visible(variant), widestName)), leave: 1 };
  const median = {
    title: 'median s',
    cells: cells(({ median_s }) => (median_s === null ? '–' : secondsText(median_s))),
    isNumber: true,
    leave: 0,
  };
  return ['', ...tableLines([...least.slice(0, 2), model, ...least.slice(2), median], width)];
}

function narrowLines(column: GroupColumn, screen: Screen): readonly string[] {
  const width = resultWidth(screen);
  const name = ` ${painted([markFor(outcomeOf(column), screen)])} ${clip(visible(column.id), width - 3)}`;
  return [name, ...wrap(countsOf(column), width - 5).map((line) => `     ${line}`)];
}

function outcomeOf({ has_result, is_look, total, cells }: GroupColumn): ViewOutcome {
  if (is_look) return 'shown';
  if (!has_result || total.open > 0) return 'unfinished';
  if (total.passed === total.of) return 'passed';
  return [...cells.values()].some(({ outcome }) => outcome === 'failed') ? 'failed' : 'inconclusive';
}

function countsOf({ cells, total }: GroupColumn): string {
  if (total.of === 0) return 'nothing judged';
  if (total.open === total.of) return 'no result yet';
  if (total.passed === total.of) return `${count(total.of)} passed`;
  const number = (wanted: ViewOutcome) => [...cells.values()].filter(({ outcome }) => outcome === wanted).length;
  const outcomes = ['unfinished', 'failed', 'inconclusive', 'passed'] as const;
  return outcomes.flatMap((one) => (number(one) === 0 ? [] : [`${count(number(one))} ${one}`])).join(' · ');
}

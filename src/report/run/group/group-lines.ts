import type { GroupColumn } from '#view/runs/run-group.js';
import type { ViewOutcome } from '#view/view.js';
import { clip } from '../../text/clip.js';
import { count, usd } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { painted } from '../../text/spans.js';
import { tableLines, tableWidth } from '../../text/table.js';
import { visible } from '../../text/visible.js';
import { wrap } from '../../text/wrap.js';
import { markFor } from '../mark.js';
import { secondsText } from './seconds-text.js';

const widestName = 28;

/** Renders the runs of a group that have no other one beside them, one line for each prompt. */
export function groupLines(columns: readonly GroupColumn[], screen: Screen): readonly string[] {
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

/** Renders a run with its counts below its name. */
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

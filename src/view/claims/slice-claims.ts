import { decisiveBound } from '#model/text/bounds.js';
import type { DatasetView, SliceFieldView, SliceView } from '../dataset/dataset-view.js';
import { text } from '../text.js';
import type { SliceClaim, SliceField } from '../view.js';
import { percentage, plural, sure } from '../words/numbers.js';

/** Returns the slices of a data set as claims, the worst of each field first. */
export function sliceClaims(dataset: DatasetView | null): readonly SliceField[] {
  return (dataset?.slices ?? []).map((field) => fieldOf(field, dataset));
}

const order = ['failed', 'inconclusive', 'passed', null] as const;

function fieldOf(field: SliceFieldView, dataset: DatasetView | null): SliceField {
  const { must, claim, bar, holds, rows } = field;
  const sorted = [...rows].sort(
    (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || (a.estimate ?? 1) - (b.estimate ?? 1),
  );
  const note = noteText(field);
  return {
    ...{ field: field.field, must, claim, bar, holds },
    note: note === null ? null : text(note),
    rows: sorted.map((row) => claimOf(row, field, unitOf(row, dataset))),
  };
}

/** The unit of the figures of a slice. Clusters are counted by the words, not by the unit. */
function unitOf({ n, trials }: SliceView, dataset: DatasetView | null): 'item' | 'answer' {
  return dataset !== null && dataset.draws > 1 && n === trials ? 'answer' : 'item';
}

function claimOf(row: SliceView, field: SliceFieldView, unit: 'item' | 'answer'): SliceClaim {
  const { value, outcome, k, trials, n, of, failed, ungraded, estimate, lower, upper } = row;
  const bar = field.bar_share;
  const bound = boundOf(row);
  const remark = sliceRemark(row, field);
  const found = foundText(row, field.past, unit);
  const bounds = bound === null ? '' : `, ${bound} (${sure(field.significance_level)} sure)`;
  const barText = field.bar === null ? '' : `; the bar is ${field.bar.raw}`;
  return {
    ...{ value, outcome: isShownTogether(row, field) ? 'passed' : outcome, failed, ungraded, bar: field.bar },
    found: { words: text(found), ...(k !== null && { k }), unit, n: k === null ? n : trials, estimate },
    bound: bound === null ? null : text(bound),
    range: bar === null ? null : { lower, upper, bar, holds: lower !== null || upper !== null },
    sentence: text(found + bounds + barText),
    remark: remark === null ? null : text(remark),
    ...{ asked: of, used: n },
    ...(field.rows.filter(({ outcome }) => outcome !== null).length > 1 && outcome !== null && { adjusted: 'holm' }),
  };
}

function foundText(row: SliceView, past: SliceFieldView['past'], unit: 'item' | 'answer'): string {
  const { k, trials, n, estimate } = row;
  if (n === 0) return `no ${unit} was asked`;
  if (k !== null) {
    const share = trials > 0 && !isStopWithoutBound(row) ? ` (${percentage(k / trials)})` : '';
    return `${k} of ${plural(trials, unit)} ${past}${share}`;
  }
  const value = estimate === null ? 'unknown' : estimateText(estimate);
  return `${value} on average of ${plural(n, unit)}`;
}

/** Returns true for a slice that ended early, perhaps at a low or a high point, without a bound to show beside its share. */
export function isStopWithoutBound(row: SliceView): boolean {
  return row.n < row.of && decisiveBound(row, percentage) === null;
}

function estimateText(estimate: number): string {
  return estimate >= 0 && estimate <= 1 ? percentage(estimate) : String(Number(estimate.toPrecision(3)));
}

/** Renders the bound that speaks of the outcome: the upper one of a failed slice, else the lower one; null without a figure. */
function boundOf(row: SliceView): string | null {
  const isCounted = row.lower !== null && row.lower === row.estimate && row.upper === row.estimate;
  return isCounted ? null : decisiveBound(row, percentage);
}

/**
 * Returns true for a slice that is shown only together with the others: that all reach the bar needs no correction for their number, that
 * this one does needs it.
 */
export function isShownTogether(
  { outcome }: Pick<SliceView, 'outcome'>,
  { must, holds }: Pick<SliceFieldView, 'must' | 'holds'>,
): boolean {
  return outcome === 'inconclusive' && must === 'pass' && holds === true;
}

/** Returns what is known of an inconclusive slice, short enough for a table; null for another slice. */
export function sliceRemark(row: SliceView, field: SliceFieldView): string | null {
  const { outcome, n, estimate, lower } = row;
  const { must, bar_share: bar, rows } = field;
  if (outcome !== 'inconclusive') return null;
  if (n === 0) return 'not asked';
  if (isShownTogether(row, field)) return 'shown with the others';
  if (bar !== null && lower !== null && lower >= bar) {
    return `not shown; bound uncorrected for ${rows.filter((other) => other.outcome !== null).length}`;
  }
  if (row.ended_case) return 'no pass was possible: the case stopped';
  if (must === 'pass') return 'not shown';
  const isBelow = bar !== null && estimate !== null && estimate < bar;
  return isBelow ? 'below the bar; harm not shown' : 'not shown; no sign of harm';
}

/** Explains marks that take account of all slices of the field; null without such marks. */
export function noteText(field: SliceFieldView): string | null {
  const { bar_share: bar, rows } = field;
  const gated = rows.filter(({ outcome }) => outcome !== null);
  if (gated.some((row) => isShownTogether(row, field))) {
    return `shown with the others: all ${gated.length} reach the bar together; alone, after correcting for ${gated.length}, not each is shown`;
  }
  const differs = ({ outcome, lower, upper }: SliceView) =>
    bar !== null && outcome === 'inconclusive' && ((upper !== null && upper < bar) || (lower !== null && lower >= bar));
  if (!gated.some(differs)) return null;
  return `marks allow for ${plural(gated.length, 'slice')}, bounds do not: one of many can look good or bad by chance`;
}

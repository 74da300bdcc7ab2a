import { byExpectation, type Case, type Expectation } from '#model/case.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import type { Verdict } from '#model/run/verdict.js';
import type { CriterionSpec } from '#model/settings.js';
import { decisiveBound } from '#model/text/bounds.js';
import type { DatasetView, SliceFieldView, SliceView } from './dataset-view.js';
import { claimSentence, percentage, plural, sure } from './reasons.js';
import { type Claim, type Range, type SliceClaim, type SliceField, text } from './view.js';

const order: readonly Verdict['outcome'][] = ['failed', 'inconclusive', 'passed'];

/** Returns the claims of a case. Claims that did not pass come first. */
export function claimViews(result: CaseResult, testCase: Case | undefined): readonly Claim[] {
  const claims = testCase
    ? byExpectation(testCase, result.verdicts).flatMap((own, index) => {
        const expectation = testCase.expectations[index];
        return own.map((verdict, at) => claimOf(verdict, { testCase, expectation, at }));
      })
    : result.verdicts.map((verdict) => claimOf(verdict, {}));
  return claimOrder(claims).flatMap((index) => claims[index] ?? []);
}

/** Returns the index of the expectation of each claim, in the order of `claimsOf`; undefined if the case is not in the plan. */
export function expectationsOfClaims(
  { verdicts }: Pick<CaseResult, 'verdicts'>,
  testCase: Case | undefined,
): readonly (number | undefined)[] {
  const all = testCase
    ? byExpectation(testCase, verdicts).flatMap((own, index) => own.map(({ outcome }) => ({ outcome, index })))
    : verdicts.map(({ outcome }) => ({ outcome, index: undefined }));
  return claimOrder(all).map((at) => all[at]?.index);
}

export function claimOrder(claims: readonly Pick<Claim, 'outcome'>[]): readonly number[] {
  const rank = (index: number) => order.indexOf(claims[index]?.outcome ?? 'passed');
  return claims.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
}

/** Where a claim comes from; empty if the case is not in the plan. */
interface Origin {
  readonly testCase?: Case;
  readonly expectation?: Expectation | undefined;
  readonly at?: number;
}

function claimOf(verdict: Verdict, { testCase, expectation, at = 0 }: Origin): Claim {
  const { about, claim, reason, words, estimate, used, n } = verdict;
  const { outcome, criterion, significance_level, failed, ungraded, needed_n, p_value, fail_p } = verdict;
  const { people } = verdict;
  const unit = people ? 'answer' : unitOf(testCase?.dataset, verdict);
  const isCounted = !people && unit !== null && isOfPassing(verdict, expectation) && estimate !== null;
  const own = {
    outcome,
    criterion,
    better: betterOf(criterion),
    significance_level,
    failed,
    ungraded,
    needed_n,
    p_value,
    fail_p,
    about: text(about),
    claim: text(claim),
    reason: text(reason),
    found: {
      ...{ words: text(words.found), n: used, estimate, unit: unit ?? 'answer' },
      ...(isCounted && { k: Math.round(estimate * used) }),
    },
    bar: words.bar === null ? null : text(words.bar),
    bound: words.bound === null ? null : text(words.bound),
    ...(words.advice !== undefined && { advice: text(words.advice) }),
    range: rangeOf(verdict, expectation?.criteria[at]),
    asked: n,
    used,
    ...(people && { people }),
  };
  return { ...own, sentence: text(claimSentence(own)) };
}

/** Returns the side of the bar that supports a claim. A share supports it by being larger, also a share of small values. */
function betterOf(criterion: string): Claim['better'] {
  return /_lte?$/.test(criterion) && !criterion.startsWith('proportion_') ? 'down' : 'up';
}

/** Returns what a claim counts; null if it is about means of several answers. */
function unitOf(dataset: Dataset | undefined, { criterion }: Verdict): Claim['found']['unit'] | null {
  if (!dataset) return 'trial';
  if (dataset.claim === 'file' || criterion === 'every_trial') return dataset.draws === 1 ? 'item' : 'answer';
  return dataset.draws === 1 && !isClustered(dataset) ? 'item' : null;
}

function isOfPassing({ criterion }: Verdict, expectation: Expectation | undefined): boolean {
  const grader = expectation?.grader.grader;
  if (grader !== 'trial_passes' && grader !== 'trigger') return false;
  return criterion === 'every_trial' || criterion.startsWith('proportion_');
}

/** Returns the range of a claim about a share; null for other claims, which have no scale from 0 to 1. */
function rangeOf({ interval, criterion }: Verdict, spec: CriterionSpec | undefined): Range | null {
  const bar = spec?.params['proportion'];
  if (typeof bar !== 'number' || !criterion.startsWith('proportion_')) return null;
  const { lower, upper } = interval ?? { lower: null, upper: null };
  return { lower, upper, bar, holds: lower !== null || upper !== null };
}

/** Returns the slices of a data set as claims, the worst of each field first. */
export function sliceClaims(dataset: DatasetView | null): readonly SliceField[] {
  return (dataset?.slices ?? []).map((field) => fieldOf(field, dataset));
}

const sliceOrder = ['failed', 'inconclusive', 'passed', null] as const;

function fieldOf(field: SliceFieldView, dataset: DatasetView | null): SliceField {
  const { must, claim, bar, holds, rows } = field;
  const sorted = [...rows].sort(
    (a, b) => sliceOrder.indexOf(a.outcome) - sliceOrder.indexOf(b.outcome) || (a.estimate ?? 1) - (b.estimate ?? 1),
  );
  const note = noteText(field);
  return {
    ...{ field: field.field, must, claim, bar, holds },
    note: note === null ? null : text(note),
    rows: sorted.map((row) => claimOfRow(row, field, unitOfSlice(row, dataset))),
  };
}

/** The unit of the figures of a slice. Clusters are counted by the words, not by the unit. */
function unitOfSlice({ n, trials }: SliceView, dataset: DatasetView | null): 'item' | 'answer' {
  return dataset !== null && dataset.draws > 1 && n === trials ? 'answer' : 'item';
}

function claimOfRow(row: SliceView, field: SliceFieldView, unit: 'item' | 'answer'): SliceClaim {
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

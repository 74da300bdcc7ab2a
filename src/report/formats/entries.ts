import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import type { ListedCase } from '../view/changed-pairs.js';
import { isShownTogether } from '../view/claims.js';
import { differenceParts, pairParts, reasonTexts, sideName, sidesText, standingText } from '../view/compare-words.js';
import type { SliceFieldView, SliceView } from '../view/dataset-view.js';
import type { CaseView, Claim, ViewOutcome } from '../view/view.js';

/** One thing that a run decides: a case (also a query), or a slice of its data set that has a bar. */
export interface Entry {
  readonly caseView: CaseView;
  /** null for the case itself. */
  readonly slice: GatedSlice | null;
  readonly outcome: ViewOutcome;
  /** How far it is from its bar, relative to the bar; 0 if that is not known. */
  readonly gap: number;
}

export interface GatedSlice {
  readonly field: SliceFieldView;
  readonly row: SliceView;
}

export function caseEntries(cases: readonly CaseView[]): readonly Entry[] {
  return cases.flatMap((caseView) => {
    const own: Entry = { caseView, slice: null, outcome: caseView.outcome, gap: gapOf(caseView) };
    if (caseView.outcome === 'unfinished') return [own];
    return [own, ...slicesOf(caseView)];
  });
}

function slicesOf(caseView: CaseView): readonly Entry[] {
  return (caseView.dataset?.slices ?? []).flatMap((field) =>
    field.rows.flatMap((row) => {
      const outcome = outcomeOfSlice(row, field);
      if (outcome === null) return [];
      return [{ caseView, slice: { field, row }, outcome, gap: gapBetween(row.estimate, field.bar_share) }];
    }),
  );
}

/** Returns true for a slice that must only not fail, and that shows nothing: it passes, but nobody knows whether it reaches its bar. */
export function isUndecidedSlice({ slice }: Pick<Entry, 'slice'>): boolean {
  return slice !== null && slice.row.outcome === 'inconclusive' && slice.field.must === 'not_fail';
}

/** Returns the outcome of a slice; null without a bar. One that must only not fail passes unless it failed. */
function outcomeOfSlice(row: SliceView, field: SliceFieldView): ViewOutcome | null {
  if (field.must === null || row.outcome === null) return null;
  const isFine = field.must === 'not_fail' || isShownTogether(row, field);
  return row.outcome === 'inconclusive' && isFine ? 'passed' : row.outcome;
}

export function isRedEntry({ outcome }: Pick<Entry, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'inconclusive' || outcome === 'unfinished';
}

export function redClaims({ claims }: CaseView): readonly Claim[] {
  return claims.filter(({ outcome }) => outcome !== 'passed');
}

export function redSlices(caseView: CaseView): readonly Entry[] {
  return slicesOf(caseView).filter(isRedEntry);
}

/** Returns true for a case that did not pass because of slices alone, which have rows of their own. */
export function isOnlyOfSlices({ caseView, slice, outcome }: Entry): boolean {
  return !slice && outcome !== 'unfinished' && redClaims(caseView).length === 0 && redSlices(caseView).length > 0;
}

function gapOf(caseView: CaseView): number {
  const gaps = redClaims(caseView).map(({ found, range, criterion }) =>
    gapBetween(found.estimate, criterion === 'every_trial' ? 1 : (range?.bar ?? null)),
  );
  return Math.max(0, ...gaps, ...redSlices(caseView).map(({ gap }) => gap));
}

function gapBetween(estimate: number | null, bar: number | null): number {
  return estimate === null || bar === null || bar === 0 ? 0 : (bar - estimate) / bar;
}

/** Returns the figures of a case of a comparison, a text for each line, unescaped. */
export function pairReasons(one: ListedCase, comparison: Comparison): readonly string[] {
  const { pairs, standing } = one;
  const sides = pairs.missing > 0 ? null : sidesText(pairs);
  const isOpen = standing === 'unfinished';
  return [
    [standingText(one, comparison), ...(sides === null ? [] : [sides])].join(' · '),
    standing === 'decides_nothing' || isOpen ? '' : differenceParts(pairs, comparison).join(' · '),
    pairs.missing > 0 ? '' : pairParts(pairs, false).join(' · '),
    ...reasonTexts(one, comparison),
  ].filter((text) => text !== '');
}

/** Returns the two sides of a comparison as a name: `support-triage (the working tree against main)`, unescaped. */
export function comparisonName({ a, b }: Comparison): string {
  return `${oneLine(b.id)} (${sideName(b)} against ${sideName(a)})`;
}

import type { CaseView, Claim, SliceClaim, SliceField } from '#report/view/view.js';

/** The place of a run on a page: alone, or among others. */
export interface RunScope {
  /** `RunLine.key`. */
  readonly key: string;
  /** True if the page has one run, so that ids need no prefix. */
  readonly isOnly: boolean;
}

export interface CaseProps {
  readonly one: CaseView;
  readonly scope: RunScope;
}

export type Level = 1 | 2 | 3 | 4 | 5;

/** Returns the level of a heading of a run: one lower if the page has several runs. */
export function levelIn({ isOnly }: RunScope, level: 1 | 2 | 3 | 4): Level {
  return (isOnly ? level : level + 1) as Level;
}

/** Returns the label of a section. Only that of a page with one run is a landmark: several runs would have the same ones. */
export function labelledBy({ isOnly }: RunScope, id: string): { readonly 'aria-labelledby'?: string } {
  return isOnly ? { 'aria-labelledby': id } : {};
}

export function caseId({ key: run, isOnly }: RunScope, key: string): string {
  return isOnly ? key : `${run}-${key}`;
}

export type DecidingClaim = { readonly claim: Claim } | { readonly field: SliceField; readonly row: SliceClaim };

/** Returns the claim that decides a case: the worst one that has its outcome. null for a case without claims. */
export function decidingClaim(one: CaseView): DecidingClaim | null {
  const own = one.claims.filter(({ outcome }) => outcome === one.outcome);
  const slices = one.slices.flatMap((field) =>
    field.must === null || field.holds === true
      ? []
      : field.rows.flatMap((row) => (row.outcome === one.outcome ? [{ field, row }] : [])),
  );
  const worst = [...own].sort((a, b) => gapOf(b) - gapOf(a))[0] ?? one.claims[0];
  const [slice] = [...slices].sort((a, b) => gapOf(b.row) - gapOf(a.row));
  if (slice && (own.length === 0 || (worst && gapOf(slice.row) > gapOf(worst)))) return slice;
  return worst ? { claim: worst } : null;
}

/** Returns how far a share is from its bar, relative to the bar; less than any gap if the claim is about no share. */
function gapOf({ found: { estimate }, range }: Pick<Claim, 'found' | 'range'>): number {
  return estimate === null || range === null || range.bar === 0 ? -1 : (range.bar - estimate) / range.bar;
}

import { groupBy } from '#model/data/collections.js';
import { groupedDigits, oneLine } from '#model/text/quoted.js';
import { text } from '../text.js';
import type { CaseView, Claim, Miss, Reason, SliceClaim, SliceField } from '../view.js';
import { adviceParts } from './claim-words.js';
import { clipped } from './clipped.js';
import { missText } from './miss-words.js';
import { plural } from './numbers.js';

/** The greatest number of reasons of a run. */
const mostReasons = 5;

/** Returns the first reasons of a run: those of its first cases, which are sorted. */
export function worstReasons(cases: readonly CaseView[]): readonly Reason[] {
  const all = cases.flatMap(({ reasons }) => reasons);
  return all.slice(0, mostReasons);
}

/** A case without its reasons. */
type BareCase = Omit<CaseView, 'reasons'>;

/**
 * Returns why a case did not pass: missing replies, failed slices and claims by their gap to the bar, then inconclusive ones. `expectations`
 * has the index of the expectation of each claim: a claim names only misses of its own. Those of others are no reason for it.
 */
export function reasonsOf(one: BareCase, expectations: readonly (number | undefined)[] = []): readonly Reason[] {
  if (one.outcome === 'unfinished') return [unfinishedReason(one)];
  if (one.outcome !== 'failed' && one.outcome !== 'inconclusive') return [];
  const reasons = [
    ...one.claims.flatMap((claim, at) => ofClaim(claim, one, expectations[at])),
    ...one.slices.flatMap((field) => ofField(field, one)),
  ];
  if (reasons.length === 0) return [reasonOf(one, { mark: one.outcome, lines: ['it has no result'], gap: 0 }).reason];
  return reasons
    .sort((a, b) => Number(a.reason.mark !== 'failed') - Number(b.reason.mark !== 'failed') || b.gap - a.gap)
    .map(({ reason }) => reason);
}

interface SortedReason {
  readonly reason: Reason;
  /** The distance from the bar, relative to the bar; 0 if it is unknown. */
  readonly gap: number;
}

interface ReasonParts {
  readonly mark: Reason['mark'];
  readonly lines: readonly string[];
  readonly gap: number;
  readonly slice?: Reason['slice'];
}

function reasonOf({ key, name }: BareCase, { mark, lines, gap, slice }: ReasonParts): SortedReason {
  return { reason: { mark, subject: name, ...(slice && { slice }), text: lines.map(text), href: `#${key}` }, gap };
}

function unfinishedReason(one: BareCase): Reason {
  const { missing, trials } = one;
  const byReason = groupBy(missing, ({ reason }) => reason.raw);
  const lines = [...byReason].map(([reason, own]) => {
    const count = own.reduce((sum, { trials: lost }) => sum + lost.length, 0);
    return `${plural(count, 'reply is', 'replies are')} missing: ${shortened(reason)}`;
  });
  const done = `${groupedDigits(trials.total)} of ${plural(trials.asked, 'trial')} done`;
  return reasonOf(one, { mark: 'unfinished', lines: lines.length > 0 ? lines : [done], gap: 0 }).reason;
}

function ofClaim(claim: Claim, one: BareCase, expectation: number | undefined): readonly SortedReason[] {
  const { outcome } = claim;
  if (outcome === 'passed') return [];
  // Misses of classes are counted for all of them together, so that none is a reason for the measure of one.
  const isOfClass = /^(?:recall|precision|f1)_gte$/.test(claim.criterion);
  const isOwn = (miss: Miss) => expectation === undefined || miss.expectation === expectation;
  const misses = isOfClass ? [] : one.misses.filter(isOwn);
  const about = one.claims.length > 1 ? `${claimTitle(claim, one)}: ` : '';
  const lines = [about + claim.sentence.raw, ...adviceParts(claim), ...missLines(misses, claim)];
  return [reasonOf(one, { mark: outcome, lines, gap: gapOfClaim(claim) })];
}

/** Names a claim among those of its case: by its subject unless others have the same. */
function claimTitle({ about, claim }: Claim, { claims }: BareCase): string {
  const isOnly = claims.filter((other) => other.about.raw === about.raw).length === 1;
  return shortened(isOnly ? about.raw : `${about.raw}: ${claim.raw}`);
}

/** Returns the most frequent miss; of equally frequent ones that of a judge, who says in plain words why. */
function worstMiss(misses: BareCase['misses']): Miss | undefined {
  const failed = misses.filter(({ mark }) => mark === 'failed');
  const [first] = failed;
  return failed.find((one) => isJudged(one) && one.times === first?.times) ?? first ?? misses[0];
}

function isJudged({ kind, reason }: Miss): boolean {
  return (kind === 'rubric' || kind === 'behavior') && reason !== null;
}

function missInWords(miss: Miss): string {
  const words = missText(miss, ': ');
  return isJudged(miss) && miss.reason && !words.includes(miss.reason.raw) ? `${words}: ${miss.reason.raw}` : words;
}

/** Names the most frequent miss. Of one without a grade the figures of the claim say how often it occurs, if they count no other one. */
function missLines(misses: BareCase['misses'], { ungraded }: Claim): readonly string[] {
  const worst = worstMiss(misses);
  if (!worst) return [];
  if (worst.mark === 'failed') return [`missed ${timesText(worst.times)}: ${shortened(missInWords(worst))}`];
  const reason = worst.reason && text(worst.reason.raw.replace(/^ungraded: /, ''));
  const named = shortened(missText({ ...worst, reason }, ': '));
  return [ungraded === worst.times ? named : `ungraded ${timesText(worst.times)}: ${named}`];
}

/** The longest text from outside in a reason, in code points. */
const longestPart = 300;

function shortened(raw: string): string {
  return clipped(oneLine(raw.slice(0, 4 * longestPart)), longestPart);
}

function timesText(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : plural(times, 'time');
}

function ofField({ field, must, rows, holds }: SliceField, one: BareCase): readonly SortedReason[] {
  if (must === null || holds !== false) return [];
  const isOfAll = must === 'pass';
  return rows.flatMap((row) => {
    if (row.outcome === null || row.outcome === 'passed' || (row.outcome === 'inconclusive' && !isOfAll)) return [];
    const isWhole = one.claims.every(({ outcome }) => outcome === 'passed');
    const lines = [
      row.sentence.raw + (row.remark === null ? '' : ` (${row.remark.raw})`),
      ...(isWhole ? ['the case as a whole meets its bar'] : []),
    ];
    const slice = { name: field, value: row.value };
    return [reasonOf(one, { mark: row.outcome, lines, gap: gapOfSlice(row), slice })];
  });
}

/** Returns the distance of a claim from its bar, relative to the bar; 0 if it is unknown. */
export function gapOfClaim({ outcome, found, range, criterion }: Claim): number {
  const bar = criterion === 'every_trial' ? 1 : range?.bar;
  if (outcome !== 'failed' || found.estimate === null || bar === undefined) return 0;
  return (bar - found.estimate) / bar;
}

/** Returns the distance of a slice from its bar, relative to the bar; 0 if it is unknown. */
export function gapOfSlice({ outcome, found, range }: SliceClaim): number {
  if (outcome !== 'failed' || found.estimate === null || range === null) return 0;
  return (range.bar - found.estimate) / range.bar;
}

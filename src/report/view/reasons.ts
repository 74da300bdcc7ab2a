import { groupBy } from '#model/data/collections.js';
import { type Rounding, roundTo } from '#model/text/bounds.js';
import { groupedDigits, oneLine, plural } from '#model/text/quoted.js';
import { text } from './text.js';
import type { CaseView, Claim, FindingView, Found, Miss, Reason, ScoreScale, SliceClaim, SliceField } from './view.js';

export { plural } from '#model/text/quoted.js';

const mostReasons = 5;

/** Returns the first reasons of a run: those of its first cases, which are sorted. */
export function worstReasons(cases: readonly CaseView[]): readonly Reason[] {
  const all = cases.flatMap(({ reasons }) => reasons);
  return all.slice(0, mostReasons);
}

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

type BareClaim = Omit<Claim, 'sentence'>;

export function claimSentence(claim: BareClaim): string {
  const { bound, bar, significance_level: level, failed, ungraded, people } = claim;
  const bounds = bound !== null && level !== null && hasFigure(claim) ? `, ${bound.raw} (${sure(level)} sure)` : '';
  return [
    foundText(claim) + bounds,
    ...(bar !== null ? [`the bar is ${bar.raw}`] : []),
    ...(level === null && claim.asked > 1 ? [everyText(claim)] : []),
    ...(failed > 0 ? [`${groupedDigits(failed)} without a usable answer`] : []),
    ...(ungraded > 0 ? [`${groupedDigits(ungraded)} ungraded`] : []),
    ...(people && people.missing > 0 ? [`${plural(people.missing, 'label')} awaited`] : []),
  ].join('; ');
}

export function everyText({ found }: BareClaim): string {
  return `every ${found.unit} must ${pastOf(found) === 'right' ? 'be right' : 'pass'}`;
}

export function countText(found: Found): string {
  const { k = 0, n, unit } = found;
  return `${groupedDigits(k)} of ${plural(n, unit)} ${pastOf(found)}`;
}

/** Returns the word for what passes: items are right, unless a judge alone says so. */
export function pastOf({ words }: Pick<Found, 'words'>): 'right' | 'passed' {
  return / right\b/.test(words.raw) ? 'right' : 'passed';
}

function foundText(claim: BareClaim): string {
  const { found, asked, outcome } = claim;
  const { k, n, unit, words } = found;
  if (k === undefined) return words.raw;
  if (unit === 'trial' && asked === 1) return outcome === 'passed' ? 'the only trial passed' : 'the only trial failed';
  if (unit === 'trial') return `${groupedDigits(k)} of ${plural(n, 'trial')} passed`;
  return countText(found) + shareOfFound(claim);
}

/** Returns true if a claim is shown with a numeric bound: a statistical test decided it, and its bound has a figure. */
export function hasFigure(claim: BareClaim): boolean {
  const { bound, outcome, significance_level } = claim;
  if (bound === null || significance_level === null || outcome === 'inconclusive' || isCounted(claim)) return false;
  return /\d/.test(bound.raw);
}

/** Returns true for a claim about a file whose items were all asked: its share is counted, and needs no bound. */
function isCounted({ found: { estimate }, range }: BareClaim): boolean {
  return range !== null && estimate !== null && range.lower === estimate && range.upper === estimate;
}

/** Returns the advice to run more trials, with what to write for it in a case without a data set. */
export function adviceParts({ advice, needed_n, asked, found }: BareClaim): string[] {
  if (!advice) return [];
  const isAdvised = needed_n !== null && needed_n > asked && advice.raw.includes(plural(needed_n, 'trial'));
  const isSet = found.unit === 'trial' && isAdvised;
  return [advice.raw + (isSet ? `: set sample_size: ${needed_n}` : '')];
}

/**
 * Renders the share of what was found: ` (95.3%)`. Empty if the case stopped early and no bound is shown beside it: a case that gave up did so
 * at a low point, and one that passed at a high one.
 */
export function shareOfFound(claim: BareClaim): string {
  const { found, used, asked } = claim;
  const { k, n } = found;
  return k === undefined || n === 0 || (used < asked && !hasFigure(claim)) ? '' : ` (${percentage(k / n)})`;
}

/** Returns true for the only rubric of a case, which needs no name beside the word judge. */
export function isUnnamed({ kind, about }: Pick<FindingView, 'kind' | 'about'>): boolean {
  return kind === 'rubric' && about.raw === 'rubric';
}

/** Renders a miss: `max_tokens: 120`, `judge 2 to 3 of 5, needs 4`. `between` separates the part from the reason. */
export function missText({ kind, about, scores, scale, mark, reason }: Miss, between = '   '): string {
  const isPlain = isUnnamed({ kind, about }) || kind === 'trigger';
  const what = isPlain ? 'judge' : kind === 'answer' ? (reason?.raw ?? 'answer') : about.raw;
  const scored = scores === null ? [] : [scoreText(scores, scale ?? undefined)];
  const because =
    reason !== null && reason.raw !== '' && kind !== 'answer' && scores === null ? between + oneLine(reason.raw) : '';
  if (scores === null && because === '' && mark === 'ungraded') return `${what} ungraded`;
  if (kind === 'value' && because === '') return `${what}: beyond its bar`;
  return [what, ...scored].join(isUnnamed({ kind, about }) ? ' ' : ': ') + because;
}

export function scoreText([low, high]: readonly [number, number], scale: ScoreScale | undefined): string {
  const range = low === high ? String(low) : `${low} to ${high}`;
  if (!scale) return range;
  return `${range} of ${scale.best}${low < scale.needs ? `, needs ${scale.needs}` : ''}`;
}

/** Renders a value in its unit: `7.25 s`, `1 turn`, `$0.0412`, `3`. */
export function inUnit(value: number, unit = ''): string {
  const shown = Number(value.toPrecision(3));
  if (unit === 'USD') return `$${shown}`;
  return `${shown} ${shown === 1 ? unit.replace(/(?<=\p{L}{2}[^aious])(?<!ie)s$/u, '') : unit}`.trimEnd();
}

/** Renders a share as a percentage, with one decimal unless said: `95.8%`. Only 0 and 1 are rendered as 0% and 100%: `99.97%`. */
export function percentage(share: number, rounding: Rounding = 'nearest', decimals = 1): string {
  const rounded = roundTo(share * 100, decimals, rounding);
  const isLost = share > 0 && share < 1 && (rounded === 0 || rounded === 100);
  return isLost && decimals < 6 ? percentage(share, rounding, decimals + 1) : `${rounded}%`;
}

/** Renders the confidence of a significance level: `95%` for 0.05. */
export function sure(level: number): string {
  return `${Number(((1 - level) * 100).toPrecision(4))}%`;
}

/** Cuts a text to at most so many code points, with `…` at the end. */
export function clipped(raw: string, most: number): string {
  if (raw.length <= most) return raw;
  const characters = [...raw.slice(0, 2 * most + 2)];
  return characters.length <= most ? raw : `${characters.slice(0, most - 1).join('')}…`;
}

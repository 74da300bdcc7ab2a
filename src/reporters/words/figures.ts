import { defaultSignificanceLevel } from '#model/limits.js';
import { decisiveBound } from '#model/text/bounds.js';
import { oneLine } from '#model/text/quoted.js';
import { isCounted } from '#report/run/dataset/slices.js';
import { claimText } from '#report/run/result/claim-words.js';
import { missingText } from '#report/run/result/unfinished.js';
import { clip } from '#report/text/clip.js';
import { count, percentage, plural, sure } from '#report/text/numbers.js';
import { isStopWithoutBound } from '#view/claims/slice-claims.js';
import type { CaseView, Claim } from '#view/view.js';
import { adviceParts, countText, everyText, hasFigure, shareOfFound } from '#view/words/claim-words.js';
import { missText } from '#view/words/miss-words.js';
import { type Entry, type GatedSlice, redClaims, redSlices } from './entries.js';

/** The figures that decided something, as the cells of a table. Each is a text in eva's words, except for units and names of metrics. */
export interface Figures {
  /** True if `seen` is a text from outside: why the only reply of a case did not pass. */
  readonly is_outside?: true;
  /** The name of the claim among several of its case; empty for an only one. */
  readonly claim: string;
  readonly seen: string;
  /** Empty if no bound is shown. */
  readonly bound: string;
  readonly bar: string;
  /** Replies that are not counted as usual, such as `3 ungraded`. */
  readonly notes: readonly string[];
  /** How to decide it, such as the number of trials that would do. */
  readonly advice: readonly string[];
}

/** Returns the figures of an entry: one row for a slice, and one for each claim of a case that did not pass. */
export function figuresOf({ caseView, slice, outcome }: Entry): readonly Figures[] {
  if (slice) return [sliceFigures(slice)];
  if (outcome === 'unfinished') return [plainFigures(missingText(caseView))];
  const red = redClaims(caseView);
  const shown = red.length > 0 ? red : caseView.claims;
  if (shown.length === 0) return outcome === 'passed' ? [] : [plainFigures('settled; its figures are not stored')];
  const [only] = caseView.claims;
  if (only && caseView.trials.asked === 1 && caseView.misses.length > 0)
    return [{ ...plainFigures(missedText(caseView)), is_outside: true }];
  const isNamed = caseView.claims.length > 1;
  return shown.map((claim) => claimFigures(claim, isNamed ? claimText(claim, caseView) : ''));
}

/** The maximum number of misses that are named in one line, and the width of each. */
const mostMisses = 4;
const widestMiss = 80;

/** Renders the misses of the only reply to a case: `missed contains: "fix", judge 2 of 5, needs 4`. */
function missedText({ misses, kind }: CaseView): string {
  const named = misses.slice(0, mostMisses).map((miss) => {
    const isAnswer = miss.kind === 'trigger' || miss.kind === 'answer';
    return clip(oneLine(isAnswer ? (miss.reason?.raw ?? '') : missText({ ...miss, reason: null })), widestMiss);
  });
  const more = misses.length - named.length;
  const words = [...named, ...(more > 0 ? [`${count(more)} more`] : [])].join(' · ');
  return kind === 'trigger' ? words : `missed ${words}`;
}

function plainFigures(seen: string): Figures {
  return { claim: '', seen, bound: '', bar: '', notes: [], advice: [] };
}

/** Renders a level that is not the default one, which is said once for all figures: ` (90% sure)`. */
function levelText(level: number | null): string {
  return level === null || level === defaultSignificanceLevel ? '' : ` (${sure(level)} sure)`;
}

function claimFigures(claim: Claim, name: string): Figures {
  const { bound, bar, significance_level: level, failed, ungraded, people, asked } = claim;
  const isEvery = level === null && asked > 1;
  return {
    claim: name,
    seen: seenText(claim),
    bound: bound !== null && hasFigure(claim) ? bound.raw + levelText(level) : '',
    bar: bar?.raw ?? (isEvery ? everyText(claim) : ''),
    notes: [
      ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
      ...(people && people.missing === 0 && people.unlabelled > 0 ? [`${count(people.unlabelled)} undecided`] : []),
      ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
    ],
    advice: adviceParts(claim),
  };
}

function seenText(claim: Claim): string {
  const { k, n, unit, words } = claim.found;
  if (k === undefined) return words.raw;
  const share = n > 1 ? shareOfFound(claim) : '';
  return (unit === 'trial' ? `${count(k)} of ${plural(n, 'trial')}` : countText(claim.found)) + share;
}

function sliceFigures({ field, row }: GatedSlice): Figures {
  const { k, n, trials, estimate, ungraded, failed } = row;
  const share = estimate === null || isStopWithoutBound(row) ? '' : ` (${percentage(estimate)})`;
  const counted = k === null ? plural(n, 'item') : `${count(k)} of ${count(trials)} ${field.past}${share}`;
  const bound = isCounted(row) ? null : decisiveBound(row, percentage);
  return {
    claim: '',
    seen: n === 0 ? 'not asked' : counted,
    bound: bound === null ? '' : bound + levelText(field.significance_level),
    bar: field.bar?.raw ?? '',
    notes: [
      ...(failed > 0 ? [`${count(failed)} without a usable answer`] : []),
      ...(ungraded > 0 ? [`${count(ungraded)} ungraded`] : []),
    ],
    advice: [],
  };
}

/** Joins figures to one text: `4 of 11 trials (36%) · at most 65% · bar 80%`. */
export function figuresText({ claim, seen, bound, bar, notes, advice }: Figures): string {
  const parts = [seen, bound, bar === '' || /^every /.test(bar) ? bar : `bar ${bar}`, ...notes, ...advice];
  const text = parts.filter((part) => part !== '').join(' · ');
  return claim === '' ? text : `${claim}: ${text}`;
}

/** Returns why an entry has its outcome, one text for each claim that did not pass, and names the slices that make a case fail. */
export function reasonsOf(entry: Entry): readonly string[] {
  const { caseView, slice, outcome } = entry;
  if (slice || outcome === 'unfinished') return figuresOf(entry).map(figuresText);
  const red = redClaims(caseView);
  const figures = figuresOf(entry).map(figuresText);
  const slices = sliceReason(caseView);
  return slices === null ? figures : red.length > 0 ? [...figures, slices] : [slices, ...figures];
}

/** The maximum number of slices that are named in one line. */
const mostNamed = 5;

function sliceReason(caseView: CaseView): string | null {
  const red = redSlices(caseView);
  if (red.length === 0) return null;
  const failed = red.filter(({ outcome }) => outcome === 'failed');
  const shown = failed.length > 0 ? failed : red;
  const names = shown.slice(0, mostNamed).map(({ slice }) => (slice ? sliceName(slice, ' = ') : ''));
  const more = shown.length - names.length;
  const words = failed.length > 0 ? 'failed' : 'inconclusive';
  const start = shown.length === 1 ? `slice ${words}` : `${count(shown.length)} slices ${words}`;
  return `${start}: ${[...names, ...(more > 0 ? [`${count(more)} more`] : [])].join(', ')}`;
}

/** Returns the field and the value of a slice, unescaped. */
export function sliceName({ field, row }: GatedSlice, between: string): string {
  return `${field.field.raw}${between}${row.value.raw}`;
}

import { defaultSignificanceLevel } from '#model/limits.js';
import { decisiveBound } from '#model/text/bounds.js';
import { oneLine } from '#model/text/quoted.js';
import { claimText } from '../run/claim-words.js';
import { isCountedSlice } from '../run/slices.js';
import { missingText } from '../run/unfinished.js';
import { countParts, flagTexts } from '../run/verdict-lines.js';
import { clock, count, percentage, plural, sure, usdWithSource } from '../text/numbers.js';
import { clip } from '../text/visible.js';
import { isStopWithoutBound } from '../view/claims.js';
import { factTexts, numberOf } from '../view/facts.js';
import { adviceParts, countText, everyText, hasFigure, missText, shareOfFound } from '../view/reasons.js';
import type { RunLine, RunsView } from '../view/runs-view.js';
import type { CaseView, Claim, Counts, Fact, FactName, Text, View, ViewOutcome } from '../view/view.js';
import { type Entry, type GatedSlice, redClaims, redSlices } from './entries.js';

export function markedOutcome(outcome: ViewOutcome): string {
  return `${marks[outcome]} ${outcome}`;
}

export function markInWords(outcome: ViewOutcome): string {
  return marks[outcome];
}

/** Renders the cases by outcome: `2 failed · 1 inconclusive · 5 passed`; empty without judged cases. */
export function countsText(counts: Counts): string {
  return countParts(counts)
    .map((part) => part.replace(/^\D+(?=\d)/, ''))
    .join(' · ');
}

export function limitsOf(view: View): readonly string[] {
  return [
    ...flagTexts(view, {}),
    ...(view.flags.includes('stale') ? ['the files have changed since this run'] : []),
    ...(view.flags.includes('forced')
      ? ['a criterion could not pass with so few trials, and was run all the same']
      : []),
  ];
}

function numberIn(facts: readonly Fact[], name: FactName): number | null {
  const value = facts.find((fact) => fact.name === name)?.value;
  return typeof value === 'number' ? value : null;
}

export function secondsOf({ facts }: Pick<RunLine, 'facts'>): number | null {
  return numberIn(facts, 'duration');
}

export function costWords(line: Pick<RunLine, 'facts'>): string | null {
  const cost = numberIn(line.facts, 'cost');
  const dates = line.facts.flatMap(({ name, value }) =>
    name === 'built_in_prices' && typeof value === 'object' ? [value.raw] : [],
  );
  return cost === null ? null : usdWithSource(cost, dates);
}

/** Returns the size, cost and time of a run in parts. The names of models are not among them. */
export function sizeParts(view: View): readonly string[] {
  const saved = numberOf(view, 'trials_saved');
  const cost = costWords(view);
  const seconds = secondsOf(view);
  return [
    plural(numberOf(view, 'trials'), 'trial'),
    ...(saved > 0 ? [`${count(saved)} saved by stopping early`] : []),
    ...(cost === null ? [] : [cost]),
    ...(seconds === null ? [] : [clock(seconds)]),
  ];
}

export function modelNames(view: View): readonly string[] {
  const models = factTexts(view, 'model');
  return [...factTexts(view, 'variant').filter((variant) => !models.includes(variant)), ...models];
}

/** Returns the name of a run among those of its report: the prompt, and the variant if the prompt has several runs. */
export function runName(line: RunLine, { runs }: RunsView): { readonly id: string; readonly variant: string | null } {
  const isOfSeveral = runs.filter(({ id }) => id.raw === line.id.raw).length > 1;
  return { id: line.id.raw, variant: isOfSeveral ? (line.variant?.raw ?? null) : null };
}

/** The figures that decided something, as the cells of a table. Each is a text in eva's words, except for units and names of metrics. */
export interface Figures {
  /** True if `seen` is a text from outside: why the only reply of a case did not pass. */
  readonly is_outside?: true;
  /** The name of the claim among several of its case; empty for an only one. */
  readonly claim: string;
  readonly seen: string;
  readonly bound: string;
  readonly bar: string;
  readonly notes: readonly string[];
  readonly advice: readonly string[];
}

/** Returns the figures of an entry: one row for a slice, and one for each claim of a case that did not pass. */
export function figureWords({ caseView, slice, outcome }: Entry): readonly Figures[] {
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

const mostMisses = 4;

const widestMiss = 80;

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
  const bound = isCountedSlice(row) ? null : decisiveBound(row, percentage);
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

export function figuresText({ claim, seen, bound, bar, notes, advice }: Figures): string {
  const parts = [seen, bound, bar === '' || /^every /.test(bar) ? bar : `bar ${bar}`, ...notes, ...advice];
  const text = parts.filter((part) => part !== '').join(' · ');
  return claim === '' ? text : `${claim}: ${text}`;
}

/** Returns why an entry has its outcome, one text for each claim that did not pass, and names the slices that make a case fail. */
export function reasonWords(entry: Entry): readonly string[] {
  const { caseView, slice, outcome } = entry;
  if (slice || outcome === 'unfinished') return figureWords(entry).map(figuresText);
  const red = redClaims(caseView);
  const figures = figureWords(entry).map(figuresText);
  const slices = sliceReason(caseView);
  return slices === null ? figures : red.length > 0 ? [...figures, slices] : [slices, ...figures];
}

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

export function sliceName({ field, row }: GatedSlice, between: string): string {
  return `${field.field.raw}${between}${row.value.raw}`;
}

export const marks: Readonly<Record<ViewOutcome, string>> = {
  passed: '✓',
  collected: '✓',
  failed: '✗',
  inconclusive: '~',
  unfinished: '?',
  shown: '·',
};

export const countedOutcomes = ['unfinished', 'failed', 'inconclusive', 'passed', 'shown'] as const;

interface Titled {
  readonly outcome: ViewOutcome;
  readonly title: Text;
  readonly counts: Counts;
}

export function titleOf({ outcome, title, counts }: Titled): Text {
  const parts = countedOutcomes.flatMap((name) => (counts[name] > 0 ? [`${count(counts[name])} ${name}`] : []));
  return { raw: `${marks[outcome]} ${[title.raw, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ')}` };
}

import type { TrialValues } from '../trial-values.js';
import type { Comparison } from './comparison.js';
import { exactQuantity, percent, trials as trialsInWords } from './in-words.js';
import type { Quantity } from './quantity.js';

/** What a value must be, and how that is said of trials: `pass`, `scored 6 or more`, `have response_latency < 1.5 s`. */
export interface Predicate {
  readonly holds: (value: number) => boolean;
  readonly present: string;
  readonly past: string;
}

export function predicateOf(quantity: Quantity, comparison: Comparison, threshold: number): Predicate {
  const holds = (value: number) => comparison.holds(value, threshold);
  if (quantity.kind === 'pass') return { holds, present: 'pass', past: 'passed' };
  if (quantity.kind === 'score') {
    return { holds, present: `score ${threshold} or more`, past: `scored ${threshold} or more` };
  }
  const what = `${quantity.noun} ${comparison.symbol} ${exactQuantity(threshold, quantity.unit)}`;
  return { holds, present: `have ${what}`, past: `had ${what}` };
}

/** The share of a trial's values that meet it: 0 or 1 where it has one. */
export function shareThat(predicate: Predicate, values: readonly number[]): number {
  return values.filter(predicate.holds).length / values.length;
}

/** The mean over all trials of the share that meets it; a trial without values meets nothing. null without trials. */
export function meanShare(predicate: Predicate, trials: readonly TrialValues[]): number | null {
  if (trials.length === 0) return null;
  return sum(trials.map(({ values }) => (values === null ? 0 : shareThat(predicate, values)))) / trials.length;
}

/** `57 of 60 trials passed`. */
export function foundIn(predicate: Predicate, quantity: Quantity, trials: readonly TrialValues[]): string {
  const share = meanShare(predicate, trials);
  if (share === null) return 'no trial was made';
  if (quantity.isPerTurn) {
    return `on average ${percent(share)} of the turns of ${trials.length} conversations ${predicate.past}`;
  }
  return `${Math.round(share * trials.length)} of ${trialsInWords(trials.length)} ${predicate.past}`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

import { unreachable } from '#model/data/unreachable.js';
import type { CriterionContext, Refusal } from '../criterion.js';
import type { Comparison } from './comparison.js';
import { exactQuantity } from './in-words.js';

/** What the values of an expectation are: whether a trial passes (1 or 0), a judge's score, or a metric. */
export interface Quantity {
  readonly kind: 'pass' | 'score' | 'metric';
  /** `score`, `response_latency`. */
  readonly noun: string;
  /** Empty for scores, and where the noun says it. */
  readonly unit: string;
  readonly lo: number;
  /** null where nothing bounds it. */
  readonly hi: number | null;
  /** True if a trial has one value for each of several turns. */
  readonly isPerTurn: boolean;
}

const pass: Quantity = { kind: 'pass', noun: 'trial', unit: '', lo: 0, hi: 1, isPerTurn: false };

export function quantityOf({ one, expectation: { grader } }: CriterionContext): Quantity {
  switch (grader.grader) {
    case 'trial_passes':
    case 'trigger':
      return pass;
    case 'expected_behavior': {
      const { min, max } = grader.params.judge.scale;
      return { kind: 'score', noun: 'score', unit: '', lo: min, hi: max, isPerTurn: false };
    }
    case 'metric': {
      const { metric, scope, unit, least, cap } = grader.params;
      const noun = metric.slice(metric.indexOf('.') + 1);
      return {
        kind: 'metric',
        noun,
        unit: saysItself(noun, unit) ? '' : unit,
        lo: least,
        hi: cap,
        isPerTurn: scope === 'per_turn' && one.subject.kind === 'conversation',
      };
    }
    default:
      return unreachable(grader);
  }
}

/** `response_words` needs no "words" behind its figure, nor `turn_count` "turns". */
function saysItself(noun: string, unit: string): boolean {
  const words = noun.split('_');
  return words.includes(unit) || words.includes(unit.replace(/s$/, ''));
}

/** Why a threshold on a metric is one that every value meets, or none; null where values lie on both sides. */
export function decidesNothing(quantity: Quantity, comparison: Comparison, threshold: number): Refusal | null {
  const { kind, lo, hi, noun, unit } = quantity;
  if (kind !== 'metric' || hi === null) return null;
  if (lo === hi) return alwaysTheSame(quantity);
  const { holds } = comparison;
  if (holds(lo, threshold) !== holds(hi, threshold)) return null;
  const [low, high] = [lo, hi].map((end) => exactQuantity(end, unit));
  return {
    message: `${noun} lies between ${low} and ${high}: a threshold of ${exactQuantity(threshold, unit)} decides nothing`,
    hint: 'write a threshold in between, which some values meet and others do not',
  };
}

export function alwaysTheSame({ noun, lo, unit }: Quantity): Refusal {
  return {
    message: `${noun} is always ${exactQuantity(lo, unit)} in a case, so that it decides nothing`,
    hint: 'measure something else: a case is one message and one response',
  };
}

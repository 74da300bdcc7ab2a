import type { Outcome } from '../run/verdict.js';

export type Rounding = 'down' | 'up' | 'nearest';

const rounders: Readonly<Record<Rounding, (value: number) => number>> = {
  down: Math.floor,
  up: Math.ceil,
  nearest: Math.round,
};

/** Rounds to a number of decimals. First drops floating-point noise, which could push a bound to the next step. */
export function roundTo(value: number, decimals: number, rounding: Rounding = 'nearest'): number {
  const factor = 10 ** decimals;
  return rounders[rounding](Number((value * factor).toPrecision(12))) / factor;
}

type Format = (value: number, rounding: Rounding) => string;

/** Renders a lower confidence bound, rounded down so that the sentence is true: `at least 85.1%`. */
export function atLeast(bound: number, format: Format): string {
  return `at least ${format(bound, 'down')}`;
}

/** Renders an upper confidence bound, rounded up: `at most 98.4%`. */
export function atMost(bound: number, format: Format): string {
  return `at most ${format(bound, 'up')}`;
}

/** One-sided bounds of a share and what was decided about it. */
interface DecidedShare {
  readonly outcome: Outcome | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Renders the bound that speaks of the outcome: the upper one of a failed claim, else the lower one; null without a figure. */
export function decisiveBound({ outcome, lower, upper }: DecidedShare, format: Format): string | null {
  if (outcome === 'failed') return upper === null ? null : atMost(upper, format);
  return lower === null || lower <= 0 ? null : atLeast(lower, format);
}

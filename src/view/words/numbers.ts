import { groupedDigits } from '#model/text/quoted.js';

/** Renders a number with its noun: `1 case`, `2 cases`, `1,000 queries`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${groupedDigits(Math.round(value))} ${value === 1 ? one : many}`;
}

const rounders = { down: Math.floor, up: Math.ceil, nearest: Math.round } as const;

/**
 * Renders a share as a percentage with at most so many decimals: `95.8%`. Lower bounds are rounded down and upper ones up. Only 0 and 1 are
 * rendered as 0% and 100% if rounded to the nearest: `99.97%`.
 */
export function percentage(share: number, rounding: keyof typeof rounders = 'nearest', decimals = 1): string {
  const factor = 10 ** decimals;
  const rounded = rounders[rounding](Number((share * 100 * factor).toPrecision(12))) / factor;
  const isLost = share > 0 && share < 1 && (rounded === 0 || rounded === 100);
  return rounding === 'nearest' && isLost && decimals < 6 ? percentage(share, rounding, decimals + 1) : `${rounded}%`;
}

/** Renders the confidence of a significance level: `95%` for 0.05. */
export function sure(level: number): string {
  return `${Number(((1 - level) * 100).toPrecision(4))}%`;
}

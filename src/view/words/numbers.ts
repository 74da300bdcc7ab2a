import { type Rounding, roundTo } from '#model/text/bounds.js';
import { groupedDigits } from '#model/text/quoted.js';

/** Renders a number with its noun: `1 case`, `2 cases`, `1,000 queries`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${groupedDigits(Math.round(value))} ${value === 1 ? one : many}`;
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

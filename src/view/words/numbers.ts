import { type Rounding, roundTo } from '#model/text/bounds.js';

export { plural } from '#model/text/quoted.js';

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

import { usd } from './numbers.js';
import { visible } from './visible.js';

/**
 * Renders where costs on a screen come from: `built-in prices of 2026-11`; empty without built-in prices. `dates` are the dates of the price
 * tables that were used, some of which may be absent.
 */
export function builtInText(dates: readonly (string | undefined)[]): string {
  const months = dates.flatMap((date) => (date === undefined ? [] : [visible(date.slice(0, monthLength))]));
  const named = [...new Set(months)].sort();
  return named.length === 0 ? '' : `built-in prices of ${named.join(' and ')}`;
}

/** The length of a date without its day, such as `2026-11`. */
const monthLength = 7;

/** Renders a cost with its source, if that is not eva.yml: `$0.12 (built-in prices of 2026-11)`. */
export function usdWithSource(cost: number, dates: readonly (string | undefined)[]): string {
  const source = builtInText(dates);
  return source === '' ? usd(cost) : `${usd(cost)} (${source})`;
}

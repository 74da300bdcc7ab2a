import { type Rounding, roundTo } from '#model/text/bounds.js';

/** Formats a share as a percentage: `85.1%`. It gets more digits the closer it is to 0 or 1: `99.97%`. */
export function formatPercent(share: number, rounding: Rounding = 'nearest'): string {
  return `${roundTo(share * 100, percentDigits(share), rounding)}%`;
}

/** Formats a share from a file without rounding: `95.49%`. */
export function formatExactPercent(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`;
}

/** Formats a number from a file with its unit, without rounding. */
export function formatExactQuantity(value: number, unit: string): string {
  if (unit === 'USD') return `$${value}`;
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** Formats a value with about three significant digits: `8.61`, `1540`, `0.0123`. */
export function formatNumber(value: number, rounding: Rounding = 'nearest'): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return String(roundTo(value, Math.max(0, 2 - magnitude), rounding));
}

/** Formats a value with its unit: `1.5 s`, `$0.02`. */
export function formatQuantity(value: number, unit: string, rounding: Rounding = 'nearest'): string {
  if (unit === 'USD') return `$${formatNumber(value, rounding)}`;
  return unit === '' ? formatNumber(value, rounding) : `${formatNumber(value, rounding)} ${unit}`;
}

/** Returns how many decimals a percentage needs to differ from 0 % and 100 %. */
function percentDigits(share: number): number {
  const distance = Math.min(share, 1 - share);
  if (distance <= 0) return 0;
  return Math.min(6, Math.max(1, -Math.floor(Math.log10(distance)) - 1));
}

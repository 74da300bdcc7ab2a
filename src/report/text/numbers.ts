import { groupedDigits } from '#model/text/quoted.js';
import { visible } from './visible.js';

export { percentage, plural, sure } from '../view/reasons.js';

const unknown = 'unknown';

function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value >= 0;
}

/** Renders seconds: `840 ms`, `12.4 s`, `3 min 20 s`, `1 h 5 min`; `unknown` for null. */
export function duration(seconds: number | null): string {
  if (!isNumber(seconds)) return unknown;
  const ms = Math.round(seconds * 1000);
  if (ms < 1000) return `${ms} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 3600) return twoUnits(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return twoUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Renders a whole number with commas: `12,345`; `unknown` for null. */
export function count(value: number | null): string {
  if (!isNumber(value)) return unknown;
  return groupedDigits(Math.round(value));
}

/** Renders US dollars with two decimals, and four below one cent: `$0.12`, `$0.0042`; `unknown` for null. */
export function usd(value: number | null): string {
  if (!isNumber(value)) return unknown;
  if (value === 0) return '$0';
  if (value < 0.000_05) return '< $0.0001';
  if (value < 0.009_95) return `$${value.toFixed(4)}`;
  const [whole = '', cents = ''] = value.toFixed(2).split('.');
  return `$${count(Number(whole))}.${cents}`;
}

export const limits = { even: 0.5, enough: 0.8 } as const;

/** Renders a probability as a whole percentage: `16%`. Never rounds it to 0, to 1 or up to one of the `limits`. */
export function chance(probability: number): string {
  if (probability > 0 && probability < 0.01) return '< 1%';
  if (probability > 0.99 && probability < 1) return '> 99%';
  const nearest = Math.round(probability * 100);
  const isAbove = Object.values(limits).some((limit) => probability < limit && nearest >= limit * 100);
  return `${isAbove ? nearest - 1 : nearest}%`;
}

export function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  const end = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${count(place)}${end}`;
}

/** Renders seconds in few columns: `840ms`, `9s`, `6m 41s`, `1h 05m`; `unknown` for null. */
export function clock(seconds: number | null): string {
  if (!isNumber(seconds)) return unknown;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)}ms`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const pad = (value: number) => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${pad(whole % 60)}s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)}h ${pad(minutes % 60)}m`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Renders a number of bytes in decimal units: `812 bytes`, `12.4 kB`, `3.1 GB`. */
export function bytesInWords(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  if (power === 0) return bytes === 1 ? '1 byte' : `${value} bytes`;
  return value >= 999.95 && power < units.length - 1
    ? `1.0 ${units[power + 1]}`
    : `${value.toFixed(1)} ${units[power]}`;
}

/**
 * Renders where costs on a screen come from: `built-in prices of 2026-11`; empty without built-in prices. `dates` are the dates of the price
 * tables that were used, some of which may be absent.
 */
export function builtInText(dates: readonly (string | undefined)[]): string {
  const months = dates.flatMap((date) => (date === undefined ? [] : [visible(date.slice(0, monthLength))]));
  const named = [...new Set(months)].sort();
  return named.length === 0 ? '' : `built-in prices of ${named.join(' and ')}`;
}

const monthLength = 7;

/** Renders a cost with its source, if that is not eva.yml: `$0.12 (built-in prices of 2026-11)`. */
export function usdWithSource(cost: number, dates: readonly (string | undefined)[]): string {
  const source = builtInText(dates);
  return source === '' ? usd(cost) : `${usd(cost)} (${source})`;
}

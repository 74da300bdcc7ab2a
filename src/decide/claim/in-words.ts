export type Rounding = 'down' | 'up' | 'nearest';

const rounders: Readonly<Record<Rounding, (value: number) => number>> = {
  down: Math.floor,
  up: Math.ceil,
  nearest: Math.round,
};

/** A share as a percentage: `85.1%`, and with as many digits more as it is close to 0 or 1: `99.97%`. */
export function percent(share: number, rounding: Rounding = 'nearest'): string {
  return `${rounded(share * 100, percentDigits(share), rounding)}%`;
}

/** `1 trial`, `60 trials`, `1,000 trials`. */
export function trials(count: number): string {
  return `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${count === 1 ? 'trial' : 'trials'}`;
}

/** A share that a file names, as it is: `95.49%`. */
export function exactPercent(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`;
}

/** A number that a file names, as it is, with its unit. */
export function exactQuantity(value: number, unit: string): string {
  if (unit === 'USD') return `$${value}`;
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** A value with three significant digits or so: `8.61`, `1540`, `0.0123`. */
export function figure(value: number, rounding: Rounding = 'nearest'): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return rounded(value, Math.max(0, 2 - magnitude), rounding);
}

/** A figure with its unit: `1.5 s`, `$0.02`. */
export function quantityInWords(value: number, unit: string, rounding: Rounding = 'nearest'): string {
  if (unit === 'USD') return `$${figure(value, rounding)}`;
  return unit === '' ? figure(value, rounding) : `${figure(value, rounding)} ${unit}`;
}

/** Digits after the point that keep a share apart from 0 and from 1. */
function percentDigits(share: number): number {
  const distance = Math.min(share, 1 - share);
  if (distance <= 0) return 0;
  return Math.min(6, Math.max(1, -Math.floor(Math.log10(distance)) - 1));
}

/** Noise of the last bits must not carry a bound over the next step, so they are dropped first. */
function rounded(value: number, digits: number, rounding: Rounding): string {
  const factor = 10 ** digits;
  return String(rounders[rounding](Number((value * factor).toPrecision(12))) / factor);
}

import type { Turn } from '#model/run/trial.js';
import type { Measured } from './metric.js';

/** A number of a turn's details; where it is not known, `reason` says why. */
export function detailOf({ details }: Turn, key: string, reason: string): Measured {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' ? { value } : { value: null, reason };
}

/** The sum of several measurements; one that is not known leaves it unknown, for the same reason, and so does a sum beyond all numbers. */
export function sumOf(parts: readonly Measured[]): Measured {
  let value = 0;
  for (const part of parts) {
    if (part.value === null) return part;
    value += part.value;
  }
  return Number.isFinite(value) ? { value } : { value: null, reason: 'the sum is too large for a number' };
}

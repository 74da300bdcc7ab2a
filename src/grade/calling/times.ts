import { isObject, type JsonValue } from '#model/data/json.js';

/** How often something may occur. */
export interface Times {
  readonly min: number;
  readonly max: number;
}

/** The default of `times`. */
const atLeastOnce: Times = { min: 1, max: Number.POSITIVE_INFINITY };

/** Reads `times`: a number, or a range whose `min` is 0 if it has only a `max`. Returns undefined if nothing can be as often. */
export function readTimes(value: JsonValue | undefined): Times | undefined {
  if (value === undefined) return atLeastOnce;
  if (!isObject(value)) return isTimes(value) ? { min: value, max: value } : undefined;
  const { min = 0, max = Number.POSITIVE_INFINITY, ...others } = value;
  const isRange = (min === 0 || isTimes(min)) && (max === Number.POSITIVE_INFINITY || isTimes(max));
  const isLimited = min !== 0 || max !== Number.POSITIVE_INFINITY;
  return isRange && isLimited && min <= max && Object.keys(others).length === 0 ? { min, max } : undefined;
}

function isTimes(value: JsonValue): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** Returns true if a count is within the range. */
export function isWithin(count: number, { min, max }: Times): boolean {
  return count >= min && count <= max;
}

/** Describes a range: `at least 1`, `exactly 2`, `2 to 4`. */
export function timesInWords({ min, max }: Times): string {
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  if (min === max) return `exactly ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

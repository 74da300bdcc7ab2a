import type { JsonValue } from '#model/data/json.js';
import type { Check, RunCheck } from './check.js';

/** Prepares an operator whose value is a count, 1 or more. */
export function withCount(make: (count: number) => RunCheck): Check['prepare'] {
  return (value) => {
    if (Number.isSafeInteger(value) && Number(value) >= 1) return { run: make(Number(value)) };
    return { key: 'EVA_BAD_CHECK:not_count', params: {} };
  };
}

export function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

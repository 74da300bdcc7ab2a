import type { VectorInput } from './adapter.js';

/** The passes (1) and failures (0) of a vector. Throws a RangeError for anything else. */
export function outcomesOf({ outcomes }: VectorInput): readonly number[] {
  const numbers = (outcomes as readonly (number | boolean)[]).map(Number);
  const odd = numbers.find((outcome) => outcome !== 0 && outcome !== 1);
  if (odd !== undefined) throw new RangeError(`an outcome is ${odd}, and must be 0 or 1`);
  return numbers;
}

import { EvaError } from '#errors/index.js';
import type { Problem } from '#model/problem.js';

/** Reads something and returns it; where it cannot be read, what it says of that joins `problems`, and `otherwise` is returned. */
export function collect<T>(problems: Problem[], otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    problems.push(...error.problems);
    return otherwise;
  }
}

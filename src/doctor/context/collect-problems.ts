import { EvaError } from '#errors/index.js';
import type { Problem } from '#model/problem.js';

/** Returns the result of `read`. If it throws an EvaError, adds its problems to `problems` and returns `fallback`. */
export function collectProblems<T>(problems: Problem[], fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    problems.push(...error.problems);
    return fallback;
  }
}

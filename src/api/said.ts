import { EvaError } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { problemsMessage } from '#report/problems.js';
import { plainPaint } from '#report/text/paint.js';

const plainScreen = { paint: plainPaint, width: 100 };

/** An `EvaError` whose message tells every problem, since a test runner prints nothing else of it. */
export function errorOf(problems: readonly Problem[], options: { readonly cause?: unknown } = {}): EvaError {
  return new EvaError(problems, { ...options, message: problemsMessage(problems, plainScreen) });
}

/** Runs, and has an `EvaError` tell every problem. */
export async function tellingAll<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    throw errorOf(error.problems, error.cause === undefined ? {} : { cause: error.cause });
  }
}

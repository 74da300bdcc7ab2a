import { EvaError } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { problemsMessage } from '#report/problems.js';
import { plainPaint } from '#report/text/paint.js';

const plainScreen = { paint: plainPaint, width: 100 };

/** Makes an `EvaError` whose message lists every problem, because test runners print only the message. */
export function errorOf(problems: readonly Problem[], options: { readonly cause?: unknown } = {}): EvaError {
  return new EvaError(problems, { ...options, message: problemsMessage(problems, plainScreen) });
}

/** Runs a function, and makes the message of an `EvaError` list every problem. */
export async function withAllProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    throw errorOf(error.problems, error.cause === undefined ? {} : { cause: error.cause });
  }
}

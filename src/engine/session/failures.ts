import { EvaError } from '#errors/index.js';
import { uniqueBy } from '#model/data/collections.js';

/** Calls a function and ignores its errors, for a user who presses Ctrl-C twice and wants to leave at once. */
export function ignoringErrors(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}

/** Records the end of a run. Returns the error that ended it, combined with the error of recording it, if any. */
export function withFailure(error: unknown, note: () => void): unknown {
  try {
    note();
    return error;
  } catch (second) {
    if (!(error instanceof EvaError) || !(second instanceof EvaError)) return error;
    return new EvaError(
      uniqueBy([...error.problems, ...second.problems], ({ message }) => message),
      { cause: error },
    );
  }
}

import { EvaError, problem } from '#errors.js';

/** What to do about a file of a run that was damaged. */
export const damaged = 'it was cut or edited, or another version of eva wrote it: run it anew';

/** The error of a run whose files cannot be made sense of. */
export function badRun(run: string, message: string, hint: string): EvaError {
  return new EvaError([problem('EVA_BAD_RUN', `run ${run} cannot be read: ${message}`, { hint })]);
}

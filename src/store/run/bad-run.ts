import { EvaError, problem } from '#errors/index.js';

/** The hint for a damaged file of a run. */
export const damaged = 'it was cut or edited, or another version of eva wrote it: run it anew';

/** Makes the error (EVA_BAD_RUN) of a run whose files cannot be used. */
export function badRun(run: string, message: string, hint: string): EvaError {
  return new EvaError([problem('EVA_BAD_RUN', `run ${run} cannot be read: ${message}`, { hint })]);
}

import type { Problem } from '#model/problem.js';
import type { LibraryCheck, PromptCheck } from './check.js';

/** What reading the prompt's files and planning a run found. A prompt that nothing evaluates is allowed to exist. */
export const promptFiles: PromptCheck = {
  name: 'prompt-files',
  run: ({ problems }) => problems.map(asWarningIfNothingEvaluates),
};

/** What reading the files of the library as a whole found. */
export const libraryFiles: LibraryCheck = {
  name: 'library-files',
  run: ({ fileProblems }) => fileProblems(),
};

function asWarningIfNothingEvaluates(one: Problem): Problem {
  return one.code === 'EVA_NO_EVAL_FILE' ? { ...one, severity: 'warning' } : one;
}

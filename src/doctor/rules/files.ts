import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { LibraryCheck, PromptCheck } from '../check.js';

/** Reports the problems of reading a prompt's files and planning its run. A prompt without eval.yml is only a warning. */
export const promptFiles: PromptCheck = {
  name: 'prompt-files',
  run: ({ problems }) => problems.map(asWarningIfNothingEvaluates),
};

/** Reports the problems of reading the files of the library. */
export const libraryFiles: LibraryCheck = {
  name: 'library-files',
  run: ({ fileProblems }) => fileProblems(),
};

function asWarningIfNothingEvaluates(problem: Problem): Problem {
  return problem.code === 'EVA_NO_EVAL_FILE' ? { ...problem, severity: 'warning' } : problem;
}

/** Reports a library without prompts: a wrong `--root` in CI must not look healthy. */
export const somePrompts: LibraryCheck = {
  name: 'some-prompts',
  run: ({ ids }) =>
    ids.length > 0
      ? []
      : [
          problem('EVA_NO_PROMPTS', 'this library has no prompts, so there was nothing to check', {
            hint: 'make one: eva new ID; or check --root and EVA_ROOT',
          }),
        ],
};

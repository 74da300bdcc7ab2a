import type { EvaluateOptions } from '../evaluation.js';
import { errorOf } from '../said.js';
import { type Fields, fieldProblems } from './fields.js';

const fields: Fields<EvaluateOptions> = {
  signal: { is: 'an AbortSignal' },
  onEvent: { is: 'a function' },
  allow_underpowered: { is: 'true or false' },
};

/** Throws `EvaError` with every option of `evaluate` that eva does not know or cannot use. */
export function checkEvaluateOptions(options: unknown): void {
  const problems = fieldProblems(options, fields, 'the third argument of evaluate');
  if (problems.length > 0) throw errorOf(problems);
}

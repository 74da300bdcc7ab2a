import type { AnyRunEvent } from '#model/run/notice.js';
import { errorOf } from '../error-texts.js';
import { type Fields, fieldProblems } from './fields.js';

/** An event of a run: its progress, and notices such as `run_resumed`. */
export type RunEvent = AnyRunEvent;

/** Options of one evaluation. */
export interface EvaluateOptions {
  /** Ends the evaluation: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Receives events during the run. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly allow_underpowered?: boolean | undefined;
}

const fields: Fields<EvaluateOptions> = {
  signal: { is: 'an AbortSignal' },
  onEvent: { is: 'a function' },
  allow_underpowered: { is: 'true or false' },
};

/** Throws `EvaError` with a problem for each unknown or invalid option of `evaluate`. */
export function checkEvaluateOptions(options: unknown): void {
  const problems = fieldProblems(options, fields, 'the third argument of evaluate');
  if (problems.length > 0) throw errorOf(problems);
}

import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Figure } from './figure.js';

/** Returns the figures of a case. */
export function figuresOf(_result: CaseResult, _testCase: Case | undefined): readonly Figure[] {
  return [];
}

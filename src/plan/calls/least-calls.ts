import { leastTrials } from '#decide/least-trials.js';
import { missingRubrics } from '#grade/rubric/missing-rubrics.js';
import type { Case } from '#model/case.js';
import type { Body } from '#model/prompt.js';
import type { RunPlan } from '#model/run/run.js';
import { plannedCalls } from './calls.js';

/**
 * Returns the fewest calls of models with which a run can pass, without retries: those of the fewest trials of each case, each conversation
 * with one turn. Equal texts share an embedding, so one is counted.
 */
export function leastCalls(
  { body, cases }: Pick<RunPlan, 'body' | 'cases'>,
  trialsOf: (testCase: Case) => number = leastTrials,
): number {
  const ofCases = cases.map((testCase) => callsOfTrials(body, testCase, trialsOf(testCase)));
  return ofCases.reduce((sum, calls) => sum + calls, missingRubrics(cases).length);
}

function callsOfTrials(body: Body, testCase: Case, trials: number): number {
  if (trials <= 0) return 0;
  const { subject } = testCase;
  const shortest = subject.kind === 'conversation' ? { ...subject, max_turns: 1 } : subject;
  const calls = plannedCalls(body, { ...testCase, sample_size: trials, subject: shortest });
  return calls.reduce((sum, { role, settings, times }) => {
    if (settings === null) return sum;
    return sum + (role === 'embedding' ? Math.min(1, times) : times);
  }, 0);
}

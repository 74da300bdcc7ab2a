import type { Case, Expectation } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { CheckSpec, Grader } from '#model/grader.js';
import type { CaseResult } from '#model/run/run.js';
import { repeated, type Sample } from '#model/run/sample.js';
import type { CriterionSpec } from '#model/settings.js';
import { CaseFollower } from '#run/collect/follow-case.js';
import { gradedTrial, type MadeTrial, originOf } from './made-trial.js';

const settings = { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 1024 };
const judge = { ...settings, model: 'claude-haiku-4-5', scale: { min: 1, max: 5 }, pass_threshold: 4, votes: 1 };

/** A case and its result, decided by the tests that decide runs. */
export interface MadeCase {
  readonly testCase: Case;
  readonly result: CaseResult;
}

interface CaseParts {
  readonly name: string;
  readonly line: number;
  /** The maximum number of trials. */
  readonly n: number;
  /** The share of trials that must pass; every trial must pass unless set. */
  readonly bar?: number;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly check?: CheckSpec;
  readonly isJudged?: boolean;
  readonly dataset?: Dataset;
  /** Further expectations, such as classes. */
  readonly more?: readonly Expectation[];
  readonly changes?: Partial<Case>;
  readonly trial: (index: number) => MadeTrial;
}

/** Makes a case, and asks its trials until it is settled, as a run does. */
export function madeCase({ trial, ...parts }: CaseParts): MadeCase {
  const testCase = caseOf(parts);
  const sample: Sample = testCase.dataset
    ? { ...repeated(testCase), origin: (index) => originOf(trial(index).item ?? { id: `item-${index}` }) }
    : repeated(testCase);
  const follower = new CaseFollower({ testCase, sample }, () => 1);
  for (let index = follower.next(); index !== null; index = follower.next()) {
    follower.take(gradedTrial(testCase, index, trial(index)));
  }
  return { testCase, result: follower.result() };
}

function caseOf({
  name,
  line,
  n,
  bar,
  inputs = {},
  check,
  isJudged,
  dataset,
  more = [],
  changes,
}: Omit<CaseParts, 'trial'>): Case {
  const grader: Grader = {
    grader: 'trial_passes',
    params: {
      checks: check ? [check] : [],
      ...(isJudged && { rubric: { text: 'Is the answer right and kind?', judge } }),
    },
  };
  const criterion: CriterionSpec =
    bar === undefined
      ? { criterion: 'every_trial', params: {} }
      : { criterion: 'proportion_gte', params: { proportion: bar }, significance_level: 0.05 };
  return {
    name,
    subject: { kind: 'prompt', inputs, settings },
    sample_size: n,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'every check holds', grader, criteria: [criterion] }, ...more],
    at: { file: 'prompts/support-triage/eval.yml', line, column: 5 },
    ...(dataset && { dataset }),
    ...changes,
  };
}

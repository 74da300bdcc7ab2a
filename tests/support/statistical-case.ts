import { findMetric } from '#metrics/index.js';
import { metricFacts } from '#metrics/metric.js';
import type { Case, ConversationSubject, CriterionSpec, Grader, Subject } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { Score } from '#model/run/score.js';

const settings = { model: 'claude-opus-4-7', timeout_s: 30, max_tokens: 4096 };
/** A prompt with one message, unless a case has another subject. */
export const single: Subject = { kind: 'prompt', inputs: {}, settings };

export const passesOrNot: Grader = { grader: 'trial_passes', params: { checks: [] } };

/** Scores of a judge on this scale. */
export function scoredFrom(min: number, max: number): Grader {
  const judge = { ...settings, scale: { min, max }, votes: 1 };
  return { grader: 'expected_behavior', params: { text: 'The answer is polite.', judge, rubric: null } };
}

/** A built-in metric in a case with one message, or in another subject. */
export function measured(name: string, subject: Subject = single): Grader {
  const metric = findMetric(name);
  if (!metric) throw new Error(`no metric named ${name}`);
  return { grader: 'metric', params: metricFacts(metric, subject) };
}

/** A conversation of at most ten turns, so that values come turn by turn. */
export const conversation: ConversationSubject = {
  kind: 'conversation',
  given: 'a question',
  when: 'it is asked',
  inputs: {},
  max_turns: 10,
  app: { app: 'model', settings },
  user_simulator: settings,
  writing_style: null,
  seed: 0,
};

/** A criterion with its parameters: `criterion('proportion_gte', { proportion: 0.9 })`. */
export function criterion(name: string, params: Record<string, JsonValue>, significance_level = 0.05): CriterionSpec {
  return { criterion: name, params, significance_level };
}

/** A case of `n` trials with one expectation. */
export function caseOf(
  n: number,
  grader: Grader,
  criteria: readonly CriterionSpec[],
  changes: Partial<Case> = {},
): Case {
  return {
    name: 'a',
    subject: single,
    sample_size: n,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'the answers', grader, criteria }],
    ...changes,
  };
}

/** What a trial of an example brought: a value, one for each turn, or nothing. */
export type Example = number | readonly number[] | 'failed' | 'ungraded';

/** The scores of trials in order, under the first expectation unless another is meant. */
export function scoresOf(examples: readonly Example[], expectation = 0): Score[] {
  return examples.flatMap((example, trial): Score[] => {
    const facts = { expectation, trial, findings: [] };
    if (typeof example === 'string') return [{ ...facts, value: null, why: example, reason: 'no answer' }];
    if (typeof example === 'number') return [{ ...facts, value: example }];
    return example.map((value, turn) => ({ ...facts, turn, value }));
  });
}

/** The same value many times. */
export function times(count: number, value: Example): Example[] {
  return Array.from({ length: count }, () => value);
}

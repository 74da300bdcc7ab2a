import type { Case, ConversationSubject, Subject } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { Grader } from '#model/grader.js';
import { findMetric, metricFacts } from '#model/metrics.js';
import type { Score } from '#model/run/trial.js';
import type { CriterionSpec } from '#model/settings.js';

const settings = { model: 'claude-opus-4-7', timeout_s: 30, max_tokens: 4096 };
/** The default subject: a prompt with one message. */
export const single: Subject = { kind: 'prompt', inputs: {}, settings };

export const passesOrNot: Grader = { grader: 'trial_passes', params: { checks: [] } };

/** Makes a judge's grader with this scale. */
export function scoredFrom(min: number, max: number): Grader {
  const judge = { ...settings, scale: { min, max }, votes: 1 };
  return { grader: 'expected_behavior', params: { text: 'The answer is polite.', judge, rubric: null } };
}

/** Makes the grader of a built-in metric for a subject. */
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

/** Makes a criterion with its parameters: `criterion('proportion_gte', { proportion: 0.9 })`. */
export function criterion(name: string, params: Record<string, JsonValue>, significance_level = 0.05): CriterionSpec {
  return { criterion: name, params, significance_level };
}

/** Makes a case of `n` trials with one expectation. */
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

/** The value of a trial, its values by turn, or the reason that it has none. */
export type Example = number | readonly number[] | 'failed' | 'ungraded';

/** Makes the scores of trials in order, by default for the first expectation. */
export function scoresOf(examples: readonly Example[], expectation = 0): Score[] {
  return examples.flatMap((example, trial): Score[] => {
    const facts = { expectation, trial, findings: [] };
    if (typeof example === 'string') return [{ ...facts, value: null, why: example, reason: 'no answer' }];
    if (typeof example === 'number') return [{ ...facts, value: example }];
    return example.map((value, turn) => ({ ...facts, turn, value }));
  });
}

/** Repeats a value. */
export function times(count: number, value: Example): Example[] {
  return Array.from({ length: count }, () => value);
}

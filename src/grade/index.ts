import { metrics as builtIn } from '#metrics/index.js';
import type { Measured, Metric } from '#metrics/metric.js';
import type { CheckSpec } from '#model/case/grader.js';
import type { Case, Expectation } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { redactTexts } from '#model/text/redact.js';
import { loadPrograms } from '#provider/process/start-program.js';
import { gradeClass } from './class.js';
import type { GradeDeps, Graded } from './graded.js';
import { gradeBehavior, responsesOf } from './judging/behavior.js';
import { gradeTrigger } from './judging/trigger.js';
import { gradeFailed, gradeTrialPasses } from './trial-passes.js';

/**
 * Grades a trial under each expectation of its case, in order: one score each, or one for each turn if the metric is per turn. A
 * failed trial gets scores without values, a missing trial none. Masks keys in all texts of the scores. Throws `NoReply` if a judge gave no
 * reply or the program of a check could not be started.
 */
export async function gradeTrial(testCase: Case, trial: Trial, deps: GradeDeps): Promise<Score[]> {
  if (trial.outcome === 'missing') return [];
  const scores: Score[] = [];
  for (const [expectation, { grader }] of testCase.expectations.entries()) {
    const graded =
      trial.outcome === 'failed'
        ? [await gradeFailed(testCase, expectation, trial, deps)]
        : await grade(testCase, grader, trial, deps);
    scores.push(...graded.map((value) => redactTexts({ expectation, trial: trial.index, ...value }, deps.redact)));
  }
  return scores;
}

/** Loads the module that starts programs, if a check of these cases needs it. */
export async function loadGraders(cases: readonly Case[]): Promise<void> {
  const graders = cases.flatMap(({ expectations }) => expectations.map(({ grader }) => grader));
  if (graders.some(startsPrograms)) await loadPrograms();
}

/** Returns true for a grader whose checks, or the piece of the reply that they see, start a program. */
function startsPrograms(grader: Expectation['grader']): boolean {
  if (grader.grader !== 'trial_passes') return false;
  const { checks, extract } = grader.params;
  return isModule(extract) || checks.some(startsProgram);
}

function isModule(extract: CheckSpec['extract']): boolean {
  return typeof extract === 'object' && 'module' in extract;
}

/** Returns true for checks that start a program or a module, also inside another check. */
function startsProgram({ op, extract }: CheckSpec): boolean {
  return ['command', 'module', 'at_least'].includes(op) || isModule(extract);
}

async function grade(
  testCase: Case,
  grader: Expectation['grader'],
  trial: Trial,
  deps: GradeDeps,
): Promise<readonly Graded[]> {
  switch (grader.grader) {
    case 'trial_passes':
      return [await gradeTrialPasses(testCase, grader.params, trial, deps)];
    case 'trigger':
      return [await gradeTrigger(testCase, trial.index, deps)];
    case 'class':
      return [gradeClass(grader.params, responsesOf(trial))];
    case 'metric':
      return gradeMetric(grader.params.metric, trial, deps.metrics);
    case 'expected_behavior':
      return [await gradeBehavior(testCase, grader.params, trial, deps)];
    default:
      return unreachable(grader);
  }
}

/**
 * Returns the values of a metric: one for each turn, or one for the trial. A quantity that cannot be measured has no value.
 * Throws if there is no such metric; planning checks that before.
 */
export function gradeMetric(name: string, trial: Trial, metrics: readonly Metric[] = builtIn): readonly Graded[] {
  const metric = metrics.find((candidate) => candidate.name === name);
  if (!metric) throw new Error(`no metric named ${name}`);
  const graded = metric.measure(trial).map((measured) => toGraded(name, measured));
  return metric.scope === 'per_turn' ? graded.map((value, turn) => ({ turn, ...value })) : graded;
}

function toGraded(name: string, measured: Measured): Graded {
  if (measured.value !== null) return { value: measured.value, findings: [] };
  return { value: null, why: 'ungraded', reason: `${name}: ${measured.reason}`, findings: [] };
}

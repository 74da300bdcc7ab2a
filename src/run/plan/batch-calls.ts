import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { innerChecks } from '#model/grader.js';
import { findMetric } from '#model/metrics.js';
import type { Problem } from '#model/problem.js';
import type { Body } from '#model/prompt.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { RunPlan, RunSettings } from '#model/run/run.js';
import { problem } from '#model/sentences/sentence.js';
import { short } from '#model/text/quoted.js';
import { routeOf } from '#provider/model-name.js';
import { providerTypes } from '#provider/types/index.js';
import { type PlannedCalls, plannedCalls } from './calls.js';

/**
 * Returns true if the calls of a case can go in batches. Those of a conversation and its judge cannot: few of its trials run at a
 * time, and each turn would wait for its own batch.
 */
export function canBatch({ subject }: Case): boolean {
  return subject.kind !== 'conversation';
}

/** Returns a filter for calls that can go in batches, by the name of the case and the role. */
export function batchableCalls(
  cases: readonly Case[],
): (call: { readonly case: string; readonly role: CallRole }) => boolean {
  const names = new Set(cases.filter(canBatch).map(({ name }) => name));
  return ({ case: name, role }) => role !== 'rubric' && names.has(name);
}

/** Returns true if the provider of a model supports batches. */
export function supportsBatches(model: string, { providers }: Pick<LibraryConfig, 'providers'>): boolean {
  return routeOf(model, providers)?.can.batches === true;
}

/** The part of a plan that decides which calls go in batches. Without `manner` none do. */
export type BatchedPlan = Pick<RunPlan, 'body' | 'cases'> & { readonly manner?: Pick<RunSettings, 'batch'> };

export function callsInBatches({ body, cases, manner }: BatchedPlan, config: LibraryConfig): readonly PlannedCalls[] {
  if (!manner?.batch) return [];
  const calls = cases.filter(canBatch).flatMap((testCase) => plannedCalls(body, testCase));
  return calls.filter(({ settings }) => settings !== null && supportsBatches(settings.model, config));
}

/**
 * Returns the problems of running these cases in batches: no call can go in a batch, or a criterion needs latency, which batches
 * do not report.
 */
export function batchProblems(body: Body, cases: readonly Case[], config: LibraryConfig): readonly Problem[] {
  const canBatchAny = cases.some(
    (testCase) =>
      canBatch(testCase) &&
      plannedCalls(body, testCase).some(({ settings }) => settings && supportsBatches(settings.model, config)),
  );
  return [
    ...(canBatchAny || cases.length === 0
      ? []
      : [
          problem('EVA_NO_BATCH', 'no call of this run can go in a batch', {
            hint: `run without --batch: only cases with one message, their judges and triggering go in batches, and only with providers of type ${providerTypes
              .filter(({ can }) => can.batches)
              .map(({ name }) => name)
              .join(' or ')}`,
          }),
        ]),
    ...cases.flatMap((testCase) => latencyProblems(testCase, config)),
  ];
}

function latencyProblems({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  if (subject.kind !== 'prompt' || !supportsBatches(subject.settings.model, config)) return [];
  return expectations
    .filter(({ criteria }) => criteria.length > 0)
    .flatMap((expectation) => {
      const { grader } = expectation;
      const checks = grader.grader === 'trial_passes' ? grader.params.checks : [];
      const isInSeconds = grader.grader === 'metric' && findMetric(grader.params.metric)?.unit === 's';
      const metric = isInSeconds
        ? grader.params.metric
        : checks.flatMap(innerChecks).find(({ op }) => op === 'max_latency_s')?.op;
      return metric === undefined
        ? []
        : [
            problem('EVA_BATCH_LATENCY', `batches report no latency, so ${short(metric)} would have no value`, {
              hint: 'remove it, or run without --batch',
              at: expectation.at ?? at,
            }),
          ];
    });
}

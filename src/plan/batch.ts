import { problem } from '#errors/index.js';
import { findMetric } from '#metrics/index.js';
import type { Case, Expectation } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { RunManner, RunPlan } from '#model/run/run.js';
import { routeModel } from '#provider/model-name.js';
import { providerTypes } from '#provider/types/index.js';
import { type PlannedCalls, plannedCalls } from './calls.js';

/**
 * Whether calls of a case may wait for a batch. Those of a conversation may not, nor those to judge it: it has few trials in hand, each
 * of which would wait for a batch of its own.
 */
export function mayWait({ subject }: Case): boolean {
  return subject.kind !== 'conversation';
}

/** Tells of a call, by the name of its case and its role, whether it may wait for a batch. */
export function callsThatMayWait(
  cases: readonly Case[],
): (call: { readonly case: string; readonly role: CallRole }) => boolean {
  const names = new Set(cases.filter(mayWait).map(({ name }) => name));
  return ({ case: name, role }) => role !== 'rubric' && names.has(name);
}

/** Whether the provider of a model takes batches. */
export function takesBatches(model: string, { providers }: Pick<LibraryConfig, 'providers'>): boolean {
  const result = routeModel(model, providers);
  return 'route' in result && result.route.can.batches;
}

/** What of a plan decides about its batches; without a manner it goes about it as usual. */
type Batched = Pick<RunPlan, 'body' | 'cases'> & { readonly manner?: Pick<RunManner, 'batch'> };

/** The calls of a plan that go in batches. */
export function callsInBatches({ body, cases, manner }: Batched, config: LibraryConfig): readonly PlannedCalls[] {
  if (!manner?.batch) return [];
  const calls = cases.filter(mayWait).flatMap((one) => plannedCalls(body, one));
  return calls.filter(({ settings }) => settings !== null && takesBatches(settings.model, config));
}

/** What stands against a run of these cases in batches: that nothing could go in one, and criteria on what a batch does not report. */
export function batchProblems(body: string, cases: readonly Case[], config: LibraryConfig): readonly Problem[] {
  const goes = cases.some((one) => mayWait(one) && modelsAsked(body, one).some((model) => takesBatches(model, config)));
  return [...(goes || cases.length === 0 ? [] : [nothingToSend()]), ...cases.flatMap((one) => onLatency(one, config))];
}

function modelsAsked(body: string, one: Case): readonly string[] {
  return plannedCalls(body, one).flatMap(({ settings }) => settings?.model ?? []);
}

function onLatency({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  if (subject.kind !== 'prompt' || !takesBatches(subject.settings.model, config)) return [];
  return expectations
    .filter(({ criteria }) => criteria.length > 0)
    .flatMap((one) => {
      const metric = timeOf(one);
      if (metric === undefined) return [];
      const message = `a batch reports no latency, so ${metric} would have no value`;
      const hint = 'take the criterion out, or run without --batch';
      return [problem('EVA_BATCH_LATENCY', message, { at: one.at ?? at, hint })];
    });
}

/** The metric of an expectation, if it is one of time. */
function timeOf({ grader }: Expectation): string | undefined {
  if (grader.grader !== 'metric') return undefined;
  const { metric } = grader.params;
  return findMetric(metric)?.unit === 's' ? metric : undefined;
}

function nothingToSend(): Problem {
  const types = providerTypes.filter(({ can }) => can.batches).map(({ name }) => name);
  const hint = `run without --batch; single-turn cases, their judges and triggering go in batches, of providers of type ${types.join(' or ')}`;
  return problem('EVA_NO_BATCH', 'nothing of this run can go in a batch', { hint });
}

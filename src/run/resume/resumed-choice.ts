import { isDeepStrictEqual } from 'node:util';
import type { RunPlan, RunSettings, Shard } from '#model/run/run.js';
import { flagText } from '#model/sentences/engine.js';
import { EvaError, problem } from '#model/sentences/sentence.js';
import { short } from '#model/text/quoted.js';
import { planDifference } from '../plan/plan-difference.js';
import type { RunChoice } from '../plan/plan-run.js';

import type { RunOptions } from '../session/run-options.js';

/** Returns the command-line options with which a run began, from its plan. */
export function resumedChoice(plan: RunPlan): RunChoice & { readonly manner: RunSettings } {
  const { cases, partial, item_choice, manner, variant } = plan;
  // A selection of cases excludes triggering queries.
  const isSelection = partial && cases.every(({ subject }) => subject.kind !== 'trigger');
  return {
    only: isSelection ? cases.map(({ name }) => name) : [],
    items: item_choice,
    ...(variant && { variant: { variant: variant.variant, cases_of: variant.cases_of }, group: variant.group }),
    manner,
  };
}

/**
 * Returns the settings of a resumed run: those it began with, the budget limits of this command line, and recording if either asks for it.
 */
export function resumedSettings({ manner }: RunPlan, options: RunOptions): RunSettings {
  const asked = options.manner;
  const began = options.replacesBudget ? null : manner.budget;
  const budget = asked.budget ? { ...began, ...asked.budget } : began;
  return { ...manner, budget, record: manner.record || asked.record };
}

type OtherOption =
  | 'look'
  | 'replay'
  | 'record'
  | 'cache'
  | 'batch'
  | 'fail_fast'
  | 'shard'
  | 'cases'
  | 'items'
  | 'models'
  | 'cases_of';

/** Throws EVA_USAGE for options that differ from those with which the run began. The budget may differ. */
export function requireSameManner(runId: string, { manner, partial, ...plan }: RunPlan, options: RunOptions): void {
  const { only: cases = [], manner: asked, items, models = [], casesOf } = options;
  const isNarrowed = cases.length > 0;
  const names = plan.cases.map(({ name }) => name);
  const differs: Readonly<Record<OtherOption, boolean>> = {
    look: asked.look === true && !manner.look,
    replay: asked.replay && !manner.replay,
    record: asked.record && manner.replay,
    cache: options.cache === true && manner.record,
    batch: asked.batch && !manner.batch,
    fail_fast: asked.fail_fast && !manner.fail_fast,
    shard: isOtherShard(asked.shard, manner.shard),
    cases: isNarrowed && !(partial && isSameSet(cases, names)),
    items: items !== undefined && !isDeepStrictEqual(items, plan.item_choice),
    models: models.length > 0 && !models.includes(plan.variant?.variant ?? ''),
    cases_of: casesOf !== undefined && casesOf !== plan.variant?.cases_of,
  };
  const others = (Object.keys(differs) as OtherOption[]).filter((option) => differs[option]);
  if (others.length === 0) return;
  throw new EvaError([
    problem(
      'EVA_USAGE:other_options',
      `a resume of run ${short(runId)} cannot change these options: ${others.map((one) => flagText(one, manner.shard)).join(', ')}`,
      { hint: 'leave these options out to resume the run, or leave out --resume to start a new one' },
    ),
  ]);
}

function isOtherShard(asked: Shard | null, own: Shard | null): boolean {
  return asked !== null && !(own?.index === asked.index && own.of === asked.of);
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((item) => b.includes(item)) && b.every((item) => a.includes(item));
}

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt has changed since a run of it began. `command` starts again; by default eva eval. */
export function requireUnchangedRun(run_id: string, stored: RunPlan, now: RunPlan, command?: string): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  const last = differences.length - 1;
  const { id } = stored;
  throw new EvaError(
    differences.map((difference, at) =>
      problem('EVA_RUN_CHANGED:run', { run_id, id, difference, isLast: at === last, ...(command && { command }) }),
    ),
  );
}

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt has changed since its shards were collected. */
export function requireUnchangedShards(of: number, stored: RunPlan, now: RunPlan): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  const last = differences.length - 1;
  const { id } = stored;
  throw new EvaError(
    differences.map((difference, at) => problem('EVA_RUN_CHANGED:shards', { id, of, difference, isLast: at === last })),
  );
}

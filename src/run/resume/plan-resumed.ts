import { checkPromptId, listPromptIds } from '#library/prompts.js';
import type { Problem } from '#model/problem.js';
import { EvaError, orNull, problem } from '#model/problem.js';
import { withoutBuiltIn } from '#model/reply/price.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan, RunSettings } from '#model/run/run.js';
import { promptWord, short } from '#model/text/quoted.js';
import { type LimitPrices, withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { readJournal } from '#store/run/journal.js';
import { readPlan, readRunPrices } from '#store/run/run-folder.js';
import { listRuns } from '#store/run/run-list.js';
import { runDirOf, runNames, runsEndingIn } from '#store/run/run-names.js';
import { BudgetLedger, spentIn } from '../collect/budget.js';
import { missingRubrics } from '../collect/write-rubrics.js';
import { modelsOf } from '../plan/evidence.js';
import { planDifference } from '../plan/plan-difference.js';
import type { NumberAttempt, RunChoice } from '../plan/plan-run.js';
import { type OpenPrompt, openPrompt } from '../prompt/open-prompt.js';
import { requirePrograms } from '../prompt/require-trusted.js';
import { budgetPrices } from '../replies/liveness.js';
import { attemptNumber } from '../session/attempt-notes.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { findResumed, groupIn, runsOfGroup, type WantedRun } from './choose-run.js';
import { reopenRunPlace } from './reopen-run.js';

/** Planned runs to resume. They are locked until `release` is called. */
interface PlannedResumes {
  readonly runs: readonly PlannedRun[];
  /** Unlocks the runs. Further calls do nothing. */
  readonly release: () => void;
}

/** Plans to resume a run, with every other unfinished run of its group. Throws the errors of `planResumed`. */
export function planResumedGroup(wanted: WantedRun, options: RunOptions, notify: Notify): PlannedResumes {
  const planned: PlannedResume[] = [];
  const release = () => {
    for (const resume of planned) resume.release();
  };
  try {
    const first = planResumed(wanted, options, notify);
    planned.push(first);
    for (const resume of othersOpen(first, options.root))
      planned.push(planResumed({ id: null, resume }, options, notify));
    const ledger = ledgerOf(planned, options);
    return { runs: planned.map(({ run }) => ({ ...run, ...(ledger && { ledger }) })), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the budget of a group, which its ended runs have used in part; undefined for a run without a group. */
function ledgerOf(
  planned: readonly PlannedResume[],
  { root, env }: Pick<RunOptions, 'root' | 'env'>,
): BudgetLedger | undefined {
  const open = planned[0]?.run.open;
  const group = open?.plan.variant?.group;
  if (!open || group === undefined) return undefined;
  const ledger = new BudgetLedger(open.config.budget);
  const resumed = new Set(planned.map(({ run_id }) => run_id));
  for (const { run_id } of runsOfGroup(root, group)) {
    const journal = resumed.has(run_id) ? null : orNull(() => readJournal(runDirOf(root, run_id)));
    if (!journal) continue;
    const { prices, raised } = pricesOfEnded(run_id, open, env);
    ledger.addRaised(raised);
    ledger.addSpent(spentIn({ replies: () => journal.replies, notes: () => journal.notes }, prices));
  }
  return ledger;
}

/**
 * Returns the prices with which an ended run counts in the budget of the run that is resumed. The models of both runs can differ, and so
 * can their built-in prices. A model whose built-in price the ended run did not keep has that of today.
 */
function pricesOfEnded(run_id: string, { root, plan, config }: OpenPrompt, env: RunOptions['env']): LimitPrices {
  const { cases } = readPlan(root, run_id);
  const kept = { ...config, prices: { ...readRunPrices(runDirOf(root, run_id)), ...withoutBuiltIn(config.prices) } };
  const prices = withBuiltInPrices(kept, modelsOf(cases), { env });
  return budgetPrices({ plan: { ...plan, cases }, config: { ...config, prices } }, env);
}

/** Lists the unfinished runs of the same group, besides this one, that no process works on. */
function othersOpen({ run, run_id }: PlannedResume, root: string): readonly string[] {
  const group = run.open.plan.variant?.group;
  if (group === undefined) return [];
  return listRuns(root)
    .filter((one) => one.run_id !== run_id && !one.isDone && one.state !== 'running' && groupIn(root, one) === group)
    .map((one) => one.run_id);
}

/** A planned run to resume. It is locked until `release` is called. */
export interface PlannedResume {
  readonly run: PlannedRun;
  readonly run_id: string;
  /** Unlocks the run. Further calls do nothing. */
  readonly release: () => void;
}

/**
 * Plans to resume one run, which will request the missing replies, then grade and decide everything again. Locks the run. Throws
 * `EvaError` if there is no such run, or if its prompt has changed.
 */
export function planResumed(wanted: WantedRun, options: RunOptions, notify: Notify): PlannedResume {
  const { root, env } = options;
  const named = namingRun(wanted, root);
  if (named.id !== null) checkPromptId(root, named.id);
  const resumed = findResumed(named, options, notify);
  try {
    checkLogs(root);
    const choice = {
      ...resumedChoice(resumed.plan),
      manner: resumedSettings(resumed.plan, options),
      prices: { env, kept: readRunPrices(runDirOf(root, resumed.run.run_id)) },
      numberOf: numberOfResumed(resumed.plan, attemptNumber(root)),
    };
    const reopen = () => requirePrograms(openPrompt(root, resumed.run.id, choice), options, true);
    const open = reopen();
    requireUnchangedRun(resumed.run.run_id, resumed.plan, open.plan);
    const placeOf: PlannedRun['placeOf'] = (opened, onNotice) => reopenRunPlace(resumed, opened, onNotice);
    const { release } = resumed;
    return { run: { open, options, reopen, placeOf }, run_id: resumed.run.run_id, release };
  } catch (error) {
    resumed.release();
    throw error;
  }
}

/** Reads an id that is not a prompt as the end of a run's name, if such a run exists. */
function namingRun(wanted: WantedRun, root: string): WantedRun {
  const { id, resume } = wanted;
  if (id === null || resume !== true || listPromptIds(root).includes(id)) return wanted;
  return runsEndingIn(id, runNames(root)).length > 0 ? { id: null, resume: id } : wanted;
}

/**
 * Returns a function that numbers a resumed attempt. It keeps its number, but gets the next one if it has none or if rubrics are
 * missing, since these change its evidence.
 */
function numberOfResumed(stored: RunPlan, next: NumberAttempt): NumberAttempt {
  const { try: own, shards, cases } = stored;
  if (own === undefined || missingRubrics(cases).length > 0) return next;
  return () => ({ try: own, ...(shards && { shards }) });
}

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

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt has changed since a run of it began. `command` starts again; by default eva eval. */
export function requireUnchangedRun(run_id: string, stored: RunPlan, now: RunPlan, command?: string): void {
  const again = command ?? `eva eval ${promptWord(stored.id)}`;
  const hint = `undo the change to resume the run, or start a new one: ${again}`;
  requireUnchanged(stored, now, ({ difference, isLast }) =>
    problem('EVA_RUN_CHANGED:run', `run ${short(run_id)}: ${short(difference)}`, { hint: isLast ? hint : undefined }),
  );
}

function requireUnchanged(
  stored: RunPlan,
  now: RunPlan,
  problemOf: (change: { readonly difference: string; readonly isLast: boolean }) => Problem,
): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  throw new EvaError(
    differences.map((difference, at) => problemOf({ difference, isLast: at === differences.length - 1 })),
  );
}

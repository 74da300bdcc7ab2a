import { withoutBuiltIn } from '#model/reply/price.js';
import type { Notify } from '#model/run/notice.js';
import { orNull } from '#model/sentences/sentence.js';
import { type LimitPrices, withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { readJournal } from '#store/run/journal.js';
import { readPlan, readRunPrices } from '#store/run/run-folder.js';
import { listRuns } from '#store/run/run-list.js';
import { runDirOf } from '#store/run/run-names.js';
import { BudgetLedger, spentIn } from '../collect/budget.js';
import { modelsOf } from '../plan/evidence.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { budgetPrices } from '../replies/liveness.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { groupIn, runsOfGroup, type WantedRun } from './choose-run.js';
import { type PlannedResume, planResumed } from './plan-resumed.js';

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
    for (const one of planned) one.release();
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

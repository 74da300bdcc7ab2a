import { randomBytes } from 'node:crypto';
import type { LimitsOf } from '#provider/open-provider.js';
import type { ProviderLimits } from '#provider/wrappers/limits.js';
import { newRunId } from '#store/run/run-names.js';
import { BudgetLedger } from '../collect/budget.js';
import { CaseTurns } from '../collect/collect-cases.js';
import { limitConcurrency } from '../collect/pool.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { PlannedRun, RunOptions } from './run-options.js';

/** Returns true if the runs of one command are a group: there are several, and one of them is of a variant. */
export function isGroup(runs: readonly Pick<PlannedRun, 'open'>[]): boolean {
  return runs.length > 1 && runs.some(({ open }) => open.plan.variant !== undefined);
}

/** Returns a function that lets the runs of each of its calls spend one budget together, if the options of the command set one. */
export function sharedBudget({
  manner,
}: Pick<RunOptions, 'manner'>): (runs: readonly PlannedRun[]) => readonly PlannedRun[] {
  let ledger: BudgetLedger | undefined;
  return (runs) => {
    const [first] = runs;
    if (!manner.budget || !first) return runs;
    ledger ??= new BudgetLedger(first.open.config.budget);
    const shared = ledger;
    return runs.map((run) => ({ ...run, ledger: shared }));
  };
}

/** Makes runs a group: each gets the id of the group in its plan, and what it shares with the others. */
export function groupRuns(runs: readonly PlannedRun[]): readonly PlannedRun[] {
  const id =
    runs.map(({ open }) => open.plan.variant?.group).find((id) => id !== undefined) ??
    newRunId(new Date(), randomBytes(3).toString('hex'));
  const turns = new CaseTurns();
  const ledger = runs[0]?.ledger ?? new BudgetLedger(runs[0]?.open.config.budget ?? {});
  const alone = limitConcurrency(1);
  const limitsOf = sharedLimits();
  return runs.map((run) => ({ ...inGroup(run, id), ledger, group: { limitsOf, turn: turns.join(), alone } }));
}

/** Returns a function that opens the limits of each provider once, for runs that share them. */
export function sharedLimits(): LimitsOf {
  const limits = new Map<string, ProviderLimits>();
  return (name, open) => {
    const known = limits.get(name) ?? open();
    limits.set(name, known);
    return known;
  };
}

function inGroup({ open, reopen, placeOf, ...run }: PlannedRun, group: string): PlannedRun {
  const named = ({ plan, ...prompt }: OpenPrompt): OpenPrompt => ({
    ...prompt,
    plan: { ...plan, variant: { ...plan.variant, group } },
  });
  return { ...run, open: named(open), reopen: () => named(reopen()), placeOf };
}

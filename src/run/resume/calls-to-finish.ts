import { missingRubrics } from '#grade/rubric.js';
import { orNull } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { RunPlan } from '#model/run/run.js';
import { type ReadJournal, readJournal } from '#store/run/journal.js';
import { readPlan } from '#store/run/run-folder.js';
import { listRuns } from '#store/run/run-list.js';
import { runDirOf } from '#store/run/run-names.js';
import { readRunAt } from '#store/run/stored-runs.js';
import { spentIn } from '../collect/budget.js';
import { callsOf } from '../plan/calls.js';
import { continuedBy } from '../shares/earlier-processes.js';

type CountedPlan = Pick<RunPlan, 'body' | 'cases'>;

/** Returns the greatest number of calls that cases still need without retries, of models alone or also of applications. */
export function callsLeft(
  { body, cases }: CountedPlan,
  replies: Iterable<StoredReply>,
  { ofModels }: { readonly ofModels: boolean },
): number {
  const names = new Set(cases.map(({ name }) => name));
  let left = 0;
  for (const { role, settings, times } of callsOf({ body, cases }))
    if (role !== 'rubric' && !(ofModels && settings === null)) left += times;
  for (const { case: name, role, draw, model } of replies)
    if (names.has(name) && role !== 'rubric' && draw.attempt === 0 && !(ofModels && model === undefined)) left -= 1;
  return missingRubrics(cases).length + Math.max(0, left);
}

/** What a budget must hold for a command to finish, as a flag of its resume counts: the whole group with what it has spent. */
export interface CallsToFinish {
  readonly spent: number;
  /** The greatest number of calls that are left, without retries. */
  readonly left: number;
  /** The number of budgets of dollars that were spent: one of a flag, else one of each prompt. */
  readonly budgets: number;
  /** The greatest cost of runs that have not begun, in dollars; null if it is unknown, absent if all have begun. */
  readonly usd?: number | null;
}

/**
 * Counts the calls of the group of a run (of the run alone without one): what all have spent, and what is left of `of`: its prompt with all
 * variants, or the whole group. `notBegun` are the plans of those without a folder.
 */
export function callsToFinish(
  root: string,
  { run_id, plan }: { readonly run_id: string; readonly plan: Pick<RunPlan, 'id' | 'variant' | 'compare' | 'manner'> },
  of: 'prompt' | 'group' = 'prompt',
  notBegun: readonly RunPlan[] = [],
): CallsToFinish {
  const { variant, compare, id, manner } = plan;
  const isMember = (run: ReturnType<typeof listRuns>[number]) =>
    compare ? run.compare?.comparison === compare.comparison : run.group === variant?.group;
  const isAlone = !compare && variant?.group === undefined;
  const members = isAlone ? [{ run_id, id }] : listRuns(root).filter(isMember);
  let [spent, left] = [0, 0];
  for (const member of members) {
    const dirs = [runDirOf(root, member.run_id), ...continuedBy(root, member.run_id).map(({ dir }) => dir)];
    const journals = dirs.flatMap((dir) => orNull(() => readJournal(dir)) ?? []);
    for (const { replies, notes } of journals)
      spent += spentIn({ replies: () => replies, notes: () => notes }, {}).calls;
    if (of === 'prompt' && member.id !== id) continue;
    const unfinished = unfinishedPart(root, member.run_id);
    if (unfinished) left += callsLeft(unfinished, repliesIn(journals), { ofModels: true });
  }
  for (const { calls } of notBegun) left += calls;
  const isOfFlag = manner.budget?.max_cost_usd !== undefined;
  return { spent, left, budgets: isOfFlag ? 1 : new Set(members.map((member) => member.id)).size };
}

function* repliesIn(journals: readonly ReadJournal[]): Generator<StoredReply> {
  for (const { replies } of journals) yield* replies;
}

/** Returns the plan of a stored run with the cases that are not decided yet; null if it cannot be read. */
function unfinishedPart(root: string, run_id: string): CountedPlan | null {
  const stored = orNull(() => readRunAt(root, run_id));
  if (!stored) return orNull(() => readPlan(root, run_id));
  const { plan, result } = stored;
  const trials = new Map(result.cases.map((one) => [one.name, one.trials]));
  const cases = plan.cases.flatMap((testCase) => {
    const own = trials.get(testCase.name);
    if (own && !own.some(({ outcome }) => outcome === 'missing')) return [];
    return [own && result.shard ? { ...testCase, sample_size: own.length } : testCase];
  });
  return { ...plan, cases: result.state === 'finished' ? [] : cases };
}

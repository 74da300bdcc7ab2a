import type { Comparison, PairQuestion, SideFacts } from '#model/pairs/comparison.js';
import { evaError, orNull } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import { short } from '#model/text/quoted.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { readComparison } from '#store/run/comparison-file.js';
import { type ComparedRuns, comparedRuns } from '#store/run/kept-runs.js';
import { lockRun, readPlanAt } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { planDifference } from '../plan/plan-difference.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { resumedSettings } from '../resume/plan-resumed.js';
import { reopenRunPlace } from '../resume/reopen-run.js';
import type { PlannedRun } from '../session/run-options.js';
import { rowOfComparison } from './finish-comparison.js';
import type { Side } from './pair-case.js';
import type { AskedComparison, PlannedSide } from './planned-comparison.js';

/** Returns the newest of the wanted comparisons whose sides are planned like these and have this margin. Other words can have named them. */
function earlierComparison(
  planned: AskedComparison,
  isWanted: (runs: ComparedRuns) => boolean,
): ComparedRuns | undefined {
  const { root } = planned.b.run.open;
  const isPlannedSo = (side: Side, { [side]: run }: ComparedRuns) => {
    const { plan } = planned[side].run.open;
    const stored = run && orNull(() => readPlanAt(runDirOf(root, run.run_id)));
    if (!run || !stored) return !run;
    return stored.id === plan.id && stored.partial === plan.partial && planDifference(stored, plan).length === 0;
  };
  return comparedRuns(root).findLast((runs) => {
    const isOfMargin = (runs.b ?? runs.a)?.compare.margin === planned.question.margin;
    return isOfMargin && isWanted(runs) && isPlannedSo('a', runs) && isPlannedSo('b', runs);
  });
}

/** Returns what is stored of a comparison; null if it has not ended. */
function storedComparison({ b }: ComparedRuns, root: string): Comparison | null {
  return b ? orNull(() => readComparison(runDirOf(root, b.run_id))) : null;
}

/** Returns the newest finished comparison that is planned like this one and has both runs, with the names of this one; null without one. */
export function latestComparison(planned: AskedComparison): Comparison | null {
  const { root } = planned.b.run.open;
  const isFinished = (runs: ComparedRuns) => storedComparison(runs, root)?.state === 'finished';
  const runs = earlierComparison(planned, (found) => found.a !== undefined && isFinished(found));
  const comparison = runs && storedComparison(runs, root);
  if (!comparison) return null;
  const named = ({ name }: PlannedSide, { run_id, evidence, kept, asked, from_run }: SideFacts): SideFacts => {
    return { ...name, run_id, evidence, kept, asked, from_run };
  };
  const { against, a, b } = planned;
  return { ...comparison, against, a: named(a, comparison.a), b: named(b, comparison.b) };
}

/**
 * Plans to continue the last comparison that is planned like this one and is unfinished: it asks for the replies that its journals lack. Locks both
 * runs until `release` is called. Throws EVA_NOTHING_TO_RESUME, EVA_RUN_CHANGED, EVA_RUN_IN_USE and EVA_BAD_RUN.
 */
export function resumeComparison(
  planned: AskedComparison,
  notify: Notify,
): { readonly planned: AskedComparison; readonly release: () => void } {
  const { root } = planned.b.run.open;
  const began = earlierComparison(planned, (runs) => !isDone(planned, runs));
  const facts = (began?.b ?? began?.a)?.compare;
  if (!began || !facts)
    throw evaError(
      'EVA_NOTHING_TO_RESUME:comparison',
      'no comparison of these versions, as they are now, is unfinished',
      {
        hint: `leave out --resume to compare them: ${short(planned.command)}`,
      },
    );
  const { comparison, margin, alpha, try: attempt } = facts;
  // it keeps its number and level, although it is counted as an attempt by now
  const question: PairQuestion = { margin, alpha, ...(attempt !== undefined && { try: attempt }) };
  const locks: { release(): void }[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    const reopened = (side: Side): PlannedSide => {
      const { [side]: plannedSide } = planned;
      const { [side]: begun } = began;
      const named = ({ plan, ...open }: OpenPrompt): OpenPrompt => {
        const compare = plan.compare && { ...plan.compare, comparison, ...question };
        return { ...open, plan: { ...plan, ...(compare && { compare }) } };
      };
      if (!begun) return { ...plannedSide, run: changedRun(plannedSide.run, named) };
      const dir = runDirOf(root, begun.run_id);
      locks.push(lockRun(dir, begun.run_id, (takeover) => notify({ event: 'lock_taken_over', ...takeover })));
      return resumedSide(plannedSide, begun.run_id, named, release);
    };
    return { planned: { ...planned, question, comparison, a: reopened('a'), b: reopened('b') }, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns true if a comparison is finished, and has its row if it must have one. */
function isDone(planned: AskedComparison, runs: ComparedRuns): boolean {
  const { root } = planned.b.run.open;
  const comparison = storedComparison(runs, root);
  if (comparison?.state !== 'finished') return false;
  if (!rowOfComparison(planned, comparison)) return true;
  return readCompareRows(root).rows.some(({ value }) => value.run_id === comparison.b.run_id);
}

/** Returns a side that goes on in its folder, with the trials of the earlier run with which it began. Throws EVA_RUN_CHANGED without these. */
function resumedSide(
  { run, kept, ...side }: PlannedSide,
  run_id: string,
  named: (open: OpenPrompt) => OpenPrompt,
  release: () => void,
): PlannedSide {
  const stored = readPlanAt(runDirOf(run.open.root, run_id));
  const from_run = stored.compare?.from_run ?? null;
  if (from_run !== null && kept?.run_id !== from_run)
    throw evaError(
      'EVA_RUN_CHANGED:kept_run',
      `the comparison began with the trials of run ${short(from_run)}, which is gone or not the newest whole run any more`,
      { hint: 'leave out --resume to begin again' },
    );
  const manner = resumedSettings(stored, run.options);
  const resumed = (open: OpenPrompt): OpenPrompt => {
    const { plan, config } = named(open);
    const compare = plan.compare && { ...plan.compare, from_run };
    return {
      ...open,
      plan: { ...plan, manner, ...(compare && { compare }), ...(stored.try !== undefined && { try: stored.try }) },
      config: { ...config, budget: { ...config.budget, ...manner.budget } },
    };
  };
  const place = { run: { run_id, id: stored.id, state: 'unfinished' }, plan: stored, release } as const;
  const placeOf: PlannedRun['placeOf'] = (opened, notify) => reopenRunPlace(place, opened, notify);
  return { ...side, run: { ...changedRun(run, resumed), placeOf }, kept: from_run === null ? null : kept };
}

/** Returns a run whose prompt is changed whenever it is read. */
function changedRun(run: PlannedRun, change: (open: OpenPrompt) => OpenPrompt): PlannedRun {
  return { ...run, open: change(run.open), reopen: () => change(run.reopen()) };
}

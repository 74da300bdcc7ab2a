import { isDeepStrictEqual } from 'node:util';
import type { CompareFacts } from '#model/pairs/compare-rule.js';
import { compareCommand, type PairQuestion } from '#model/pairs/comparison.js';
import { evaError, orNull } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { readComparison } from '#store/run/comparison-file.js';
import { type ComparedRun, type ComparedRuns, comparedRuns } from '#store/run/kept-runs.js';
import { lockRun, readPlanAt } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { evidenceOf } from '../attempts/kept-evidence.js';

import { planDifference } from '../plan/plan-difference.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { requireUnchangedRun, resumedSettings } from '../resume/plan-resumed.js';
import { reopenJournalOf } from '../resume/reopen-run.js';

import type { PlannedRun } from '../session/run-options.js';
import { rowOfComparison } from './finish-comparison.js';
import { openTrialsOf } from './kept-run.js';
import type { Side } from './pair-case.js';
import type { AskedComparison, PlannedSide } from './planned-comparison.js';

/** A planned comparison that continues an earlier one. Its runs are locked until `release` is called. */
export interface ResumedComparison {
  readonly planned: AskedComparison;
  readonly release: () => void;
}

/**
 * Plans to continue the last unfinished comparison of these sides with this question, preferably one of the files as they are: it asks for the
 * replies that its journals lack. Locks both runs. Throws EVA_NOTHING_TO_RESUME, EVA_RUN_CHANGED if a side has changed since, EVA_RUN_IN_USE and EVA_BAD_RUN.
 */
export function resumeComparison(planned: AskedComparison, notify: Notify): ResumedComparison {
  const { root } = planned.b.run.open;
  const open = comparedRuns(root).filter((runs) => isOf(planned, runs) && !isDone(planned, runs));
  const began = open.findLast((runs) => isUnchanged(planned, runs)) ?? open.at(-1);
  if (!began)
    throw evaError('EVA_NOTHING_TO_RESUME:comparison', 'no comparison of these versions is unfinished', {
      hint: `leave out --resume to compare them: ${short(commandOf(planned))}`,
    });
  const locks: { release(): void }[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    const reopened = (side: Side) => {
      const run = began[side];
      if (!run) return { ...planned[side], run: inComparison(planned[side].run, began, planned) };
      const dir = runDirOf(root, run.run_id);
      locks.push(lockRun(dir, run.run_id, (takeover) => notify({ event: 'lock_taken_over', ...takeover })));
      const keep = (close: () => void) => locks.push({ release: close });
      const plan = readPlanAt(dir);
      requireUnchangedRun(run.run_id, plan, planned[side].run.open.plan, commandOf(planned));
      return reopenedSide(planned[side], run, { plan, release, keep });
    };
    const question = questionOf(began, planned);
    return {
      planned: { ...planned, question, comparison: began.comparison, a: reopened('a'), b: reopened('b') },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns true for runs of the same sides, cases and question. */
function isOf({ a, b }: Pick<AskedComparison, Side>, runs: ComparedRuns): boolean {
  return [
    { planned: a, run: runs.a },
    { planned: b, run: runs.b },
  ].every(
    ({ planned, run }) => !run || isDeepStrictEqual(wordsOf(planned.run.open.plan.compare), wordsOf(run.compare)),
  );
}

/** Returns true if no side has changed since its run began. */
function isUnchanged({ a, b }: Pick<AskedComparison, Side>, runs: ComparedRuns): boolean {
  const { root } = b.run.open;
  return [
    { planned: a, run: runs.a },
    { planned: b, run: runs.b },
  ].every(({ planned, run }) => {
    const stored = run && orNull(() => readPlanAt(runDirOf(root, run.run_id)));
    return !run || (stored && planDifference(stored, planned.run.open.plan).length === 0);
  });
}

/** Returns the question with which a comparison began: it keeps its number and level, although it is counted as an attempt by now. */
function questionOf({ a, b }: ComparedRuns, { question }: Pick<AskedComparison, 'question'>): PairQuestion {
  const began = (b ?? a)?.compare;
  if (!began) return question;
  const { margin, alpha, try: attempt } = began;
  return { margin, alpha, ...(attempt !== undefined && { try: attempt }) };
}

/** Returns the facts that the words of the command determine. The commit of a ref, the earlier run, and the number and level of the attempt may be others today. */
function wordsOf(compare: CompareFacts | undefined): object {
  const { id, side, kind, against, ref, model, margin, typed } = compare ?? {};
  return { id, side, kind, against, ref, model, margin, cases: typed?.cases ?? [] };
}

/** Returns true if a comparison is finished, and has its row if it must have one. */
function isDone(planned: AskedComparison, { b }: ComparedRuns): boolean {
  if (!b) return false;
  const { root } = planned.b.run.open;
  const comparison = readComparison(runDirOf(root, b.run_id));
  if (comparison?.state !== 'finished') return false;
  if (!rowOfComparison(planned, comparison)) return true;
  return readCompareRows(root).rows.some(({ value }) => value.run_id === b.run_id);
}

function commandOf({ b }: AskedComparison): string {
  const { compare } = b.run.open.plan;
  return compare ? compareCommand(compare) : 'eva compare';
}

interface StoredSide {
  readonly plan: RunPlan;
  readonly release: () => void;
  /** Receives a function to call at the release. */
  readonly keep: (close: () => void) => void;
}

function reopenedSide(
  side: PlannedSide,
  { run_id, compare }: ComparedRun,
  { plan, release, keep }: StoredSide,
): PlannedSide {
  const { open, options } = side.run;
  const manner = resumedSettings(plan, options);
  const resumed = { ...open.plan, compare, manner, ...(plan.try !== undefined && { try: plan.try }) };
  const config = { ...open.config, budget: { ...open.config.budget, ...manner.budget } };
  const placeOf: PlannedRun['placeOf'] = async (opened, notify) => {
    const { dir, journal } = await reopenJournalOf({ run_id, id: plan.id }, plan, opened, notify);
    return { runId: run_id, dir, journal, isResumed: true, release };
  };
  const run = { ...side.run, open: { ...open, plan: resumed, config }, placeOf };
  return { ...side, run, kept: keptAgain(side, compare.from_run, keep) };
}

/**
 * Returns the trials of the earlier run with which a comparison began, although there may be a newer one. Throws EVA_RUN_CHANGED if they are gone.
 */
function keptAgain(
  { kept, run: { open } }: PlannedSide,
  from_run: string | null,
  keep: StoredSide['keep'],
): PlannedSide['kept'] {
  if (from_run === null || kept?.run_id === from_run) return from_run === null ? null : kept;
  const row = readRunRows(open.root).rows.findLast(({ value }) => value['run_id'] === from_run);
  const evidence = row && evidenceOf(row.value);
  const opened = evidence && openTrialsOf({ run_id: from_run, evidence }, open);
  if (opened) {
    keep(opened.close);
    return opened.kept;
  }
  throw evaError(
    'EVA_RUN_CHANGED:kept_run',
    `the comparison began with the trials of run ${short(from_run)}, and its row or its folder is gone`,
    { hint: 'leave out --resume to begin again' },
  );
}

/** Returns a run that has no folder yet, as one of an earlier comparison. */
function inComparison(run: PlannedRun, began: ComparedRuns, planned: Pick<AskedComparison, 'question'>): PlannedRun {
  const facts = { comparison: began.comparison, ...questionOf(began, planned) };
  const named = ({ plan, ...open }: OpenPrompt): OpenPrompt => ({
    ...open,
    plan: { ...plan, ...(plan.compare && { compare: { ...plan.compare, ...facts } }) },
  });
  return { ...run, open: named(run.open) };
}

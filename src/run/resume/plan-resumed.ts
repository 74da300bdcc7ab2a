import { checkPromptId, listPromptIds } from '#library/prompts.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { readRunPrices } from '#store/run/run-folder.js';
import { runDirOf, runNames, runsEndingIn } from '#store/run/run-names.js';
import { missingRubrics } from '../collect/write-rubrics.js';
import type { NumberAttempt } from '../plan/plan-run.js';
import { type OpenPrompt, openPrompt } from '../prompt/open-prompt.js';
import { requirePrograms } from '../prompt/require-trusted.js';
import { attemptNumber } from '../session/attempt-notes.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { findResumed, type WantedRun } from './choose-run.js';
import { reopenRunPlace } from './reopen-run.js';
import { requireUnchangedRun, resumedChoice, resumedSettings } from './resumed-choice.js';

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
    const again = () => requirePrograms(openPrompt(root, resumed.run.id, choice), options, true);
    const reopen = () => keepingGroup(again(), resumed.plan);
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

/** Returns a prompt whose run stays in the group in which it began. */
function keepingGroup({ plan, ...open }: OpenPrompt, { variant }: RunPlan): OpenPrompt {
  if (variant?.group === undefined) return { ...open, plan };
  return { ...open, plan: { ...plan, variant: { ...plan.variant, group: variant.group } } };
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
  const { try: own, collected, shards, cases } = stored;
  if (own === undefined || missingRubrics(cases).length > 0) return next;
  return () => ({ try: own, ...(collected !== undefined && { collected }), ...(shards && { shards }) });
}

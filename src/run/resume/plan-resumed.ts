import { checkPromptId, listPromptIds } from '#library/prompts.js';
import { groupBy } from '#model/data/collections.js';
import { EvaError, orNull, problem } from '#model/problem.js';
import { withoutBuiltIn } from '#model/reply/price.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan, RunSettings } from '#model/run/run.js';
import { promptWord, short } from '#model/text/quoted.js';
import { type LimitPrices, withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { removeGroup, type StoredGroup, storedGroups } from '#store/run/group-file.js';
import { readJournal } from '#store/run/journal.js';
import { readPlan, readRunPrices } from '#store/run/run-folder.js';
import { type ListedRun, listRuns } from '#store/run/run-list.js';
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
import { inGroup, planAll, planRuns } from '../session/plan-runs.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { continuedBy, spentEarlier } from '../shares/earlier-processes.js';
import { planShareAgain } from '../shares/plan-share.js';
import { findResumed, isOpen, type KnownRun, requireSameManner, type WantedRun } from './choose-run.js';
import { reopenRunPlace } from './reopen-run.js';

/** The runs of a command that goes on: resumed ones, which are locked until `release` is called, and those that had not begun. */
interface PlannedResumes {
  readonly runs: readonly PlannedRun[];
  /** The runs of the group in its order, and those that have ended; of a prompt that goes on alone, those of its variants. */
  readonly group: {
    readonly runs: StoredGroup['runs'];
    readonly ended: readonly KnownRun[];
    /** The ids of prompts of a group whose runs had ended, and whose files are gone or others now. */
    readonly changed: readonly string[];
  };
  /** Unlocks the runs. Further calls do nothing. */
  readonly release: () => void;
}

/**
 * Plans to go on with the newest group or lone run that has something left, or with the prompt or run that is named and the other variants of its
 * prompt. Runs of a group that had not begun are planned from the files as they are. Throws the errors of `planResumed` and `planRuns`.
 */
export function planResumedGroup(wanted: WantedRun, options: RunOptions, notify: Notify): PlannedResumes {
  const listed = listRuns(options.root);
  const isOfGroup = wanted.id === null && wanted.resume === true;
  if (isOfGroup) removeEndedGroups(options.root, listed);
  const group = isOfGroup ? groupLeft(options.root, listed) : null;
  const locks: PlannedResume[] = [];
  const release = () => {
    for (const resume of locks) resume.release();
  };
  const resumed = (wantedRun: WantedRun) => {
    const planned = planResumed(wantedRun, options, notify, listed);
    locks.push(planned);
    return planned;
  };
  try {
    if (group) {
      const { runs, ended } = planGroup(group, listed, options, (run_id) => resumed({ id: null, resume: run_id }).run);
      const changed = [...new Set(ended.filter((run) => hasOtherFiles(run, options)).map(({ id }) => id))];
      return { runs: withLedgers(runs, listed, options), group: { runs: group.runs, ended, changed }, release };
    }
    const first = resumed(wanted);
    const variants = variantsOf(first, listed);
    const others = variants.filter((run) => !isOver(run) && run.state !== 'running' && run.run_id !== first.run.run_id);
    for (const { run_id } of others) resumed({ id: null, resume: run_id });
    const runs = locks.map(({ run }) => run);
    const ended = variants.filter(isOver);
    return { runs: withLedgers(runs, listed, options), group: { runs: variants, ended, changed: [] }, release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Returns the newest group that has something left, one that no process works on if there is any, unless an unfinished run is newer; null without one.
 */
export function groupLeft(root: string, listed: readonly ListedRun[]): StoredGroup | null {
  const last = listed.findLast((run) => isOpen(root, run) && run.state !== 'running');
  const left = groupsIn(root, listed).filter(({ isLeft }) => isLeft);
  const newest = left.findLast(({ runs }) => !runs.some((run) => run?.state === 'running')) ?? left.at(-1);
  return newest && newest.group.id >= (last?.group ?? last?.run_id ?? '') ? newest.group : null;
}

function removeEndedGroups(root: string, listed: readonly ListedRun[]): void {
  for (const { group, isLeft } of groupsIn(root, listed)) if (!isLeft) removeGroup(root, group.id);
}

/** Lists the groups. A shard of which no run has begun has asked nothing, and the last process of a share asks all of it: others are left out. */
function groupsIn(root: string, listed: readonly ListedRun[]) {
  const groups = storedGroups(root).map((group) => {
    const runs = runsIn(group, listed).map(({ run }) => run);
    const isLeft = runs.some((run) => !run || isOpen(root, run)) && !runs.some((run) => run?.isMerged);
    return { group, runs, isLeft };
  });
  const begun = groups.filter(({ group, runs }) => !group.flags.manner.shard || runs.some((run) => run));
  return begun.filter(({ group: { share } }, at) =>
    begun.slice(at + 1).every(({ group }) => share === undefined || group.share !== share),
  );
}

/** Returns the runs of a group in its order, each with its folder if it has begun. */
function runsIn({ id: group, runs }: StoredGroup, listed: readonly ListedRun[]) {
  const ofGroup = listed.filter((run): run is KnownRun => run.group === group && run.id !== null);
  return runs.map(({ id, variant }) => ({
    ...{ id, variant },
    run: ofGroup.findLast((run) => run.id === id && run.variant === variant),
  }));
}

/** Plans what is left of a group: `resume` plans a run that has begun. */
function planGroup(
  group: StoredGroup,
  listed: readonly ListedRun[],
  options: RunOptions,
  resume: (run_id: string) => PlannedRun,
): { readonly runs: readonly PlannedRun[]; readonly ended: readonly KnownRun[] } {
  const { only = [], items, models, casesOf, manner, strict, allowShortBudget } = group.flags;
  const cases = only.map((name) => ({ name }));
  const variant = { ...(casesOf !== undefined && { cases_of: casesOf }), variant: models?.[0] ?? '' };
  const partial = only.length > 0 || items !== undefined;
  requireSameManner(group.id, { manner, partial, cases, variant, ...(items && { item_choice: items }) }, options);
  const runs = runsIn(group, listed);
  const fresh = groupBy(
    runs.filter(({ run }) => !run),
    ({ id }) => id,
  );
  // a file of strangers may have other keys, such as "trust"
  const flags = { only, items, models, casesOf, strict, allowShortBudget };
  const settings = { ...options, ...flags, manner: resumedSettings({ manner }, options) };
  const dirs = runs.flatMap(({ run }) => (run ? [runDirOf(options.root, run.run_id)] : []));
  const { shard } = manner;
  const share = fresh.size > 0 && shard ? planShareAgain(dirs, settings, shard) : null;
  const plannedOf = planAll([...fresh], ([id, own]) => {
    const isFresh = ({ variant }: RunPlan) => own.some((run) => run.variant === variant?.variant);
    if (share) return share.filter(({ open: { plan } }) => plan.id === id && isFresh(plan));
    const isWhole = own.length === runs.filter((run) => run.id === id).length;
    const names = isWhole ? models : own.flatMap((run) => run.variant ?? []);
    return planRuns([id], { ...settings, models: names });
  });
  const left = [...new Set(runs.filter(({ run }) => !run || !isOver(run)).map(({ id }) => id))];
  const open = runs.flatMap(({ run }) => (run && !isOver(run) ? [run] : []));
  const begun = planAll(open, ({ run_id }) => [resume(run_id)]);
  const planned = [...begun, ...plannedOf.map((run) => inGroup(run, group.id))];
  return {
    runs: left.flatMap((id) => planned.filter(({ open }) => open.prompt.id === id)),
    ended: runs.flatMap(({ run }) => (run && isOver(run) ? [run] : [])),
  };
}

/** Returns true if the files of a run that has ended have changed since, or cannot be read. */
function hasOtherFiles({ id, run_id }: KnownRun, { root, env }: RunOptions): boolean {
  const stored = readPlan(root, run_id);
  const prices = { env, kept: readRunPrices(runDirOf(root, run_id)) };
  const now = orNull(() => openPrompt(root, id, { ...resumedChoice(stored), prices }));
  return now === null || planDifference(stored, now.plan).length > 0;
}

/** Lists the runs of the same group and prompt; none for a run without a group. */
function variantsOf({ run: { open } }: PlannedResume, listed: readonly ListedRun[]): readonly KnownRun[] {
  const group = open.plan.variant?.group;
  if (group === undefined) return [];
  return listed.filter((one): one is KnownRun => one.group === group && one.id === open.prompt.id);
}

/** Returns true for a run that nothing is left of but labels. */
function isOver({ isDone, waits_for }: ListedRun): boolean {
  return isDone || waits_for !== undefined;
}

/**
 * Gives runs of a group the budget that its other runs have used in part: one of the command line is that of all runs, one of eva.yml that of each
 * prompt.
 */
function withLedgers(
  planned: readonly PlannedRun[],
  listed: readonly ListedRun[],
  { env }: Pick<RunOptions, 'env'>,
): readonly PlannedRun[] {
  const ledgers = new Map<string, BudgetLedger>();
  return planned.map((run) => {
    const { open } = run;
    const group = open.plan.variant?.group;
    if (group === undefined) return run;
    const isOfAll = open.plan.manner.budget !== null;
    const key = isOfAll ? '' : open.prompt.id;
    const known = ledgers.get(key);
    const ledger = known ?? new BudgetLedger(open.config.budget);
    for (const spent of spentEarlier(run.earlier ?? [], open, env)) ledger.addSpent(spent);
    if (known) return { ...run, ledger };
    ledgers.set(key, ledger);
    const resumed = new Set(planned.flatMap((other) => other.run_id ?? []));
    for (const { run_id, id, group: other } of listed) {
      if (other !== group || resumed.has(run_id) || !(isOfAll || id === open.prompt.id)) continue;
      addSpending(ledger, run_id, open, env);
    }
    return { ...run, ledger };
  });
}

/** Adds what an ended run has spent to the budget of its group. */
function addSpending(ledger: BudgetLedger, run_id: string, open: OpenPrompt, env: RunOptions['env']): void {
  const journal = orNull(() => readJournal(runDirOf(open.root, run_id)));
  if (!journal) return;
  const { prices, raised } = pricesOfEnded(run_id, open, env);
  ledger.addRaised(raised);
  ledger.addSpent(spentIn({ replies: () => journal.replies, notes: () => journal.notes }, prices));
  for (const spent of spentEarlier(continuedBy(open.root, run_id), open, env)) ledger.addSpent(spent);
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

/** A planned run to resume. It is locked until `release` is called. */
export interface PlannedResume {
  readonly run: PlannedRun & { readonly run_id: string };
  /** Unlocks the run. Further calls do nothing. */
  readonly release: () => void;
}

/**
 * Plans to resume one run, which will request the missing replies, then grade and decide everything again. Locks the run. Throws
 * `EvaError` if there is no such run, or if its prompt has changed.
 */
export function planResumed(
  wanted: WantedRun,
  options: RunOptions,
  notify: Notify,
  listed = listRuns(options.root),
): PlannedResume {
  const { root, env } = options;
  const named = namingRun(wanted, root);
  if (named.id !== null) checkPromptId(root, named.id);
  const resumed = findResumed(named, options, listed, notify);
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
    const { run_id } = resumed.run;
    const earlier = continuedBy(root, run_id);
    const run = { open, options, reopen, placeOf, run_id, ...(earlier.length > 0 && { earlier }) };
    return { run, release };
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
export function resumedSettings({ manner }: Pick<RunPlan, 'manner'>, options: RunOptions): RunSettings {
  const asked = options.manner;
  const began = options.replacesBudget ? null : manner.budget;
  const budget = asked.budget ? { ...began, ...asked.budget } : began;
  return { ...manner, budget, record: manner.record || asked.record };
}

/** Throws EVA_RUN_CHANGED, with every difference, if a prompt has changed since a run of it began. */
function requireUnchangedRun(run_id: string, stored: RunPlan, now: RunPlan): void {
  const differences = planDifference(stored, now);
  if (differences.length === 0) return;
  const hint = `undo the change to resume the run, or start a new one: eva eval ${promptWord(stored.id)}`;
  throw new EvaError(
    differences.map((difference, at) =>
      problem('EVA_RUN_CHANGED:run', `run ${short(run_id)}: ${short(difference)}`, {
        hint: at === differences.length - 1 ? hint : undefined,
      }),
    ),
  );
}

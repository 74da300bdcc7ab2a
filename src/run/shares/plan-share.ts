import { join } from 'node:path';
import { loadConfig } from '#library/settings/config.js';
import type { Budget } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, orNull } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { noteShare, readCommand, type StoredCommand, writeCommand } from '#store/run/command-file.js';
import { readResultHead } from '#store/run/run-document.js';
import { isRunsFolderNamed } from '#store/run/runs-folder.js';
import { callsOf } from '../plan/calls.js';
import { checkBudgets } from '../prompt/budget-problems.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { planAll, runPlanner } from '../session/plan-runs.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { dealCommand, type ShareSettings } from './command.js';
import { dividedLimits, tooSmallShares } from './divided-limits.js';
import { changesSinceEarlier, countTrials, earlierProcesses, isSameRun, jobOf, shareKey } from './earlier-processes.js';
import { ownCases } from './share-trials.js';

/** A part of a whole. */
interface Part {
  readonly own: number;
  readonly all: number;
}

/** What one shard asks of a command, in numbers. */
export interface ShareFacts {
  readonly shard: Shard;
  readonly prompts: Part;
  readonly trials: Part;
  /** The greatest numbers of calls, without retries. */
  readonly calls: Part;
  /** Its part of the budget. */
  readonly budget: Budget;
  /** The number of its trials that earlier processes have, `isLeast` if it may be more; null if there was no process. */
  readonly continues: { readonly trials: number; readonly isLeast: boolean } | null;
  /** The number of shards that run at a time; null if all may. */
  readonly atOnce: number | null;
  /** Its part of the limits of providers, as far as they have any. */
  readonly rates: readonly { readonly provider: string; readonly rpm?: number; readonly tpm?: number }[];
}

/**
 * Plans all runs of a command, and returns those of which a shard asks something. Throws one `EvaError` with the problems of all prompts, and
 * EVA_SHORT_BUDGET for a limit that is too small for so many shards.
 */
export function planShare(
  ids: readonly string[],
  options: RunOptions,
  shard: Shard,
  others: readonly Problem[] = [],
): { readonly runs: readonly PlannedRun[]; readonly facts: ShareFacts } {
  const config = loadConfig(options.root).value?.config;
  const limits = config && { ...config, budget: { ...config.budget, ...options.manner.budget } };
  const tooSmall = limits ? tooSmallShares(limits, shard, options.manner.at_once) : [];
  const all = planAll([...new Set(ids)], runPlanner(options), [...others, ...tooSmall]);
  const { only = [], items, models = [], casesOf } = options;
  const plans = all.map(({ open }) => open.plan);
  const command = dealCommand(plans, shard.of);
  const stored: StoredCommand = {
    ...{ command: 1, digest: command.digest, of: shard.of, only, models },
    ...(items && { items }),
    ...(casesOf !== undefined && { cases_of: casesOf }),
    runs: plans.map(({ id, variant: { variant, cases_of } = {} }) => ({
      id,
      ...(variant !== undefined && { variant }),
      ...(cases_of !== undefined && { cases_of }),
    })),
  };
  const shared = all.flatMap((run, at) => {
    const share = command.shareOf(at, shard);
    return share ? [withShare(run, share)] : [];
  });
  const own = continued(shared, stored, options);
  const { runs, errors } = checkBudgets(own, options);
  if (errors.length > 0) throw new EvaError(errors);
  const trialsOf = (some: readonly PlannedRun[]) =>
    some.reduce((sum, { open: { plan, sampleOf } }) => sum + sizeOf(ownCases(plan, sampleOf)), 0);
  const divided = limits && dividedLimits(limits, shard, options.manner.at_once);
  const facts: ShareFacts = {
    shard,
    prompts: { own: countPrompts(runs), all: countPrompts(all) },
    trials: { own: trialsOf(runs), all: plans.reduce((sum, { cases }) => sum + sizeOf(cases), 0) },
    calls: {
      own: runs.reduce(
        (sum, { open: { plan, sampleOf } }) => sum + callsIn({ ...plan, cases: ownCases(plan, sampleOf) }),
        0,
      ),
      all: plans.reduce((sum, { calls }) => sum + calls, 0),
    },
    budget: divided?.budget ?? {},
    continues: continuedTrials(own),
    atOnce: options.manner.at_once ?? null,
    rates: Object.entries(divided?.providers ?? {}).flatMap(([provider, { rpm, tpm }]) =>
      rpm === undefined && tpm === undefined
        ? []
        : [{ provider, ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) }],
    ),
  };
  return { runs, facts };
}

/**
 * Plans the share again to which the runs in these folders belong, so that those that had not begun can begin. Throws EVA_RUN_CHANGED if a file of
 * the command has changed since, and EVA_BAD_RUN if no folder has the list of its prompts.
 */
export function planShareAgain(dirs: readonly string[], options: RunOptions, shard: Shard): readonly PlannedRun[] {
  const command = dirs.map(readCommand).find((stored) => stored !== null);
  const again = `eva eval ... --shard ${shard.index}/${shard.of}`;
  if (!command)
    throw evaError('EVA_BAD_RUN:no_command', 'no run of this shard has the list of its prompts (command.json)', {
      hint: `start the shard again: ${again}`,
    });
  const ids = command.runs.map(({ id }) => id);
  const { runs } = planShare(ids, { ...options, job: jobOf(dirs) }, shard);
  if (runs.every(({ open }) => open.plan.manner.share?.command === command.digest)) return runs;
  throw evaError('EVA_RUN_CHANGED:command', 'a file of the command changed since this shard began', {
    hint: `undo the change to resume the shard, or start all shards again: ${again}`,
  });
}

/** Counts the trials that earlier processes have. One without a result was killed, and its last trials are in its journal alone. */
function continuedTrials(runs: readonly PlannedRun[]): ShareFacts['continues'] {
  const processes = runs.flatMap(({ earlier = [] }) => earlier);
  if (processes.length === 0) return null;
  const trials = runs.reduce((sum, { earlier = [], open }) => sum + countTrials(earlier, open.plan), 0);
  const hasResult = (dir: string) => orNull(() => readResultHead(join(dir, 'result.json'))) !== null;
  return { trials, isLeast: !processes.every(({ dir }) => hasResult(dir)) };
}

function callsIn(plan: Pick<OpenPrompt['plan'], 'body' | 'cases'>): number {
  return callsOf(plan).reduce((sum, { times }) => sum + times, 0);
}

function sizeOf(cases: OpenPrompt['plan']['cases']): number {
  return cases.reduce((sum, { sample_size }) => sum + sample_size, 0);
}

function countPrompts(runs: readonly PlannedRun[]): number {
  return new Set(runs.map(({ open }) => open.prompt.id)).size;
}

function withShare(run: PlannedRun, share: ShareSettings): PlannedRun {
  const shared = ({ plan, ...open }: OpenPrompt): OpenPrompt => ({
    ...open,
    plan: { ...plan, manner: { ...plan.manner, ...share } },
  });
  return { ...run, open: shared(run.open), reopen: () => shared(run.reopen()) };
}

/**
 * Lets runs continue what earlier processes of the share have, if the share is of a job or its runs are in a named folder. The first run that gets a
 * folder keeps the command there, and the others wait for it. Throws EVA_RUN_CHANGED if the files have changed since.
 */
function continued(
  runs: readonly PlannedRun[],
  command: StoredCommand,
  { root, job = null }: RunOptions,
): readonly PlannedRun[] {
  const [first] = runs;
  if (!first) return runs;
  const key = shareKey(command, first.open.plan, job);
  const all = job !== null || isRunsFolderNamed(root) ? earlierProcesses(root, key) : [];
  const changes = changesSinceEarlier(all, runs);
  if (changes.length > 0) throw new EvaError(changes);
  let kept: Promise<unknown> | undefined;
  return runs.map((run) => {
    const earlier = all.filter(({ plan }) => isSameRun(plan, run.open.plan));
    return {
      ...run,
      share: key,
      ...(earlier.length > 0 && { earlier }),
      placeOf: async (open, notify, names) => {
        if (kept) await kept; // a kill must not leave a run without the command
        const keeps = kept === undefined;
        const place = run.placeOf(open, notify, names, ({ dir, journal }) => {
          noteShare(journal, { key, job, continues: earlier.map(({ runId }) => runId) });
          if (keeps) writeCommand(dir, command);
        });
        if (keeps)
          kept = place.catch(() => {
            kept = undefined;
          });
        return place;
      },
    };
  });
}

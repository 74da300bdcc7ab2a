import { isOfProgram } from '#model/case.js';
import type { Budget } from '#model/config.js';
import { type SpentLimit, spentLimit } from '#model/reply/no-reply.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { WhyMissing } from '#model/run/trial.js';
import { flagWords, pathWord, promptWord } from '#model/text/quoted.js';
import type { CallsToFinish } from '#run/resume/calls-to-finish.js';
import { runsFolder, runsFolderName } from '#store/run/runs-folder.js';
import type { Continuation } from '../view/view-of.js';

interface Interrupted extends Unfinished {
  readonly flags: Resumable;
  /** The name of the run; undefined if `--resume` finds it without a name. */
  readonly run?: string | undefined;
}

/** What is known of runs that a budget may have ended. */
interface Unfinished {
  /** The limits, as far as they are known. */
  readonly budget: Budget;
  /** Counts what a larger limit must hold. Default: the command names no larger limit. */
  readonly toFinish?: () => CallsToFinish;
}

/**
 * Returns the command that requests the missing replies of a run, or says that its program must run; null if none is missing, and for a
 * merged run, which makes no calls.
 */
export function continuationOf(
  { manner, cases }: RunPlan,
  result: RunResult,
  { flags, run, ...unfinished }: Interrupted,
): Continuation | null {
  if (result.state === 'finished' || manner.merged !== null) return null;
  const keepsReplies = result.replies.model + result.replies.recorded + result.replies.synthetic > 0;
  if (cases.some(isOfProgram)) {
    const needs = whysOf(result).has('budget') ? 'budget' : 'nothing';
    return { needs, keepsReplies, command: 'run the program again' };
  }
  const commands = {
    ask: ['eva eval', promptWord(result.id), '--record', ...placeFlags(flags)].join(' '),
    resume: resumeCommand(result.id, flags, run),
  };
  return { keepsReplies, ...commandForMissing(result, commands, { ...unfinished, manner }) };
}

/**
 * Returns the command that gets the missing replies of a run or a comparison: `ask` asks models for what recordings lack, `resume` continues.
 */
export function commandForMissing(
  result: Pick<RunResult, 'cases'>,
  { ask, resume }: { readonly ask: string; readonly resume: string },
  { manner, ...unfinished }: Pick<RunPlan, 'manner'> & Unfinished,
): Pick<Continuation, 'needs' | 'command'> {
  const whys = whysOf(result);
  if (manner.replay && whys.has('no_recording')) return { needs: 'recordings', command: ask };
  if (!whys.has('budget')) return { needs: 'nothing', command: resume };
  const flags = largerLimits(limitsIn(result), unfinished, manner.shard?.of);
  return { needs: 'budget', command: [resume, ...flags].join(' ') };
}

export function whysOf({ cases }: Pick<RunResult, 'cases'>): ReadonlySet<WhyMissing | undefined> {
  return new Set(
    cases.flatMap(({ trials }) => trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial.why] : []))),
  );
}

const flagOf = { max_calls: '--max-calls', max_cost_usd: '--max-cost' } as const;

/** Lists the limits that refused calls of a run. */
export function limitsIn({ cases }: Pick<RunResult, 'cases'>): readonly SpentLimit[] {
  const missing = cases.flatMap(({ trials }) => trials.filter((trial) => trial.outcome === 'missing'));
  return missing.flatMap(({ why, reason }) => (why === 'budget' ? (spentLimit(reason) ?? []) : []));
}

/**
 * Returns flags with the least limits that are sure to be enough, without retries: of the limits in `spent`, which refused calls, and of calls if
 * that would refuse some. Without any in `spent`, raises all limits to MORE, which is no number. `shards`: the number of shards that divide what
 * the flags say.
 */
export function largerLimits(
  spent: readonly SpentLimit[],
  { budget, toFinish }: Unfinished,
  shards = 1,
): readonly string[] {
  if (!toFinish) return [];
  if (spent.length === 0)
    return (['max_calls', 'max_cost_usd'] as const)
      .filter((bound) => budget[bound] !== undefined)
      .map((bound) => `${flagOf[bound]} MORE`);
  const { spent: paid, left, budgets, usd } = toFinish();
  const limitsOf = (bound: SpentLimit['bound']) => spent.filter((one) => one.bound === bound);
  const mayRefuse = budget.max_calls !== undefined && budget.max_calls < paid + left;
  const dollars = limitsOf('max_cost_usd').map(({ limit, most }) => limit * budgets + Math.max(most * left, usd ?? 0));
  if (usd != null && budget.max_cost_usd !== undefined) dollars.push(budget.max_cost_usd * budgets + usd);
  return [
    ...(limitsOf('max_calls').length > 0 || mayRefuse ? [`${flagOf.max_calls} ${shards * (paid + left)}`] : []),
    ...(dollars.length > 0
      ? [`${flagOf.max_cost_usd} ${Math.ceil(shards * Math.max(...dollars) * 100 - 1e-6) / 100}`]
      : []),
  ];
}

/** The flags that name a library and the folder of its runs. */
export interface PlaceFlags {
  readonly root?: string;
  readonly runs?: string;
}

export interface Resumable extends PlaceFlags {
  readonly cache?: boolean | undefined;
  readonly trust?: boolean | undefined;
}

/** Returns the command that resumes a run of a prompt: `run`, else the latest unfinished one. Without a prompt it resumes the last command. */
export function resumeCommand(id: string | null, options: Resumable, run?: string): string {
  const { cache, trust } = options;
  return [
    'eva eval',
    ...(id === null ? [] : [promptWord(id)]),
    run === undefined ? '--resume' : flagWords('--resume', run),
    ...(cache === undefined ? [] : [cache ? '--cache' : '--no-cache']),
    ...(trust ? ['--trust'] : []),
    ...placeFlags(options),
  ].join(' ');
}

/** Returns the flags that name the library and its runs, as far as the command line had them. */
export function placeFlags({ root, runs }: PlaceFlags): readonly string[] {
  return [
    ...(root === undefined ? [] : [flagWords('--root', root)]),
    ...(runs === undefined ? [] : [flagWords('--runs', runs)]),
  ];
}

/** Returns the command that joins the shards in the folder of the runs. */
export function mergeCommandOf(root: string, flags: PlaceFlags): string {
  const folder = flags.runs ?? (flags.root === undefined ? runsFolderName(root) : runsFolder(root));
  return ['eva merge', pathWord(folder), ...placeFlags(flags)].join(' ');
}

/** Returns 3 if replies are missing, 1 if a case did not pass, else 0. A complete shard and a run with `--look` have no verdict: 0. */
export function exitCodeOfRun({ state, shard, all_passed }: RunResult, { manner }: Pick<RunPlan, 'manner'>): number {
  if (state === 'unfinished') return 3;
  return shard !== null || manner.look || all_passed ? 0 : 1;
}

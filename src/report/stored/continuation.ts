import { isOfProgram } from '#model/case.js';
import type { Budget } from '#model/config.js';
import { type SpentLimit, spentLimit } from '#model/reply/no-reply.js';
import type { RunPlan, RunResult, RunSettings } from '#model/run/run.js';
import type { WhyMissing } from '#model/run/trial.js';
import { flagWords, pathWord, promptWord } from '#model/text/quoted.js';
import { runsFolder, runsFolderName } from '#store/run/runs-folder.js';
import type { Continuation } from '../view/view-of.js';

interface Interrupted {
  readonly budget: Budget;
  readonly flags: Resumable;
  /** The name of the run; undefined if `--resume` finds it without a name. */
  readonly run?: string | undefined;
}

/**
 * Returns the command that requests the missing replies of a run, or says that its program must run; null if none is missing, and for a
 * merged run, which makes no calls.
 */
export function continuationOf(
  { manner, cases, calls }: RunPlan,
  result: RunResult,
  { budget, flags, run }: Interrupted,
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
  return { keepsReplies, ...commandForMissing(result, commands, { budget, calls, manner }) };
}

/**
 * Returns the command that gets the missing replies of a run or a comparison: `ask` asks models for what recordings lack, `resume` continues.
 * `calls`: those of the whole plan.
 */
export function commandForMissing(
  result: Pick<RunResult, 'cases'>,
  { ask, resume }: { readonly ask: string; readonly resume: string },
  { budget, calls, manner }: Pick<RunPlan, 'calls' | 'manner'> & Pick<Interrupted, 'budget'>,
): Pick<Continuation, 'needs' | 'command'> {
  const whys = whysOf(result);
  if (manner.replay && whys.has('no_recording')) return { needs: 'recordings', command: ask };
  if (!whys.has('budget')) return { needs: 'nothing', command: resume };
  return { needs: 'budget', command: [resume, ...larger(budget, result, calls, manner.shard?.of)].join(' ') };
}

export function whysOf({ cases }: Pick<RunResult, 'cases'>): ReadonlySet<WhyMissing | undefined> {
  return new Set(
    cases.flatMap(({ trials }) => trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial.why] : []))),
  );
}

const flagOf = { max_calls: '--max-calls', max_cost_usd: '--max-cost' } as const;

/**
 * Returns flags that raise the limits which refused calls, and one of calls that would, to numbers that are enough for all calls of the plan. If the reasons name
 * no limit, raises all limits to MORE, which is no number. `shards`: the number of shards that divide what the flags say.
 */
function larger(budget: Budget, { cases }: Pick<RunResult, 'cases'>, calls: number, shards = 1): readonly string[] {
  const missing = cases.flatMap(({ trials }) => trials.filter((trial) => trial.outcome === 'missing'));
  const spent = missing.flatMap(({ why, reason }) => (why === 'budget' ? (spentLimit(reason) ?? []) : []));
  const bounds = (['max_calls', 'max_cost_usd'] as const).filter((bound) => budget[bound] !== undefined);
  if (spent.length === 0) return bounds.map((bound) => `${flagOf[bound]} MORE`);
  return bounds.flatMap((bound) => {
    const own = spent.filter((one) => one.bound === bound);
    if (own.length > 0) return [`${flagOf[bound]} ${shards * Math.max(...own.map((one) => enough(one, calls)))}`];
    // A limit that refused no call yet would stop the resumed run.
    return bound === 'max_calls' && (budget.max_calls ?? calls) < calls ? [`${flagOf[bound]} ${shards * calls}`] : [];
  });
}

/**
 * Returns flags that raise the limits of the command line by so many calls and dollars, in full cents; `usd` is null if it is not known. Shards divide what
 * the flags say.
 */
export function largerBy(
  { max_calls, max_cost_usd }: Budget,
  { calls, usd }: { readonly calls: number; readonly usd: number | null },
  { budget, shard }: Pick<RunSettings, 'budget' | 'shard'>,
): readonly string[] {
  const shards = shard?.of ?? 1;
  const dollars = (limit: number) => (usd === null ? 'MORE' : Math.ceil((limit + usd) * shards * 100) / 100);
  return [
    ...(budget?.max_calls === undefined || max_calls === undefined
      ? []
      : [`--max-calls ${(max_calls + calls) * shards}`]),
    ...(budget?.max_cost_usd === undefined || max_cost_usd === undefined
      ? []
      : [`--max-cost ${dollars(max_cost_usd)}`]),
  ];
}

/** Returns a limit that is enough for this many calls, dollars in full cents. */
function enough({ bound, limit, most }: SpentLimit, calls: number): number {
  if (bound === 'max_calls' && calls > limit) return calls;
  const sum = limit + most * calls;
  return bound === 'max_cost_usd' ? Math.ceil(sum * 100) / 100 : sum;
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

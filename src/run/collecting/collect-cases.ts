import { nextTurn } from '#model/data/time.js';
import type { Ask } from '#model/reply/exchange.js';
import type { CaseResult, RunPlan } from '#model/run/run.js';
import type { CaseStanding, RunDeps } from '../deps.js';
import { CaseFollower } from '../following/follow-case.js';
import { ShardFollower } from '../following/follow-shard.js';
import { type Follower, isOfKind, type Job } from '../following/follower.js';
import { inManner } from '../following/manner.js';
import { trialsInShard } from '../shards/shard.js';
import { collectTrial } from './collect-trial.js';
import { inTurn } from './in-turn.js';
import { inParallel, type Lane } from './pool.js';
import { TrialLedger } from './trial-ledger.js';
import { trialQueue } from './trial-queue.js';

/** As for a run. `onBegin` gets a function that returns what is known of the cases so far. */
export interface CollectDeps extends Omit<RunDeps, 'onBegin'> {
  readonly onBegin?: (standing: () => CaseStanding) => void;
}

/**
 * Collects trials until every case is settled, or every trial of the shard is there. Trials that are still missing are tried once more if a
 * model has replied since their last call began.
 */
export async function collectCases(plan: RunPlan, deps: CollectDeps): Promise<readonly CaseResult[]> {
  const followers = followersOf(plan, deps);
  const ledger = new TrialLedger(followers, deps);
  deps.onBegin?.(() => ledger.standing());
  const trialDeps = { ...deps, inTurn: inTurn(deps.concurrency) };
  const collect = async ({ follower, trial }: Job) => {
    await nextTurn();
    deps.signal.throwIfAborted();
    const { ask, repliesBefore } = watched(deps);
    const graded = await collectTrial(follower.one, plan.body, trial, { ...trialDeps, ask });
    ledger.take(follower, graded, repliesBefore());
  };
  const ends = { stop: deps.stop, onFailure: deps.abort };
  const round = () => inParallel(lanesOf(plan, followers, deps.concurrency), ends, collect);
  await round();
  if (ledger.beginSecondRound()) await round();
  ledger.close();
  return followers.map((follower) => follower.result());
}

/** Returns `ask` for one trial. `repliesBefore` counts the replies that models had given when the trial's last failed call began. */
function watched({ ask, repliesGiven }: Pick<RunDeps, 'ask' | 'repliesGiven'>): {
  readonly ask: Ask;
  readonly repliesBefore: () => number;
} {
  let repliesBefore = repliesGiven();
  return {
    ask: async (call) => {
      const given = repliesGiven();
      try {
        return await ask(call);
      } catch (error) {
        repliesBefore = given;
        throw error;
      }
    },
    repliesBefore: () => repliesBefore,
  };
}

function followersOf(
  { cases, manner }: RunPlan,
  { concurrency, criteria }: Pick<RunDeps, 'concurrency' | 'criteria'>,
): readonly Follower[] {
  if (!manner.shard) return cases.map((one) => new CaseFollower(inManner(one, manner), concurrency, criteria));
  const own = trialsInShard(cases, manner.shard);
  return cases.flatMap((one, at) => (own[at] ? new ShardFollower(one, own[at], criteria) : []));
}

/** Requests of a batch at most. */
const mostInBatch = 100_000;

/** All requests of a batch are in hand at once. Conversations cannot go in one: each turn waits for the one before. */
function lanesOf({ manner }: RunPlan, followers: readonly Follower[], concurrency: number): readonly Lane<Job>[] {
  if (!manner.batch) return [{ take: trialQueue(followers), limit: concurrency }];
  return [
    { take: trialQueue(followers.filter(isOfKind('prompt', 'trigger'))), limit: mostInBatch },
    { take: trialQueue(followers.filter(isOfKind('conversation'))), limit: concurrency },
  ];
}

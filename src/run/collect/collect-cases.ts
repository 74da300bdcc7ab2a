import { isDeepStrictEqual } from 'node:util';
import type { Criterion } from '#decide/criterion.js';
import type { GradeDeps } from '#grade/graded.js';
import type { Case } from '#model/case.js';
import { nextTurn } from '#model/data/collections.js';
import type { Ask, StoredReply } from '#model/reply/exchange.js';
import type { CaseResult, RunPlan } from '#model/run/run.js';
import { repeated, type SampleOf } from '#model/run/sample.js';
import type { SubjectDeps } from '#subject/deps.js';
import { followShare } from '../shares/follow-share.js';
import { trialsOfShare } from '../shares/share-trials.js';
import { collectTrial, type GradedTrial } from './collect-trial.js';
import { FirstUses } from './first-uses.js';
import {
  CaseFollower,
  type Followed,
  type Follower,
  firstModel,
  isOfKind,
  type TrialJob,
  withStopEarly,
} from './follow-case.js';
import type { Lane, Seat } from './pool.js';
import { type CaseProgress, type TrackerDeps, TrialTracker } from './trial-tracker.js';

export interface CollectDeps extends GradeDeps, SubjectDeps, TrackerDeps {
  readonly route: SubjectDeps['route'];
  /** The place of the run in the pool of its command. */
  readonly seat: Seat;
  /** The run's place among runs that take their cases in step; undefined for a run alone. */
  readonly turn?: RunTurn | undefined;
  /** The run's place in a comparison; undefined for a run of its own. */
  readonly side?: RunSide | undefined;
  /** Returns trials of an earlier run, which are not asked. */
  readonly keptTrial?: KeptTrials | undefined;
  /**
   * Returns ways to the kept replies to a trial, which are tried in this order until one has it whole, before `ask`. Their calls are not metered:
   * `count` counts the replies of the trial that is taken. Absent without kept replies.
   */
  readonly keptReplies?: (caseName: string, index: number) => readonly Ask[];
  /** Called with a way to answers that nothing graded, if the trial that is taken has others. */
  readonly onRedrawn?: (way: Ask) => void;
  readonly count?: (stored: StoredReply, model: string | null) => void;
  /** Returns the trials of a case; if undefined, every case asks its one input again and again. */
  readonly sampleOf?: SampleOf;
  readonly criteria?: readonly Criterion[];
  /** Once aborted, no trial and no call begins. Running ones may finish. */
  readonly stop: AbortSignal;
  /** Aborts the running calls when the run cannot continue. */
  readonly abort: () => void;
}

/**
 * Collects trials until every case is settled or, in a shard, until every trial is collected. With `fail_fast: run` it hands out none once a
 * case cannot pass any more; the results of open cases then have its name, and are not decided yet. Retries missing trials once, if a
 * model has replied since their last call began. Calls `onBegin` once, with a function that returns the progress.
 */
export async function collectCases(
  plan: RunPlan,
  deps: CollectDeps,
  onBegin: (progress: () => CaseProgress) => void,
): Promise<readonly CaseResult[]> {
  const followers = followersOf(plan, deps);
  let ended_by: string | undefined;
  const onRed = (caseName: string) => {
    if (plan.manner.fail_fast === 'run') ended_by = caseName;
    deps.onRed?.(caseName);
  };
  const tracker = new TrialTracker(followers, { ...deps, onRed });
  onBegin(() => tracker.progress());
  const base = depsOfTrials(deps);
  const uses = new FirstUses();
  const collect = async ({ follower, trial }: TrialJob, begun: () => void) => {
    await nextTurn();
    deps.signal.throwIfAborted();
    const kept = deps.keptTrial?.(follower.testCase.name, trial);
    if (kept) return tracker.take(follower, kept, deps.repliesGiven());
    const { ask, repliesBefore } = watched(deps, begun);
    const drawn = follower.sample.at(trial);
    const collectWith = async (way: Ask) => {
      const used = uses.begin(way);
      const world = { ...base, ask: used.ask, onUse: used.onUse, onAnswered: () => tracker.answered(follower, trial) };
      const graded = await collectTrial(drawn, plan.body, trial, world).catch((error) => {
        uses.drop();
        throw error;
      });
      return { used, graded };
    };
    const ways = deps.keptReplies?.(follower.testCase.name, trial) ?? [];
    const { used, graded } = await firstWhole(ways, ask, collectWith, { ...deps, uses });
    const take = () => tracker.take(follower, graded, repliesBefore());
    if (!uses.end(used, take)) tracker.take(follower, unknown(graded), repliesBefore());
  };
  const ends = { stop: deps.stop, onFailure: deps.abort };
  const round = async (turn?: RunTurn) => {
    const lanes = lanesOf(plan, followers, { ...deps, turn });
    const isEnded = () => ended_by !== undefined;
    const paused = lanes.map((lane) => pausedLane(lane, { isPausing: () => uses.isPausing(), isEnded }));
    await deps.seat.work(paused, ends, collect);
    uses.close();
  };
  const rounds = async () => {
    if (plan.manner.batch) deps.turn?.leave(); // a batch asks all cases at once
    await round(plan.manner.batch ? undefined : deps.turn).finally(() => deps.turn?.leave());
    if (ended_by === undefined && tracker.beginSecondRound()) await round();
  };
  await rounds().finally(() => deps.side?.leave());
  tracker.close();
  await deps.side?.finish();
  return followers.map((follower) => {
    const result = follower.result();
    return ended_by === undefined || result.passed !== null || result.look ? result : { ...result, ended_by };
  });
}

/** Returns what trials have in common. It has the keys that each sets: V8 makes a hidden class for each copy of an object that adds one. */
function depsOfTrials(deps: CollectDeps) {
  return { ...deps, inTurn: deps.seat.inTurn, item: undefined, onUse: undefined, onAnswered: () => {} };
}

/** Collects a trial from the first of these ways that has it whole, and counts the kept replies that it used; else from `rest`. */
async function firstWhole<T extends { readonly graded: GradedTrial }>(
  ways: readonly Ask[],
  rest: Ask,
  collectWith: (way: Ask) => Promise<T>,
  { count, onRedrawn, uses }: Pick<CollectDeps, 'count' | 'onRedrawn'> & { readonly uses: FirstUses },
): Promise<T> {
  const passed: { readonly way: Ask; readonly answers: readonly StoredReply[] }[] = [];
  for (const way of ways) {
    const heard: StoredReply[] = [];
    const hearing: Ask = async (call) => {
      const stored = await way(call);
      heard.push(stored);
      return stored;
    };
    const collected = await collectWith(hearing);
    if (collected.graded.trial.outcome !== 'missing') {
      for (const stored of heard) count?.(stored, stored.model ?? null);
      const isTaken = (answer: StoredReply) => heard.some((stored) => isDeepStrictEqual(stored, answer));
      for (const { way, answers } of passed) if (!answers.every(isTaken)) onRedrawn?.(way);
      return collected;
    }
    passed.push({ way, answers: heard.filter(({ role }) => role === 'subject') });
    uses.drop();
  }
  return collectWith(rest);
}

/** Returns a lane that gives no job while `isPausing` returns true, and none once `isEnded` does. */
function pausedLane(
  lane: Lane<TrialJob>,
  { isPausing, isEnded }: { readonly isPausing: () => boolean; readonly isEnded: () => boolean },
): Lane<TrialJob> {
  return {
    ...lane,
    take: (mayCall) => (isPausing() ? undefined : lane.take(mayCall)),
    isHeld: () => isPausing() || lane.isHeld(),
    isEmpty: () => isEnded() || lane.isEmpty(),
  };
}

/** Returns a trial in place of one whose value may not count: the case goes on as if it were missing. */
function unknown({ trial: { outcome: _outcome, ...trial } }: GradedTrial): GradedTrial {
  const reason = 'it is not known yet whether what broke has ever worked';
  return { trial: { ...trial, outcome: 'missing', reason, why: 'given_up' }, scores: [] };
}

/**
 * Wraps `ask` for one trial. Calls `begun` with each call. `repliesBefore` returns the number of model replies when the trial's last failed call
 * began.
 */
function watched(
  { ask, repliesGiven }: Pick<CollectDeps, 'ask' | 'repliesGiven'>,
  begun: () => void,
): {
  readonly ask: Ask;
  readonly repliesBefore: () => number;
} {
  let repliesBefore = repliesGiven();
  return {
    ask: async (call) => {
      const given = repliesGiven();
      begun();
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
  {
    seat,
    route,
    criteria,
    side,
    sampleOf = repeated,
  }: Pick<CollectDeps, 'seat' | 'route' | 'criteria' | 'side' | 'sampleOf'>,
): readonly Follower[] {
  const followed = cases.map((testCase) => ({ testCase, sample: sampleOf(testCase) }));
  if (side) return followed.map((sampled) => side.follow(sampled, criteria));
  const aheadOf = (testCase: Case) => () => seat.ahead(route(firstModel(testCase)).provider);
  if (!manner.shard)
    return followed.map(
      ({ testCase, sample }) =>
        new CaseFollower({ testCase: withStopEarly(testCase, manner), sample }, aheadOf(testCase), criteria),
    );
  const own = trialsOfShare({ cases, manner }, sampleOf);
  return followed.flatMap((sampled, at) =>
    own[at] ? followShare(sampled, manner, own[at], { ahead: aheadOf(sampled.testCase), criteria }) : [],
  );
}

/** Greatest number of requests in a batch. */
const maxBatchRequests = 100_000;

/**
 * Returns the lanes of a run. All requests of a batch run at once. Conversations cannot be batched, since each turn needs the
 * previous one.
 */
function lanesOf(
  { manner }: RunPlan,
  followers: readonly Follower[],
  { turn, route }: Pick<CollectDeps, 'turn' | 'route'>,
): readonly Lane<TrialJob>[] {
  const providerOf = ({ testCase }: Follower) => route(firstModel(testCase)).provider;
  if (!manner.batch) return [trialQueue(followers, providerOf, { turn, interleaves: manner.fail_fast === 'run' })];
  return [
    { ...trialQueue(followers.filter(isOfKind('prompt', 'trigger')), providerOf), batched: maxBatchRequests },
    trialQueue(followers.filter(isOfKind('conversation')), providerOf),
  ];
}

/**
 * Returns a source of trials: it takes the next one from the first case that has one now and whose first call may be made. With `turn`, only from
 * cases that it is this run's turn to take. With `interleaves` it takes one trial of each case in turn, and runs go in step by these rounds.
 */
export function trialQueue(
  followers: readonly Follower[],
  providerOf: (follower: Follower) => string,
  { turn, interleaves = false }: { readonly turn?: RunTurn | undefined; readonly interleaves?: boolean } = {},
): Lane<TrialJob> {
  const open = new Map(
    followers.map((follower, at) => [follower, { index: interleaves ? 0 : at, provider: providerOf(follower) }]),
  );
  const providers = new Set([...open.values()].map(({ provider }) => provider)).size;
  let isHeld = false;
  /** Closes a case, or puts it behind the others for its next round. */
  const close = (follower: Follower, next?: { readonly index: number; readonly provider: string }) => {
    open.delete(follower);
    if (next) open.set(follower, next);
    turn?.reached(open.values().next().value?.index ?? Number.POSITIVE_INFINITY);
  };
  const isEmpty = () => {
    for (const follower of open.keys()) {
      if (!follower.isEmpty()) return false;
      close(follower);
    }
    return true;
  };
  const take: Lane<TrialJob>['take'] = (mayCall) => {
    isHeld = false;
    const denied = new Set<string>();
    for (const [follower, { index, provider }] of open) {
      if (follower.isEmpty()) {
        close(follower);
        continue;
      }
      if (turn?.mayTake(index) === false) {
        isHeld = true;
        return undefined;
      }
      if (denied.has(provider)) continue;
      if (!mayCall(provider)) {
        if (denied.add(provider).size === providers) return undefined;
        continue;
      }
      const trial = follower.next();
      if (trial !== null) {
        if (interleaves) close(follower, { index: index + 1, provider });
        return { follower, trial, provider };
      }
      if (follower.isHeld?.()) isHeld = true;
    }
    return undefined;
  };
  return { take, isEmpty, isHeld: () => isHeld };
}

/** The place of a run in a comparison of two runs with the same cases. */
export interface RunSide {
  /** Follows a case together with the other side. */
  readonly follow: (followed: Followed, criteria?: readonly Criterion[]) => Follower;
  /** Notes that this side asks nothing more. The other one then waits for it no longer. May be called again. */
  readonly leave: () => void;
  /** Waits until the other side asks nothing more either, and decides what is left. */
  readonly finish: () => Promise<void>;
}

/** The place of one run among those that take their cases in step. */
export interface RunTurn {
  /** Returns true if no other run still takes trials of an earlier case. */
  readonly mayTake: (index: number) => boolean;
  /** Says which case is the first that still has trials to take; infinity if none has. */
  readonly reached: (index: number) => void;
  /** Frees the other runs from waiting for this one. */
  readonly leave: () => void;
}

/**
 * Lets concurrent runs take their cases in step: a run takes trials of its case number i once no other run takes trials of an earlier one.
 * So a slow hour of a provider meets the same cases of every variant.
 */
export class CaseTurns {
  readonly #reached: number[] = [];
  readonly #wake: () => void;

  /** `wake` is called whenever a run goes on to a later case. */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Adds a run. All runs must be added before the first one takes a trial. */
  join(): RunTurn {
    const place = this.#reached.push(0) - 1;
    const reached = (index: number) => {
      if (index <= (this.#reached[place] ?? 0)) return;
      this.#reached[place] = index;
      this.#wake();
    };
    return {
      mayTake: (index) => this.#reached.every((other, run) => run === place || other >= index),
      reached,
      leave: () => reached(Number.POSITIVE_INFINITY),
    };
  }
}

/**
 * Returns a trial of an earlier run, with the outcome, the texts and the findings that it had; undefined for a trial that must be asked. May read
 * it from the disk.
 */
export type KeptTrials = (caseName: string, index: number) => GradedTrial | undefined;

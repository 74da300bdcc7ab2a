import { BoundedCache } from '#model/data/collections.js';
import type { ClassAnswer, Origin } from '#model/dataset.js';
import { isWaiting } from '#model/people/label.js';
import type { AttemptCases } from '#model/run/attempt.js';
import type { Emit } from '#model/run/notice.js';
import type { Finding, Score, Trial, TrialTurn } from '#model/run/trial.js';
import type { GradedTrial } from './collect-trial.js';
import type { Follower } from './follow-case.js';

export interface CaseProgress {
  readonly cases: AttemptCases;
  /** True if a case failed, or can no longer pass. */
  readonly red: boolean;
  /** True if a trial counts against its case, even if the case can still pass, or has replies that nothing has scored. */
  readonly red_trial: boolean;
}

export interface TrackerDeps {
  /** Returns the number of model replies so far in this process. */
  readonly repliesGiven: () => number;
  readonly emit: Emit;
  /** Writes a finished trial with its scores, and returns the number of bytes. If undefined, everything stays in memory. */
  readonly keepTrial?: (graded: GradedTrial) => number;
  /** Called once, when the first case has failed or can no longer pass, before the trial is reported. */
  readonly onRed?: (caseName: string) => void;
}

/** A missing trial that can be retried. `repliesBefore`: the number of model replies when its failed call began. */
interface GivenUp {
  readonly graded: GradedTrial;
  readonly repliesBefore: number;
}

/**
 * Receives the finished trials of a run and emits `trial_finished` once per trial. A missing trial is reported after its retry,
 * or when it will not be retried.
 */
export class TrialTracker {
  readonly #followers: readonly Follower[];
  readonly #repliesGiven: () => number;
  readonly #emit: Emit;
  readonly #keeper: TrialKeeper;
  /** Keyed by the index of the trial. */
  readonly #givenUp = new Map<Follower, Map<number, GivenUp>>();
  readonly #decided = new Set<Follower>();
  readonly #onRed: (caseName: string) => void;
  /** 1 for each trial with replies that nothing has scored, by case. Sets that change with each trial would leave their tables behind. */
  readonly #unscored = new Map<Follower, Uint8Array>();
  #red = false;
  readonly #ended = { done: 0, missing: 0 };
  #planned: number;

  constructor(followers: readonly Follower[], { emit, keepTrial, repliesGiven, onRed }: TrackerDeps) {
    this.#followers = followers;
    this.#onRed = onRed ?? (() => {});
    this.#repliesGiven = repliesGiven;
    this.#emit = emit;
    this.#keeper = new TrialKeeper(keepTrial);
    this.#planned = followers.reduce((sum, follower) => sum + follower.planned(), 0);
  }

  /** Notes that a trial has its replies. They count as not scored until it is taken: the run may end before. */
  answered(follower: Follower, trial: number): void {
    const ofCase = this.#unscored.get(follower) ?? new Uint8Array(follower.testCase.sample_size);
    this.#unscored.set(follower, ofCase);
    ofCase[trial] = 1;
  }

  /** Receives a trial. `repliesBefore`: the number of model replies when its last failed call began. */
  take(follower: Follower, graded: GradedTrial, repliesBefore: number): void {
    const { trial } = graded;
    const waits = trial.outcome === 'missing' && trial.why === 'given_up' && !follower.isSettled();
    const before = follower.planned();
    if (!isUnscored(graded)) this.#unscored.get(follower)?.fill(0, trial.index, trial.index + 1);
    follower.take(waits ? graded : this.#keeper.keep(graded));
    this.#planned += follower.planned() - before;
    if (!follower.canPass()) this.#turnRed(follower);
    if (waits) this.#giveUp(follower, { graded, repliesBefore });
    else this.#end(follower, graded);
  }

  /** Queues the missing trials that are worth a retry. Returns false if no trial is. Call it when all other trials are finished. */
  beginSecondRound(): boolean {
    const replies = this.#repliesGiven();
    this.#endThoseOf(
      (follower, { graded, repliesBefore }) => repliesBefore >= replies || !follower.askAgain(graded.trial.index),
    );
    return [...this.#givenUp.values()].some((ofCase) => ofCase.size > 0);
  }

  /** Reports the trials that are still missing. Call it when nothing runs. */
  close(): void {
    this.#endThoseOf(() => true);
  }

  /** Returns the progress. A trial that arrived before earlier ones counts too if it rules out a pass. */
  progress(): CaseProgress {
    const results = [...this.#decided].map((follower) => follower.result());
    const passed = results.filter((result) => result.passed === true).length;
    const failed = results.filter((result) => result.passed === false && !isWaiting(result)).length;
    const red = this.#red || this.#followers.some((follower) => !follower.couldPass());
    const isUnscored = [...this.#unscored.values()].some((trials) => trials.includes(1));
    const red_trial = red || isUnscored || this.#followers.some((follower) => follower.hasRedTrial());
    const judged = this.#followers.filter(({ testCase }) => !testCase.look).length;
    return { cases: { passed, failed, open: judged - passed - failed }, red, red_trial };
  }

  #turnRed({ testCase }: Follower): void {
    if (this.#red) return;
    this.#red = true;
    this.#onRed(testCase.name);
  }

  #giveUp(follower: Follower, givenUp: GivenUp): void {
    const ofCase = this.#givenUp.get(follower) ?? new Map<number, GivenUp>();
    this.#givenUp.set(follower, ofCase);
    ofCase.set(givenUp.graded.trial.index, givenUp);
  }

  #endThoseOf(hasEnded: (follower: Follower, givenUp: GivenUp) => boolean): void {
    for (const [follower, ofCase] of this.#givenUp) {
      for (const givenUp of [...ofCase.values()].filter((candidate) => hasEnded(follower, candidate))) {
        this.#keeper.keep(givenUp.graded);
        this.#end(follower, givenUp.graded);
      }
    }
  }

  #end(follower: Follower, graded: GradedTrial): void {
    const { trial } = graded;
    const givenUp = this.#givenUp.get(follower);
    givenUp?.delete(trial.index);
    this.#ended[trial.outcome === 'missing' ? 'missing' : 'done'] += 1;
    const isDecided = follower.isSettled() || (follower.isDone() && !givenUp?.size);
    const result = isDecided && !this.#decided.has(follower) ? follower.result() : null;
    if (result?.passed === false && !isWaiting(result)) this.#turnRed(follower);
    const missed = trial.outcome === 'missing' ? null : isMissed(graded);
    this.#emit({ event: 'trial_finished', trial, ...this.#ended, planned: this.#planned, missed });
    if (!result) return;
    this.#decided.add(follower);
    this.#emit({ event: 'case_decided', result });
  }
}

function isMissed({ trial, scores }: GradedTrial): boolean {
  return trial.outcome === 'failed' || scores.some(({ findings }) => findings.some(({ holds }) => holds === false));
}

/** Returns true for a trial with replies and without scores. One that an outage ended does not count: nobody chose that. */
function isUnscored({ trial }: GradedTrial): boolean {
  if (trial.outcome !== 'missing' || trial.turns.length === 0) return false;
  return trial.why !== 'given_up' && trial.why !== 'provider_given_up';
}

/**
 * Trials stay in memory with their texts up to this many bytes in the file. Of the trials of data sets, which can be many, those that passed
 * stay up to the second limit.
 */
const maxBytesWithTexts = 8 * 1024 * 1024;

const maxBytesOfPassed = 256 * 1024;

/**
 * Writes each trial of a run to disk and returns the part to keep in memory. The first trials keep their texts; the others keep only the
 * data for verdicts and counts, so that memory does not grow with the length of replies. Without a file, everything stays in memory.
 */
export class TrialKeeper {
  readonly #keep: ((graded: GradedTrial) => number) | undefined;
  readonly #findings = new BoundedCache<string, readonly Finding[]>();
  readonly #turns = new BoundedCache<number | null, readonly TrialTurn[]>();
  readonly #slices = new BoundedCache<string, Origin['slices']>();
  readonly #classes = new BoundedCache<string, ClassAnswer>();
  #bytes = 0;
  #bytesOfPassed = 0;

  constructor(keep: ((graded: GradedTrial) => number) | undefined) {
    this.#keep = keep;
  }

  /** Writes a trial and returns the part to keep in memory. */
  keep(graded: GradedTrial): GradedTrial {
    if (!this.#keep) return graded;
    const bytes = this.#keep(graded);
    this.#bytes += bytes;
    if (graded.trial.origin && !isMissed(graded)) this.#bytesOfPassed += bytes;
    // A copy: once the first trials lived long, V8 would make all others, which do not, where it collects seldom.
    return this.#hasRoom(graded) ? structuredClone(graded) : this.#cut(graded);
  }

  #hasRoom(graded: GradedTrial): boolean {
    if (graded.trial.origin && !isMissed(graded)) return this.#bytesOfPassed <= maxBytesOfPassed;
    return this.#bytes - this.#bytesOfPassed <= maxBytesWithTexts;
  }

  #cut({ trial, scores }: GradedTrial): GradedTrial {
    return {
      trial: cutTrial(trial, this.#cutTurns(trial), trial.origin && this.#cutOrigin(trial.origin)),
      scores: scores.map((score) => this.#cutScore(score)),
    };
  }

  #cutScore({ extracted: _extracted, ...score }: Score): Score {
    const cut = score.findings.map(cutFinding);
    const findings = this.#findings.of(JSON.stringify(cut), () => cut);
    const { expectation, trial, turn, value, classes } = score;
    if (classes) {
      const shared = this.#classes.of(JSON.stringify(classes), () => classes);
      return value === null
        ? { ...score, classes: shared, findings }
        : { expectation, trial, value, classes: shared, findings };
    }
    return value === null || turn !== undefined ? { ...score, findings } : { expectation, trial, value, findings };
  }

  /** Shares the slices of trials. */
  #cutOrigin({ item, draw, slices, cluster }: Origin): Origin {
    const shared = slices && this.#slices.of(JSON.stringify(slices), () => slices);
    if (cluster !== undefined) return shared ? { item, draw, slices: shared, cluster } : { item, draw, cluster };
    return shared ? { item, draw, slices: shared } : { item, draw };
  }

  /** Shares turns. Those of a data set keep their latency to a hundredth of a second, so that many trials share few of them. */
  #cutTurns({ turns, origin }: Trial): readonly TrialTurn[] {
    const [first] = turns;
    if (!first || turns.length !== 1) return turns.map(cutTurn);
    const latency = origin && first.latency !== null ? Math.round(first.latency * 100) / 100 : first.latency;
    return this.#turns.of(latency, () => [cutTurn({ ...first, latency })]);
  }
}

/** Copies a trial field by field. An object made by spreading others takes twice the memory. */
function cutTrial(trial: Trial, turns: readonly TrialTurn[], origin: Origin | undefined): Trial {
  const { case: name, index, started_at, duration_s, conversation } = trial;
  const placed = origin && { origin };
  if (conversation) {
    const { style, ended } = conversation;
    return { ...trial, turns, cut: true, ...placed, conversation: { style, ended } };
  }
  if (trial.outcome === 'missing' || (trial.outcome === 'failed' && trial.timed_out))
    return { ...trial, turns, cut: true, ...placed };
  if (origin) {
    return trial.outcome === 'finished'
      ? { case: name, index, turns, started_at, duration_s, cut: true, origin, outcome: trial.outcome }
      : {
          case: name,
          index,
          turns,
          started_at,
          duration_s,
          cut: true,
          origin,
          outcome: trial.outcome,
          reason: trial.reason,
        };
  }
  return trial.outcome === 'finished'
    ? { case: name, index, turns, started_at, duration_s, cut: true, outcome: trial.outcome }
    : { case: name, index, turns, started_at, duration_s, cut: true, outcome: trial.outcome, reason: trial.reason };
}

const noDetails = {};

function cutTurn({ latency }: TrialTurn): TrialTurn {
  return { user_message: '', app_response: '', latency, details: noDetails };
}

function cutFinding({ about, holds, score }: Finding): Finding {
  return { about, holds, reason: '', ...(score !== undefined && { score }) };
}

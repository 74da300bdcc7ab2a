import { watchCase } from '#decide/watch-case.js';
import { scoresByTrial } from '#model/run/trial.js';
import { couldPass, TrialBuffer, withStopEarly } from '../collect/follow-case.js';
import type { MergedCommand, MergedRun } from './merge.js';

/** What is there of one shard of a command. */
export interface ShardStanding {
  readonly index: number;
  readonly trials: number;
  /** The number of its trials that have no reply. */
  readonly missing: number;
  readonly hasRun: boolean;
  /** The time of its last reply, in milliseconds; null without one. */
  readonly lastReply: number | null;
}

/** Counts the trials of each shard that has any. */
export function shardStandings({ sharded, runs, lastReplies }: MergedCommand): readonly ShardStanding[] {
  const { of } = sharded.command;
  const trials = new Uint32Array(of + 1);
  const missing = new Uint32Array(of + 1);
  const count = (counts: Uint32Array, shard: number) => {
    counts[shard] = (counts[shard] ?? 0) + 1;
  };
  for (const { open, result, ownerOf } of runs) {
    for (const [at, { sample_size }] of open.plan.cases.entries())
      for (let trial = 0; trial < sample_size; trial++) count(trials, ownerOf(at, trial));
    for (const [at, testCase] of result.cases.entries())
      for (const { outcome, index } of testCase.trials) if (outcome === 'missing') count(missing, ownerOf(at, index));
  }
  const present = new Set(sharded.folders.map(({ shard }) => shard.index));
  return Array.from({ length: of }, (_, at) => at + 1).flatMap((index) => {
    const all = trials[index] ?? 0;
    if (all === 0) return [];
    const lastReply = lastReplies.get(index) ?? null;
    return [{ index, trials: all, missing: missing[index] ?? 0, hasRun: present.has(index), lastReply }];
  });
}

/** What is known of a case while trials are missing. */
export interface MergedCase {
  readonly name: string;
  readonly done: number;
  readonly right: number;
  /** The number of trials at the end, at most if it `mayStop` before. */
  readonly of: number;
  readonly mayStop: boolean;
  readonly isOfItems: boolean;
  /** False if the case cannot pass, whatever the missing trials would be. */
  readonly canPass: boolean;
}

/** Counts the trials of each judged case that are there, and those in which everything holds. */
export function mergedCases({ open, result }: MergedRun): readonly MergedCase[] {
  return open.plan.cases.flatMap((testCase, at) => {
    const { trials = [], scores = [], stopped_at = null } = result.cases[at] ?? {};
    if (testCase.look) return [];
    const watch = watchCase(testCase);
    const buffer = new TrialBuffer();
    const ofTrial = scoresByTrial(scores);
    for (const trial of trials) buffer.take({ trial, scores: ofTrial.get(trial.index) ?? [] });
    const followed = { testCase: withStopEarly(testCase, open.plan.manner), sample: open.sampleOf(testCase) };
    const done = trials.filter(({ outcome }) => outcome !== 'missing');
    const right = done.filter(({ index }) => !watch.isAgainst(ofTrial.get(index) ?? [])).length;
    return [
      {
        name: testCase.name,
        done: done.length,
        right,
        of: stopped_at ?? testCase.sample_size,
        isOfItems: testCase.dataset !== undefined && testCase.dataset.draws === 1,
        mayStop: stopped_at === null && followed.testCase.stop_early && testCase.sample_size > Math.max(1, done.length),
        canPass: couldPass(followed, buffer),
      },
    ];
  });
}

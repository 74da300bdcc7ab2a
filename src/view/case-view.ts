import type { Case, Subject } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import type { CaseResult } from '#model/run/run.js';
import { outcomeOf } from '#model/run/run.js';
import { scoresByTrial } from '#model/run/score.js';
import { claimsOf } from './claims.js';
import { groupsOf, missesOf } from './groups.js';
import { replyOf } from './reply.js';
import { type CaseView, type MissingReplies, type NamedText, type Reply, type TrialCounts, text } from './view.js';

const keyLength = 12;

/** Returns a case with its claims, its counts, and its replies by equal text. */
export function caseView(result: CaseResult, testCase: Case | undefined, isShard: boolean): CaseView {
  const scores = scoresByTrial(result.scores);
  const replies = result.trials.map((trial) => replyOf(trial, scores.get(trial.index) ?? [], testCase));
  const there = replies.filter(({ outcome }) => outcome !== 'missing');
  const outcome = outcomeOf(result);
  const isWhole = there.length === result.trials.length;
  return {
    key: sha256(result.name).slice(0, keyLength),
    name: text(result.name),
    kind: result.kind,
    outcome: outcome !== 'unknown' ? outcome : isShard && isWhole ? 'collected' : 'unfinished',
    at: testCase?.at ?? null,
    inputs: testCase ? inputsOf(testCase.subject) : [],
    claims: claimsOf(result, testCase),
    trials: countsOf(result, replies),
    stopped_at: result.stopped_at,
    marks: replies.map((reply) => reply.outcome),
    misses: missesOf(there),
    groups: groupsOf(there),
    missing: missingOf(result),
  };
}

function inputsOf(subject: Subject): readonly NamedText[] {
  if (subject.kind === 'trigger') return [{ name: text('query'), value: text(subject.query) }];
  return Object.entries(subject.inputs).map(([name, value]) => ({ name: text(name), value: text(value) }));
}

function countsOf({ sample_size, trials }: CaseResult, replies: readonly Reply[]): TrialCounts {
  const number = (is: (reply: Reply) => boolean) => replies.filter(is).length;
  return {
    asked: sample_size,
    total: number(({ outcome }) => outcome !== 'missing'),
    failed: number(({ outcome }) => outcome === 'failed'),
    unusable: number(({ unusable }) => unusable !== null),
    ungraded: number(({ outcome }) => outcome === 'ungraded'),
    missing: number(({ outcome }) => outcome === 'missing'),
    gave_up: countGaveUp(trials.map(({ conversation }) => conversation?.ended)),
    without_texts: number(({ is_cut, outcome }) => is_cut && (outcome === 'failed' || outcome === 'ungraded')),
  };
}

/** Counts the conversations in which the user gave up. */
export function countGaveUp(ends: readonly (string | undefined)[]): number {
  return ends.filter((ended) => ended === 'gave_up').length;
}

function missingOf({ trials }: CaseResult): readonly MissingReplies[] {
  const missing = trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial] : []));
  return [...groupBy(missing, ({ reason }) => reason)].map(([reason, own]) => ({
    reason: text(reason),
    trials: own.map(({ index }) => index),
  }));
}

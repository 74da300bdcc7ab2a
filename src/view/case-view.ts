import { type Case, type Subject, styleAxes } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import { type CaseResult, outcomeOf } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/score.js';
import type { ConversationFacts, Trial } from '#model/run/trial.js';
import { claimsOf } from './claims.js';
import { findingsOf } from './findings.js';
import { groupsOf, missesOf } from './groups.js';
import {
  type CaseView,
  type ConversationView,
  type FindingView,
  type MissingReplies,
  type NamedText,
  type Reply,
  type ReplyOutcome,
  type TrialCounts,
  text,
} from './view.js';

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

/** Returns one trial of a case with its findings. */
export function replyOf(trial: Trial, scores: readonly Score[], testCase: Case | undefined): Reply {
  const findings = findingsOf(trial, scores, testCase);
  return {
    trial: trial.index,
    outcome: outcomeOfReply(trial, findings),
    is_cut: trial.cut === true,
    turns: trial.cut
      ? []
      : trial.turns.map((turn) => ({ message: text(turn.user_message), response: text(turn.app_response) })),
    findings,
    unusable: trial.outcome === 'failed' ? text(trial.reason) : null,
    latency_s: latencyOf(trial),
    conversation: trial.conversation ? conversationOf(trial.conversation) : null,
  };
}

function outcomeOfReply({ outcome }: Trial, findings: readonly FindingView[]): ReplyOutcome {
  if (outcome === 'missing') return 'missing';
  if (outcome === 'failed' || findings.some(({ mark }) => mark === 'failed')) return 'failed';
  return findings.some(({ mark }) => mark === 'ungraded') ? 'ungraded' : 'passed';
}

/** Returns the total latency of all responses, in seconds; null if one of them is unknown. */
function latencyOf({ turns }: Trial): number | null {
  return turns.reduce<number | null>(
    (sum, { latency }) => (sum === null || latency === null ? null : sum + latency),
    0,
  );
}

function conversationOf({ ended, style, unanswered }: ConversationFacts): ConversationView {
  return {
    ended,
    style: style ? styleAxes.map((axis) => text(style[axis])) : [],
    unanswered: unanswered === undefined ? null : text(unanswered),
  };
}

import type { Case } from '#model/case.js';
import type { Score } from '#model/run/score.js';
import type { ConversationFacts, Trial } from '#model/run/trial.js';
import { styleAxes } from '#model/writing-style.js';
import { findingsOf } from './findings.js';
import { type ConversationView, type FindingView, type Reply, type ReplyOutcome, text } from './view.js';

/** Returns one trial of a case with its findings. */
export function replyOf(trial: Trial, scores: readonly Score[], testCase: Case | undefined): Reply {
  const findings = findingsOf(trial, scores, testCase);
  return {
    trial: trial.index,
    outcome: outcomeOf(trial, findings),
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

function outcomeOf({ outcome }: Trial, findings: readonly FindingView[]): ReplyOutcome {
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

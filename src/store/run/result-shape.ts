import { attemptKinds, type ReplySources, type SourceRun } from '#model/reply/reply-sources.js';
import type { UsageTotal } from '#model/reply/usage.js';

import type {
  CaseResult,
  Evidence,
  MergedShards,
  RunResult,
  RunTimeouts,
  Shard,
  TriggeringCounts,
} from '#model/run/run.js';
import type { Excerpt, Finding, Score } from '#model/run/score.js';
import type { ConversationFacts, Trial, TrialFacts, TrialOutcome, Turn } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';
import type { WritingStyle } from '#model/writing-style.js';
import {
  anything,
  bothOf,
  count,
  flag,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  variantsOf,
} from './shape.js';

/** A part of a run. */
export const shardShape = objectOf<Shard>({ index: count, of: count });

/** The shards that a run was merged from. */
export const mergedFields = {
  of: count,
  collected: count,
  repeated: listOf(objectOf<MergedShards['repeated'][number]>({ index: count, times: count })),
};

/** The shards that a run was merged from, in a row or a result. */
export const mergedShardsShape = objectOf<MergedShards>(mergedFields);

const verdict = objectOf<Verdict>({
  about: text,
  criterion: text,
  claim: text,
  outcome: oneOf('passed', 'failed', 'inconclusive'),
  significance_level: orNull(number),
  estimate: orNull(number),
  interval: orNull(objectOf<NonNullable<Verdict['interval']>>({ lower: orNull(number), upper: orNull(number) })),
  p_value: orNull(number),
  fail_p: orNull(number),
  n: count,
  used: count,
  failed: count,
  ungraded: count,
  needed_n: orNull(count),
  words: objectOf<Verdict['words']>({ found: text, bound: orNull(text), bar: orNull(text) }),
  reason: text,
});

const turn = objectOf<Turn>({
  user_message: text,
  app_response: text,
  latency: orNull(number),
  details: mapOf(anything()),
});

const style = objectOf<WritingStyle>({ proficiency: text, tone: text, verbosity: text, formality: text });
const conversation = objectOf<ConversationFacts>({
  style: orNull(style),
  ended: oneOf('goal_met', 'gave_up', 'max_turns', 'broken_off'),
  unanswered: optional(text),
});

const yes: Shape<true> = { fault: (value, path) => (value === true ? null : `${path} is not true`) };

const trialFacts = objectOf<TrialFacts>({
  case: text,
  index: count,
  turns: listOf(turn),
  started_at: text,
  duration_s: number,
  cut: optional(yes),
  conversation: optional(conversation),
});

type OutcomeOf<O extends TrialOutcome['outcome']> = Extract<TrialOutcome, { readonly outcome: O }>;

const trialOutcome = variantsOf<TrialOutcome, 'outcome'>('outcome', {
  finished: objectOf<OutcomeOf<'finished'>>({ outcome: oneOf('finished') }),
  failed: objectOf<OutcomeOf<'failed'>>({ outcome: oneOf('failed'), reason: text, timed_out: optional(yes) }),
  missing: objectOf<OutcomeOf<'missing'>>({
    outcome: oneOf('missing'),
    reason: text,
    why: optional(oneOf('given_up', 'no_recording', 'budget', 'provider_given_up', 'batch_unread')),
  }),
});

const trial: Shape<Trial> = bothOf(trialFacts, trialOutcome);

const excerpt = objectOf<Excerpt>({
  text,
  line: count,
  mark: optional(objectOf<NonNullable<Excerpt['mark']>>({ start: count, end: count })),
});

const finding = objectOf<Finding>({
  about: text,
  holds: orNull(flag),
  reason: text,
  excerpt: optional(excerpt),
  score: optional(number),
  votes: optional(listOf(orNull(number))),
  judge_reply: optional(text),
});

type ScoreFacts = Pick<Score, 'expectation' | 'trial' | 'turn' | 'findings'>;
type Valueless = { readonly why: 'failed' | 'ungraded'; readonly reason: string };

const scoreFacts = objectOf<ScoreFacts>({
  expectation: count,
  trial: count,
  turn: optional(count),
  findings: listOf(finding),
});
const valueless = objectOf<Valueless>({ why: oneOf('failed', 'ungraded'), reason: text });

const score: Shape<Score> = {
  fault: (value, path) => scoreFacts.fault(value, path) ?? valueFault(value as { readonly value?: unknown }, path),
};

/** A score without a value says why. */
function valueFault(score: { readonly value?: unknown }, path: string): string | null {
  return score.value === null ? valueless.fault(score, path) : number.fault(score.value, `${path}.value`);
}

const caseResult = objectOf<CaseResult>({
  name: text,
  kind: oneOf('prompt', 'trigger', 'conversation'),
  passed: orNull(flag),
  verdicts: listOf(verdict),
  sample_size: count,
  stopped_at: orNull(count),
  trials: listOf(trial),
  scores: listOf(score),
});

const evidence = objectOf<Evidence>({
  prompt: text,
  cases: text,
  judge: text,
  models: text,
  synthetic: flag,
  oldest_reply: orNull(text),
});

const triggering = objectOf<TriggeringCounts>({
  should_match: objectOf<TriggeringCounts['should_match']>({ hits: count, total: count }),
  should_not_match: objectOf<TriggeringCounts['should_not_match']>({ false_alarms: count, total: count }),
});

const usage = objectOf<UsageTotal>({
  replies: count,
  input_tokens: count,
  output_tokens: count,
  unmetered_replies: count,
  batch_replies: optional(count),
});

/** Where the replies of a run came from. */
export const sourcesShape = objectOf<ReplySources>({
  asked: count,
  runs: listOf(objectOf<SourceRun>({ run_id: text, kind: oneOf(...attemptKinds), replies: count })),
  more_runs: count,
  unnamed: count,
  synthetic: count,
});

/** The shape of a `result.json`. */
export const resultShape: Shape<RunResult> = objectOf<RunResult>({
  run_id: text,
  id: text,
  ts: text,
  state: oneOf('finished', 'unfinished'),
  all_passed: flag,
  partial: flag,
  shard: orNull(shardShape),
  total: count,
  passed: count,
  failed_cases: listOf(text),
  inconclusive_cases: listOf(text),
  missing_cases: listOf(text),
  triggering: orNull(triggering),
  cases: listOf(caseResult),
  evidence,
  replies: objectOf<RunResult['replies']>({ model: count, recorded: count, synthetic: count }),
  try: optional(count),
  shards: optional(mergedShardsShape),
  sources: optional(sourcesShape),
  usage,
  cost_usd: orNull(number),
  duration_s: number,
  eva_version: text,
  timeouts: optional(objectOf<RunTimeouts>({ failed_trials: count, asked_again: count, opted_out: count })),
});

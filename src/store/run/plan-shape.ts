import type {
  App,
  BehaviorJudge,
  Case,
  CheckSpec,
  CriterionSpec,
  Expectation,
  Grader,
  JudgeSettings,
  ModelSettings,
  RubricSpec,
  Subject,
} from '#model/case.js';
import type { Budget } from '#model/config.js';
import type { Place } from '#model/problem.js';
import type { Routing } from '#model/prompt.js';
import type { Outlook } from '#model/run/outlook.js';
import type { EvidenceDigests, RunManner, RunPlan } from '#model/run/run.js';
import type { WritingStyles } from '#model/writing-style.js';
import { mergedFields, shardShape } from './result-shape.js';
import {
  anything,
  count,
  countUpTo,
  flag,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  orNull,
  type Shape,
  share,
  text,
  variantsOf,
} from './shape.js';

const place = objectOf<Place>({
  file: text,
  line: optional(count),
  column: optional(count),
  source: optional(text),
  length: optional(count),
  property: optional(text),
});

const modelFields = {
  model: text,
  at: optional(place),
  timeout_s: number,
  max_tokens: count,
  temperature: optional(number),
};
const settings = objectOf<ModelSettings>(modelFields);
const scale = objectOf<JudgeSettings['scale']>({ min: number, max: number });
const behaviorJudge = objectOf<BehaviorJudge>({ ...modelFields, scale, votes: count });
const judge = objectOf<JudgeSettings>({ ...modelFields, scale, pass_threshold: number, votes: count });
const routing = objectOf<Routing>({ description: text, triggers: listOf(text), not_for: listOf(text) });

const app = variantsOf<App, 'app'>('app', {
  model: objectOf<AppOf<'model'>>({ app: oneOf('model'), settings }),
  command: objectOf<AppOf<'command'>>({
    app: oneOf('command'),
    argv: listOf(text),
    env: listOf(text),
    timeout_s: number,
    at: optional(place),
  }),
  function: objectOf<AppOf<'function'>>({ app: oneOf('function'), timeout_s: number }),
});
const styles = listOf(text);
const writingStyles = objectOf<WritingStyles>({
  proficiency: styles,
  tone: styles,
  verbosity: styles,
  formality: styles,
});

type AppOf<K extends App['app']> = Extract<App, { readonly app: K }>;
type SubjectOf<K extends Subject['kind']> = Extract<Subject, { readonly kind: K }>;

const subject = variantsOf<Subject, 'kind'>('kind', {
  prompt: objectOf<SubjectOf<'prompt'>>({ kind: oneOf('prompt'), inputs: mapOf(text), settings }),
  trigger: objectOf<SubjectOf<'trigger'>>({
    kind: oneOf('trigger'),
    query: text,
    should_match: flag,
    routing,
    settings,
  }),
  conversation: objectOf<SubjectOf<'conversation'>>({
    kind: oneOf('conversation'),
    given: text,
    when: text,
    inputs: mapOf(text),
    max_turns: count,
    app,
    user_simulator: settings,
    writing_style: orNull(writingStyles),
    seed: count,
  }),
});

const check = objectOf<CheckSpec>({ op: text, value: anything(), at: optional(place) });
const rubric = objectOf<RubricSpec>({ text, judge, at: optional(place) });

type GraderOf<K extends Grader['grader']> = Extract<Grader, { readonly grader: K }>;
type ParamsOf<K extends Grader['grader']> = GraderOf<K>['params'];

const grader = variantsOf<Grader, 'grader'>('grader', {
  trial_passes: objectOf<GraderOf<'trial_passes'>>({
    grader: oneOf('trial_passes'),
    params: objectOf<ParamsOf<'trial_passes'>>({ checks: listOf(check), rubric: optional(rubric) }),
  }),
  trigger: objectOf<GraderOf<'trigger'>>({ grader: oneOf('trigger'), params: objectOf<Record<string, never>>({}) }),
  metric: objectOf<GraderOf<'metric'>>({
    grader: oneOf('metric'),
    params: objectOf<ParamsOf<'metric'>>({
      metric: text,
      scope: oneOf('per_turn', 'per_conversation'),
      unit: text,
      least: number,
      cap: orNull(number),
    }),
  }),
  expected_behavior: objectOf<GraderOf<'expected_behavior'>>({
    grader: oneOf('expected_behavior'),
    params: objectOf<ParamsOf<'expected_behavior'>>({ text, judge: behaviorJudge, rubric: orNull(mapOf(text)) }),
  }),
});

const criterion = objectOf<CriterionSpec>({
  criterion: text,
  params: mapOf(anything()),
  significance_level: optional(share),
  at: optional(place),
});

const expectation = objectOf<Expectation>({
  about: text,
  grader,
  criteria: listOf(criterion),
  at: optional(place),
});

const oneCase = objectOf<Case>({
  name: text,
  subject,
  sample_size: countUpTo(100_000),
  sequential: flag,
  timeouts: optional(oneOf('fail', 'ask_again')),
  stop_early: flag,
  expected: optional(number),
  expectations: listOf(expectation),
  at: optional(place),
});

const outlook = objectOf<Outlook>({
  case: text,
  about: text,
  criterion: text,
  claim: text,
  test: text,
  significance_level: orNull(number),
  n: count,
  smallest_n: orNull(count),
  max_failures: orNull(count),
  gives_up: optional(flag),
  can_fail: optional(orNull(flag)),
  power: orNull(objectOf<NonNullable<Outlook['power']>>({ at: number, truth: text, value: number })),
  mean_trials: optional(
    objectOf<NonNullable<Outlook['mean_trials']>>({ at_bar: number, at_expected: number, bar: text }),
  ),
  needed_n: orNull(count),
  is_widest_spread: flag,
});

const digests = objectOf<EvidenceDigests>({ prompt: text, cases: text, judge: text, models: text });

const budget = objectOf<Budget>({
  max_calls: optional(count),
  max_tokens: optional(count),
  max_cost_usd: optional(number),
});

const manner = objectOf<RunManner>({
  stop_early: flag,
  batch: flag,
  shard: orNull(shardShape),
  merged: orNull(count),
  fail_fast: flag,
  replay: flag,
  allow_underpowered: flag,
  record: flag,
  budget: orNull(budget),
});

/** The shape of a `plan.json`. */
export const planShape: Shape<RunPlan> = objectOf<RunPlan>({
  id: text,
  body: text,
  cases: listOf(oneCase),
  evidence: digests,
  partial: flag,
  calls: count,
  outlooks: listOf(outlook),
  manner,
  try: optional(count),
  collected: optional(count),
  shards: optional(objectOf<NonNullable<RunPlan['shards']>>({ ...mergedFields, runs: listOf(text) })),
  tries: optional(oneOf('corrected')),
});

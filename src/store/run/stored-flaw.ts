import { isObject } from '#model/data/json.js';

/** What is checked on its own: the files in the folder of a run, a line of trials.jsonl, and parts of a row. */
export type StoredKind = keyof typeof shapes;

/** Returns the first flaw of a value that eva writes into the folder of a run: `cases[3].passed is not true or false`; null if there is none. */
export function storedFlaw(kind: StoredKind, value: unknown): string | null {
  const flaw = shapes[kind](value);
  return flaw && `${flaw.path.replace(/^\./, '') || 'the file'} ${flaw.words}`;
}

/** The first flaw of a value: its path below the value, such as `.cases[3].passed`, and what is wrong there. */
interface Flaw {
  readonly path: string;
  readonly words: string;
}

/** Returns the first flaw of a value that was parsed from JSON; null if there is none. */
type Shape = (value: unknown) => Flaw | null;

type Shapes = Readonly<Record<string, Shape>>;

function kind(words: string, holds: (value: unknown) => boolean): Shape {
  const flaw = { path: '', words: `is not ${words}` };
  return (value) => (holds(value) ? null : flaw);
}

const anything: Shape = () => null;

const text = kind('text', (value) => typeof value === 'string');

const flag = kind('true or false', (value) => typeof value === 'boolean');

const number = kind('a number', Number.isFinite);

const count = kind('a whole number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0);

/** A value is one of these. */
function oneOf(...values: readonly unknown[]): Shape {
  return kind(values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`, (value) =>
    values.includes(value),
  );
}

function orNull(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value));
}

/** A value fits one of two shapes. Its flaw is that of the second. */
function either(first: Shape, second: Shape): Shape {
  return (value) => (first(value) === null ? null : second(value));
}

/** A value fits several shapes. */
function all(...shapes: readonly Shape[]): Shape {
  return (value) => {
    for (const shape of shapes) {
      const flaw = shape(value);
      if (flaw) return flaw;
    }
    return null;
  };
}

const list = kind('a list', Array.isArray);

const filledList = kind('a list with items', (value) => Array.isArray(value) && value.length > 0);

const mapping = kind('a mapping', isObject);

function listOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return list(value);
    for (let at = 0; at < value.length; at++) {
      const flaw = shape(value[at]);
      if (flaw) return { ...flaw, path: `[${at}]${flaw.path}` };
    }
    return null;
  };
}

/** A mapping whose values all have one shape. */
function mappingOf(shape: Shape): Shape {
  return (value) => {
    if (!isObject(value)) return mapping(value);
    for (const key of Object.keys(value)) {
      const flaw = shape(value[key]);
      if (flaw) return { ...flaw, path: `.${key}${flaw.path}` };
    }
    return null;
  };
}

/** A mapping with these keys, and perhaps `optional` ones. Other keys are ignored. */
function object(required: Shapes, optional: Shapes = {}): Shape {
  const keys = [...Object.entries(required), ...Object.entries(optional)];
  return (value) => {
    if (!isObject(value)) return mapping(value);
    for (const [key, shape] of keys) {
      if (!Object.hasOwn(value, key)) {
        if (Object.hasOwn(required, key)) return { path: `.${key}`, words: 'is missing' };
        continue;
      }
      const flaw = shape(value[key]);
      if (flaw) return { ...flaw, path: `.${key}${flaw.path}` };
    }
    return null;
  };
}

/** A mapping whose shape follows from the text at `key`. */
function byKey(key: string, shapes: Shapes): Shape {
  return (value) => {
    if (!isObject(value)) return mapping(value);
    const name = value[key];
    const shape = typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return shape ? shape(value) : { path: `.${key}`, words: Object.hasOwn(value, key) ? 'is unknown' : 'is missing' };
  };
}

const texts = listOf(text);

const positive = kind('a whole number from 1', (value) => Number.isSafeInteger(value) && Number(value) >= 1);

const sampleSize = kind(
  'a whole number from 1 to 1000000',
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000,
);

const level = kind('a number between 0 and 1', (value) => typeof value === 'number' && value > 0 && value < 1);

const maybeNumber = orNull(number);

const maybeCount = orNull(count);

const maybeText = orNull(text);

const place = object({ file: text }, { line: count, column: count, source: text, length: count, property: text });

const callSettings = { model: text, timeout_s: number, max_tokens: count };

const callOptions = { at: place, temperature: number };

const settings = object(callSettings, callOptions);

const scale = object({ min: number, max: number });

const judgeOfBehavior = { ...callSettings, scale, votes: count };

const judge = object({ ...judgeOfBehavior, pass_threshold: number }, callOptions);

const media = object({ path: text, media_type: text, sha256: text, bytes: count });

const files = mappingOf(media);

const part = object({}, { file: either(object({ input: text }), media) });

const message = object({
  role: oneOf('system', 'user', 'assistant'),
  content: either(text, either(object({}), listOf(part))),
});

const app = byKey('app', {
  model: object({ settings }),
  command: object({ argv: texts, env: texts, timeout_s: number }, { at: place }),
  function: object({ timeout_s: number }),
});

const styles = (shape: Shape) => object({ proficiency: shape, tone: shape, verbosity: shape, formality: shape });

const subject = byKey('kind', {
  prompt: object({ inputs: mappingOf(text), settings }, { files, messages: listOf(message) }),
  trigger: object({
    query: text,
    should_match: flag,
    routing: object({ description: anything, triggers: texts, not_for: texts }),
    settings,
  }),
  conversation: object(
    {
      given: text,
      when: text,
      inputs: mappingOf(text),
      max_turns: count,
      app,
      user_simulator: settings,
      writing_style: orNull(styles(texts)),
      seed: count,
    },
    { files },
  ),
});

const check = object({ op: text, value: anything }, { at: place });

const valueReference = either(object({ field: text }), object({ input: text }));

const rubric = object({ text, judge }, { about: text, reference: either(text, valueReference), at: place });

const grader = byKey('grader', {
  trial_passes: object({
    params: object(
      { checks: listOf(check) },
      { rubric: either(rubric, listOf(rubric)), extract: either(text, object({})) },
    ),
  }),
  trigger: object({ params: object({}) }),
  metric: object({
    params: object({
      metric: text,
      scope: oneOf('per_turn', 'per_conversation'),
      unit: text,
      least: number,
      cap: maybeNumber,
    }),
  }),
  class: object({
    params: object(
      {
        expected: either(text, object({ field: text })),
        of: texts,
        ignore_case: flag,
        kept: listOf(count),
        asked: listOf(count),
      },
      { at: text },
    ),
  }),
  expected_behavior: object({
    params: object({ text, judge: object(judgeOfBehavior, callOptions), rubric: orNull(mappingOf(text)) }),
  }),
});

const criterion = object({ criterion: text, params: object({}) }, { significance_level: level, at: place });

const expectation = object({ about: text, grader, criteria: listOf(criterion) }, { at: place });

const claimOfFile = oneOf('population', 'file');

const must = oneOf('pass', 'not_fail');

const sliceField = object(
  {
    field: text,
    values: listOf(object({ value: text, kept: count, kept_units: count, units: count }, { reported: oneOf(true) })),
  },
  { gate: object({ criterion, must }) },
);

const dataset = object(
  {
    ...{ file: text, sha256: text, digest: text, items: count, kept: count, asked: count, kept_units: count },
    ...{ units: count, draws: sampleSize, claim: claimOfFile, seed: count, inputs: mappingOf(text) },
    ...{ slices: listOf(sliceField), filter: text, mean_bytes: number },
  },
  { cluster: object({ field: text }) },
);

const testCase = object(
  {
    name: text,
    subject,
    sample_size: sampleSize,
    sequential: flag,
    stop_early: flag,
    expectations: listOf(expectation),
  },
  { look: oneOf(true), timeouts: oneOf('fail', 'ask_again'), expected: number, dataset, at: place },
);

const power = orNull(object({ at: number, truth: text, value: number }));

const forecast = {
  case: text,
  claim: text,
  test: text,
  significance_level: orNull(level),
  n: count,
  smallest_n: maybeCount,
};

const sliceOutlook = object({ ...forecast, field: text, value: text, must }, { power });

const outlook = object(
  {
    ...{ ...forecast, about: text, criterion: text, max_failures: maybeCount, power, needed_n: maybeCount },
    is_widest_spread: flag,
  },
  {
    gives_up: flag,
    can_fail: orNull(flag),
    mean_trials: object({ at_bar: number, at_expected: number, bar: text }),
  },
);

const digests = { prompt: text, cases: text, judge: text, models: text };

const shard = orNull(object({ index: count, of: count }));

const shards = { of: count, processes: count, repeated: listOf(object({ index: count, times: count })) };

const variant = { variant: text, group: text, override: oneOf(true), cases_of: text };

const compare = object(
  {
    ...{ comparison: text, side: oneOf('a', 'b'), against: text, label: text },
    ...{ kind: oneOf('tree', 'ref', 'ready', 'model', 'prompt', 'run'), id: text, margin: number, alpha: number },
    ...{ from_run: maybeText, command: text },
  },
  { ref: text, commit: text, model: text },
);

const manner = object(
  {
    ...{ stop_early: flag, batch: flag, shard, merged: maybeCount, replay: flag },
    fail_fast: oneOf(true, false, 'run'),
    ...{ allow_underpowered: flag, record: flag },
    budget: orNull(object({}, { max_calls: count, max_cost_usd: number })),
  },
  {
    look: oneOf(true),
    at_once: positive,
    split: texts,
    share: object({
      command: text,
      whole: texts,
      split: listOf(object({ case: text, full: count, left: listOf(count) })),
    }),
  },
);

const plan = object(
  {
    id: text,
    body: either(text, all(filledList, listOf(message))),
    cases: listOf(testCase),
    evidence: object(digests),
    partial: flag,
    calls: count,
    outlooks: listOf(outlook),
    manner,
  },
  {
    body_file: text,
    item_choice: object({}, { first: sampleSize, ids: texts }),
    slice_outlooks: listOf(sliceOutlook),
    variant: object({}, variant),
    compare,
    try: count,
    shards: object({ ...shards, runs: texts }),
    tries: oneOf('corrected'),
  },
);

const turn = object(
  { user_message: text, app_response: text, latency: maybeNumber, details: object({}) },
  {
    retries: positive,
    last_failure: text,
    tool_calls: listOf(object({ name: text, arguments: anything })),
    steps: listOf(object({ name: text }, { duration_s: number })),
  },
);

const trialFacts = object(
  { case: text, index: count, turns: listOf(turn), started_at: text, duration_s: number },
  {
    cut: oneOf(true),
    origin: object({ item: text, draw: count }, { slices: mappingOf(text), cluster: text }),
    conversation: object(
      { style: orNull(styles(text)), ended: oneOf('goal_met', 'gave_up', 'max_turns', 'broken_off') },
      { unanswered: text },
    ),
  },
);

const trial = all(
  byKey('outcome', {
    finished: anything,
    failed: object({ reason: text }, { timed_out: oneOf(true) }),
    missing: object(
      { reason: text },
      { why: oneOf('given_up', 'no_recording', 'budget', 'provider_given_up', 'batch_unread') },
    ),
  }),
  trialFacts,
);

const excerpt = object({ text, line: count }, { mark: object({ start: count, end: count }) });

const finding = object(
  { about: text, holds: orNull(flag), reason: text },
  { excerpt, score: number, votes: listOf(maybeNumber), judge_reply: text },
);

const score = all(
  object(
    { expectation: count, trial: count, findings: listOf(finding), value: maybeNumber },
    { turn: count, classes: object({ expected: text, answered: maybeText }) },
  ),
  either(object({ value: number }), object({ why: oneOf('failed', 'ungraded'), reason: text })),
);

const people = object(
  { labels: count, missing: count, passed: count, failed: count, unlabelled: count },
  { strata: object({ judged: count, judge_passed: count, m1: count, x1: count, m0: count, x0: count }) },
);

const verdict = object(
  {
    ...{ about: text, criterion: text, claim: text, outcome: oneOf('passed', 'failed', 'inconclusive') },
    ...{ significance_level: orNull(level), estimate: maybeNumber, p_value: maybeNumber, fail_p: maybeNumber },
    interval: orNull(object({ lower: maybeNumber, upper: maybeNumber })),
    ...{ n: count, used: count, failed: count, ungraded: count, needed_n: maybeCount, reason: text },
    words: object({ found: text, bound: maybeText, bar: maybeText }, { advice: text }),
  },
  { people },
);

const estimate = { estimate: maybeNumber, lower: maybeNumber, upper: maybeNumber };

const share = object({ hits: count, n: count, ...estimate });

const sliceRow = object(
  {
    ...{ value: text, outcome: oneOf('passed', 'failed', 'inconclusive', null), k: maybeCount, trials: count },
    ...{ n: count, of: count, failed: count, ungraded: count, ...estimate, p_value: maybeNumber, fail_p: maybeNumber },
    ...{ adjusted: maybeNumber, fail_adjusted: maybeNumber },
  },
  { ended_case: oneOf(true) },
);

const datasetResult = object({
  units: count,
  items: count,
  estimates: orNull(object({ clusters: maybeNumber, items: maybeNumber })),
  slices: listOf(
    object({
      field: text,
      must: orNull(must),
      claim: maybeText,
      bar: maybeText,
      holds: orNull(flag),
      significance_level: number,
      rows: listOf(sliceRow),
    }),
  ),
  classes: listOf(
    object({
      expectation: count,
      classes: texts,
      matrix: listOf(listOf(count)),
      n: count,
      rows: listOf(object({ class: text, recall: share, precision: share, f1: share })),
      macro_f1: maybeNumber,
      macro_f1_lower: maybeNumber,
    }),
  ),
});

const labels = object({
  seed: number,
  raters: count,
  digest: text,
  of: listOf(object({ expectation: count, trial: count, verdict: oneOf('pass', 'fail', 'none') })),
});

const caseResult = object(
  {
    name: text,
    kind: oneOf('prompt', 'trigger', 'conversation'),
    passed: orNull(flag),
    verdicts: listOf(verdict),
    sample_size: count,
    stopped_at: maybeCount,
    trials: listOf(trial),
    scores: listOf(score),
  },
  { look: oneOf(true), requested: count, ended_by: text, dataset: datasetResult, labels },
);

const answered = listOf(object({ name: text, replies: count }));

const sources = object(
  {
    asked: count,
    runs: listOf(
      object({ run_id: text, kind: oneOf('full', 'partial', 'shard', 'look', 'compare', 'replay'), replies: count }),
    ),
    more_runs: count,
    unnamed: count,
    synthetic: count,
  },
  { servers: answered, programs: answered, applications: answered, retried: count, variables: texts },
);

const replies = object({ model: count, recorded: count, synthetic: count });

const head = { run_id: text, id: text, state: oneOf('finished', 'unfinished'), shard };

const mergedShards = object({ ...shards, left_out: object({ replies: count, cost_usd: maybeNumber }) });

const result = object(
  {
    ...{ ...head, ts: text, all_passed: flag, partial: flag, total: count, passed: count },
    ...{ failed_cases: texts, inconclusive_cases: texts, missing_cases: texts },
    triggering: orNull(
      object({
        should_match: object({ hits: count, total: count }),
        should_not_match: object({ false_alarms: count, total: count }),
      }),
    ),
    cases: listOf(caseResult),
    evidence: object({ ...digests, synthetic: flag, oldest_reply: maybeText }),
    replies,
    usage: object(
      { replies: count, input_tokens: count, output_tokens: count, unmetered_replies: count },
      { batch_replies: count },
    ),
    ...{ cost_usd: maybeNumber, duration_s: number, eva_version: text, sources },
  },
  {
    looked: positive,
    waits_for: positive,
    ended_by: text,
    datasets: listOf(object({ case: text, items: count, asked: count, digest: text, claim: claimOfFile })),
    ...{ ...variant, try: count, shards: mergedShards, compare },
    timeouts: object({ failed_trials: count, asked_again: count, opted_out: count }),
  },
);

const resultHead = object(head, {
  ...{ replies, ts: text, partial: flag, total: count, looked: count, waits_for: count, compare, all_passed: flag },
  ...{ ...variant, evidence: object(digests, { synthetic: flag }) },
});

const amount = kind('a number from 0', (value) => Number.isFinite(value) && Number(value) >= 0);

const rate = { input: amount, output: amount };

const price = object({ ...rate, built_in: text }, { long: object({ ...rate, above_tokens: amount }) });

const command = object(
  {
    ...{ command: oneOf(1), digest: text, of: positive, only: texts, models: texts },
    runs: listOf(object({ id: text }, { variant: text, cases_of: text })),
  },
  { items: object({}, { first: sampleSize, ids: texts }), cases_of: text },
);

const group = object({
  group: oneOf(1),
  id: text,
  flags: object(
    { manner },
    {
      ...{ only: texts, items: object({}, { first: sampleSize, ids: texts }), models: texts, casesOf: text },
      ...{ strict: flag, allowShortBudget: flag },
    },
  ),
  runs: listOf(object({ id: text }, { variant: text })),
});

const shapes = {
  group,
  plan,
  command,
  result,
  resultHead,
  gradedTrial: object({ case: text, trial, scores: listOf(score) }),
  sources,
  price,
};

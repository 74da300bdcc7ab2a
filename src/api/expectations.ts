import type { CriterionParams } from '#decide/criteria/define-criterion.js';
import type { Criterion } from '#decide/criterion.js';
import { isObject } from '#model/data/json.js';
import type { FieldReference } from '#model/dataset.js';
import type { MetricName, ThenItem } from '#model/documents.gen.js';
import type { CheckFunction, InputReference } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import { type EvaError, problem } from '#model/sentences/sentence.js';
import { errorOf } from './error-texts.js';
import { type Builder, builder, checkExpectation, frozenCopy, type ReadonlyDeep } from './scenario-test.js';

type Item = ReadonlyDeep<ThenItem>;

/** One criterion, or a list: all must pass. */
type OneOrMore<T> = T | readonly T[];

interface Labelled {
  /** A label for reports. */
  readonly about?: string | undefined;
}

/** What the application should do, in words; a judge scores each conversation. */
export interface BehavioralExpectation extends Labelled {
  readonly expected_behavior: string;
  readonly criteria: OneOrMore<ScoreAssertion | OwnAssertion>;
  /** A text that the judge sees beside the conversation, or the field of a data set that has it. */
  readonly reference?: string | FieldReference | InputReference | undefined;
  readonly judge?: Item['judge'];
  /** The rubric: every level of the scale in your own words, by score. Without it the judge writes one. */
  readonly rubric?: Readonly<Record<string, string>> | undefined;
}

/** A quantity that is measured per turn or per conversation. */
export interface MetricExpectation extends Labelled {
  /** The name of a built-in metric, or of the attached custom one. */
  readonly metric: MetricName | `${Metric['scope']}.${string}`;
  readonly criteria: OneOrMore<MetricAssertion | OwnAssertion>;
  readonly [own]?: Metric;
}

/** Deterministic checks of the responses of each conversation. In a data set an expected value may be `{ field: NAME }`. */
export interface CheckExpectation extends Labelled {
  readonly assert: NonNullable<Item['assert']>;
  readonly criteria: OneOrMore<CheckAssertion | OwnAssertion>;
}

/**
 * The class that the response of each conversation is, or has at `at`, compared with that of the item. Several responses of a conversation
 * are read as one text. Needs a data set.
 */
export interface ClassExpectation extends Labelled {
  readonly class: ReadonlyDeep<NonNullable<ThenItem['class']>>;
  readonly criteria: OneOrMore<ClassAssertion>;
}

/** An item of `then`. */
export type ScenarioExpectation = BehavioralExpectation | MetricExpectation | CheckExpectation | ClassExpectation;

/** The fields of a `MetricExpectation`: `metric` is a name, or a metric of `defineMetric`. */
export interface MetricExpectationFields extends Omit<MetricExpectation, 'metric' | typeof own> {
  readonly metric: MetricName | DefinedMetric;
}

/** A metric of `defineMetric`. */
export interface DefinedMetric extends Metric {
  readonly name: `${Metric['scope']}.${string}`;
}

/** Makes an expectation of a behaviour. Throws `EvaError` with every problem of its fields. */
export const BehavioralExpectation: Builder<BehavioralExpectation, BehavioralExpectation> = builder((fields) =>
  expectation('BehavioralExpectation', fields),
);

/** Makes an expectation of a metric. Throws `EvaError` with every problem of its fields. */
export const MetricExpectation: Builder<MetricExpectationFields, MetricExpectation> = builder((fields) =>
  expectation('MetricExpectation', byName(fields)),
);

/** Makes an expectation of checks. Throws `EvaError` with every problem of its fields. */
export const CheckExpectation: Builder<CheckExpectation, CheckExpectation> = builder((fields) =>
  expectation('CheckExpectation', fields),
);

/** Makes an expectation of classes. Throws `EvaError` with every problem of its fields. */
export const ClassExpectation: Builder<ClassExpectation, ClassExpectation> = builder((fields) =>
  expectation('ClassExpectation', fields),
);

function expectation<Item extends ScenarioExpectation>(name: string, item: Item): Item {
  checkExpectation(name, item);
  return frozenCopy(item);
}

/** Replaces a custom metric by its name. Returns anything that is not an object with a name unchanged. */
function byName(fields: MetricExpectationFields): MetricExpectation {
  const metric = fields?.metric;
  if (typeof metric !== 'object' || typeof metric?.name !== 'string') return fields as MetricExpectation;
  return { ...fields, metric: metric.name, [own]: metric };
}

interface Level {
  /** The largest probability of a false pass. Default: that of the scenario. */
  readonly significance_level?: number | undefined;
}

/** At least `proportion` of conversations must score `min_score` or more. */
export interface ScoreProportion extends Level {
  readonly min_score: number;
  readonly proportion: number;
  readonly threshold?: never;
}

/** The mean or median score must be at least `threshold`. */
export interface ScoreThreshold extends Level {
  readonly threshold: number;
  readonly method?: 'gaffke' | 'betting' | undefined;
  readonly cap?: never;
}

/** At least `proportion` of the values, per conversation, must be on the right side of `threshold`. */
export interface MetricProportion extends Level {
  readonly threshold: number;
  readonly proportion: number;
  readonly min_score?: never;
}

/** The mean is compared with `threshold`. Values above `cap` count as the cap; an unbounded metric needs one. */
export interface MetricMean extends Level {
  readonly threshold: number;
  readonly cap?: number | undefined;
  readonly method?: 'gaffke' | 'betting' | undefined;
}

/** The median is compared with `threshold`. */
export interface MetricMedian extends Level {
  readonly threshold: number;
}

/** All checks must hold in at least `proportion` of conversations. */
export interface CheckProportion extends Level {
  readonly proportion: number;
  readonly min_score?: never;
  readonly threshold?: never;
}

/** A criterion of `assertions.scores`, for a `BehavioralExpectation`. */
export type ScoreAssertion =
  | { readonly proportion_gte: ScoreProportion }
  | { readonly median_gte: Omit<ScoreThreshold, 'method'> }
  | { readonly mean_gte: ScoreThreshold };

/** A criterion of `assertions.metrics`, for a `MetricExpectation`. */
export type MetricAssertion =
  | { readonly proportion_lt: MetricProportion }
  | { readonly proportion_lte: MetricProportion }
  | { readonly proportion_gt: MetricProportion }
  | { readonly proportion_gte: MetricProportion }
  | { readonly mean_lt: MetricMean }
  | { readonly mean_lte: MetricMean }
  | { readonly mean_gt: MetricMean }
  | { readonly mean_gte: MetricMean }
  | { readonly median_lt: MetricMedian }
  | { readonly median_lte: MetricMedian }
  | { readonly median_gt: MetricMedian }
  | { readonly median_gte: MetricMedian };

/** A criterion of `assertions.checks`, for a `CheckExpectation`. */
export interface CheckAssertion {
  readonly proportion_gte: CheckProportion;
}

/** Recall, precision or F1 of a class must be at least `proportion`. */
export interface ClassProportion extends Level {
  /** The name of a class; `each` for every class. */
  readonly class: string;
  readonly proportion: number;
  readonly threshold?: never;
}

/** A criterion of `assertions.classes`, for a `ClassExpectation`. */
export type ClassAssertion =
  | { readonly recall_gte: ClassProportion }
  | { readonly precision_gte: ClassProportion }
  | { readonly f1_gte: ClassProportion };

/** A criterion of `assertions.own`, for every kind of expectation: its name with its parameters, and the criterion itself. */
export interface OwnAssertion {
  readonly [own]: Criterion;
  readonly [name: string]: CriterionParams;
}

/** Functions that build items of `criteria:`, as a file has them. */
export const assertions = {
  /** Criteria on the scores of an expected behaviour. */
  scores: {
    proportion_gte: (params: ScoreProportion) => ({ proportion_gte: params }),
    median_gte: (params: Omit<ScoreThreshold, 'method'>) => ({ median_gte: params }),
    mean_gte: (params: ScoreThreshold) => ({ mean_gte: params }),
  },
  /** Criteria on the values of a metric. */
  metrics: {
    proportion_lt: (params: MetricProportion) => ({ proportion_lt: params }),
    proportion_lte: (params: MetricProportion) => ({ proportion_lte: params }),
    proportion_gt: (params: MetricProportion) => ({ proportion_gt: params }),
    proportion_gte: (params: MetricProportion) => ({ proportion_gte: params }),
    mean_lt: (params: MetricMean) => ({ mean_lt: params }),
    mean_lte: (params: MetricMean) => ({ mean_lte: params }),
    mean_gt: (params: MetricMean) => ({ mean_gt: params }),
    mean_gte: (params: MetricMean) => ({ mean_gte: params }),
    median_lt: (params: MetricMedian) => ({ median_lt: params }),
    median_lte: (params: MetricMedian) => ({ median_lte: params }),
    median_gt: (params: MetricMedian) => ({ median_gt: params }),
    median_gte: (params: MetricMedian) => ({ median_gte: params }),
  },
  /** Criteria on deterministic checks. */
  checks: {
    proportion_gte: (params: CheckProportion) => ({ proportion_gte: params }),
  },
  /** Criteria on the classes of a data set. */
  classes: {
    recall_gte: (params: ClassProportion) => ({ recall_gte: params }),
    precision_gte: (params: ClassProportion) => ({ precision_gte: params }),
    f1_gte: (params: ClassProportion) => ({ f1_gte: params }),
  },
  /** A criterion of `defineCriterion`, with the parameters for its functions. */
  own: (criterion: Criterion, params: CriterionParams = {}): OwnAssertion => {
    if (!isCriterion(criterion)) throw noCriterion();
    return { [criterion.name]: params, [own]: criterion };
  },
} as const;

function noCriterion(): EvaError {
  const params = { name: 'criterion', type: 'what defineCriterion returned', isOptional: false };
  const at = { file: 'assertions.own' };
  return errorOf([problem('EVA_WRONG_TYPE:field', params, { at })], { caller: assertions.own });
}

/** The key that attaches a custom metric or criterion to its name. JSON drops it. */
export const own: unique symbol = Symbol.for('eva-harness.own');

/** The custom metrics, criteria and checks that a scenario names. */
export interface OwnParts {
  readonly metrics: readonly Metric[];
  readonly criteria: readonly Criterion[];
  readonly functions: readonly OwnFunction[];
}

/** A check of `defineCheck`. */
interface OwnFunction {
  readonly name: string;
  readonly check: CheckFunction;
}

/** Lists the custom metrics, criteria and checks attached to the items of `then`, each once. */
export function ownParts(scenarios: readonly unknown[]): OwnParts {
  const items = scenarios.flatMap((scenario) => listOf(fieldOf(scenario, 'then')));
  const asserts = items.flatMap((item) => listOf(fieldOf(item, 'assert'))).flatMap(withChecksInside);
  const criteria = items.flatMap((item) => listOf(fieldOf(item, 'criteria')));
  return {
    metrics: [...new Set(items.flatMap((item) => (carries(item, isMetric) ? [item[own]] : [])))],
    functions: [...new Set(asserts.flatMap((item) => (carries(item, isFunction) ? [item[own]] : [])))],
    criteria: [...new Set(criteria.flatMap((item) => (carries(item, isCriterion) ? [item[own]] : [])))],
  };
}

/** Returns a check, and for `at_least` also the checks inside it. */
function withChecksInside(check: unknown): readonly unknown[] {
  return [check, ...listOf(fieldOf(fieldOf(check, 'at_least'), 'of'))];
}

function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function carries<T>(value: unknown, is: (carried: unknown) => carried is T): value is { readonly [own]: T } {
  return typeof value === 'object' && value !== null && own in value && is(value[own]);
}

function isMetric(value: unknown): value is Metric {
  return isObject(value) && typeof Reflect.get(value, 'measure') === 'function';
}

function isFunction(value: unknown): value is OwnFunction {
  return isObject(value) && typeof Reflect.get(value, 'check') === 'function';
}

function isCriterion(value: unknown): value is Criterion {
  return isObject(value) && typeof Reflect.get(value, 'watch') === 'function';
}

/** The built-in metrics by the names that YAML uses, so that a scenario is the same document in both. */
export const metrics = {
  /** Metrics with one value per response. */
  per_turn: {
    /** Seconds from the user's message to the complete response of the application. */
    response_latency: 'per_turn.response_latency',
    /** Characters (Unicode code points). */
    response_length: 'per_turn.response_length',
    /** Words: runs without white space. */
    response_words: 'per_turn.response_words',
    /** Output tokens, as the provider counts them. */
    output_tokens: 'per_turn.output_tokens',
    /** Input tokens, as the provider counts them. */
    input_tokens: 'per_turn.input_tokens',
    /** Tool calls. */
    tool_calls: 'per_turn.tool_calls',
  },
  /** Metrics with one value per conversation. */
  per_conversation: {
    /** Messages that were answered. */
    turn_count: 'per_conversation.turn_count',
    /** Seconds from the first message to the last response. */
    total_time: 'per_conversation.total_time',
    /** Seconds of all responses together. */
    total_response_time: 'per_conversation.total_response_time',
    /** Characters of all responses. */
    total_response_length: 'per_conversation.total_response_length',
    /** Input and output tokens of all responses. */
    total_tokens: 'per_conversation.total_tokens',
    /** USD for the tokens of all responses, if the price is known. */
    cost: 'per_conversation.cost',
    /** Tool calls of all turns. */
    tool_calls: 'per_conversation.tool_calls',
    /** Steps that an application reports, of all turns. */
    steps: 'per_conversation.steps',
  },
} as const;

import type { CriterionParams } from '#decide/criteria/define-criterion.js';
import type { Criterion } from '#decide/criterion.js';
import { isObject } from '#model/data/json.js';
import { wrongType } from './builder.js';
import { errorOf } from './error-texts.js';

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

/** Recall, precision or F1 of a class must be at least `proportion`. */
export interface ClassProportion extends Level {
  /** The name of a class; `each` for every class. */
  readonly class: string;
  readonly proportion: number;
  readonly threshold?: never;
}

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
    if (!isCriterion(criterion)) {
      const wrong = wrongType('criterion', 'what defineCriterion returned', { file: 'assertions.own' });
      throw errorOf([wrong], { caller: assertions.own });
    }
    return { [criterion.name]: params, [own]: criterion };
  },
} as const;

/** A criterion that a group of `assertions` makes. */
type MadeBy<Group extends Exclude<keyof typeof assertions, 'own'>> = {
  readonly [Name in keyof (typeof assertions)[Group]]: (typeof assertions)[Group][Name] extends (
    params: infer Params,
  ) => unknown
    ? { readonly [Key in Name]: Params }
    : never;
}[keyof (typeof assertions)[Group]];

/** A criterion of `assertions.scores`, for a `BehavioralExpectation`. */
export type ScoreAssertion = MadeBy<'scores'>;

/** A criterion of `assertions.metrics`, for a `MetricExpectation`. */
export type MetricAssertion = MadeBy<'metrics'>;

/** A criterion of `assertions.checks`, for a `CheckExpectation`. */
export type CheckAssertion = MadeBy<'checks'>;

/** A criterion of `assertions.classes`, for a `ClassExpectation`. */
export type ClassAssertion = MadeBy<'classes'>;

/** The key that attaches a custom metric or criterion to its name. JSON drops it. */
export const own: unique symbol = Symbol.for('eva-harness.own');

export function isCriterion(value: unknown): value is Criterion {
  return isObject(value) && typeof Reflect.get(value, 'watch') === 'function';
}

import type { FieldReference } from '#model/dataset.js';
import type { MetricName, ThenItem } from '#model/documents.gen.js';
import type { InputReference } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import type { CheckAssertion, ClassAssertion, MetricAssertion, OwnAssertion, ScoreAssertion } from './assertions.js';
import { checkExpectation } from './check.js';
import { type Builder, builder, frozenCopy, type ReadonlyDeep } from './frozen-copy.js';
import { own } from './own.js';

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

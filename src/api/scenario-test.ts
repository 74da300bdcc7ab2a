import type { Criterion } from '#decide/criterion.js';
import { casesFromData } from '#library/program-data/data-cases.js';
import { isObject } from '#model/data/json.js';
import type { FieldReference } from '#model/dataset.js';
import type { EvalScenario, MetricName, ThenItem } from '#model/documents.gen.js';
import type { CheckFunction, InputReference } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { DataPath } from '#model/schema/documents.js';
import {
  type CheckAssertion,
  type ClassAssertion,
  type MetricAssertion,
  type OwnAssertion,
  own,
  type ScoreAssertion,
} from './assertions.js';
import { type Builder, builder, frozenCopy, noObject, type ReadonlyDeep } from './builder.js';
import { errorOf } from './error-texts.js';

type Written = ReadonlyDeep<EvalScenario>;

/** A scenario: an item of `scenarios:` in eval.yml, without the keys that name files of a library. */
export interface ScenarioTest
  extends Omit<Written, 'then' | 'dataset' | 'inputs_from' | 'files' | 'allow_hidden' | 'models'> {
  readonly then: readonly ScenarioExpectation[];
  /** A data set: one conversation for each of its items, whose fields fill `{{…}}` in `given` and `when`. */
  readonly dataset?: string | ScenarioDataset | undefined;
}

/** The items of a scenario, in a file or in the program, and what is claimed of them. */
export type ScenarioDataset = FileDataset | ItemsDataset;

/** The items in a file, as in eval.yml. Its path is relative to the option `cwd` of `SigmaEval`. */
export interface FileDataset extends Exclude<NonNullable<Written['dataset']>, string> {
  readonly items?: never;
}

/** Items that are objects of the program, as plain data. */
export interface ItemsDataset extends Omit<FileDataset, 'file' | 'format' | 'delimiter' | 'items'> {
  /**
   * An array, or another iterable that is read once: all items together must be smaller than 64 MiB. eva reads them when the scenario is
   * evaluated.
   */
  readonly items: Iterable<object> | AsyncIterable<object>;
  readonly file?: never;
  readonly format?: never;
  readonly delimiter?: never;
}

/** Makes a scenario. Throws `EvaError` with every problem that eval.yml would have with it. */
export const ScenarioTest: Builder<ScenarioTest, ScenarioTest> = builder((fields) => {
  if (!isObject(fields)) throw errorOf([noObject('ScenarioTest', 'title, given, when and then are needed')]);
  throwIfWrong(problemsOf(fields, nameOf(fields), isTakenByScenario));
  return frozenCopy(fields);
});

/** Checks an item of `then` by the rules of eval.yml. Throws `EvaError` with every problem, each at its property of the item. */
function checkExpectation(name: string, item: unknown): void {
  if (!isObject(item)) throw errorOf([noObject(name, 'its fields are those of an item of "then"')]);
  // Whether the references of the item have values, and which classes there are, its scenario decides.
  const around = { title: name, given: '-', when: '-', dataset: 'unread', then: [item] };
  const isTaken = (path: DataPath) => path.length !== 5 || (keysOf[name]?.includes(String(path[4])) ?? true);
  throwIfWrong(problemsOf(around, name, isTaken).flatMap(withinItem));
}

/** The keys of items of `then` that each builder takes. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  BehavioralExpectation: ['about', 'criteria', 'expected_behavior', 'reference', 'judge', 'rubric'],
  MetricExpectation: ['about', 'criteria', 'metric'],
  CheckExpectation: ['about', 'criteria', 'assert'],
  ClassExpectation: ['about', 'criteria', 'class'],
};

const keysOfFiles: readonly string[] = ['inputs_from', 'files', 'allow_hidden', 'models'];

/** Returns false for a key of a scenario that only a file has. */
export function isTakenByScenario(path: DataPath): boolean {
  return path.length > 3 || !keysOfFiles.includes(String(path.at(-1)));
}

/** Returns the name of a scenario in messages. */
export function nameOf(scenario: unknown): string {
  const title = isObject(scenario) ? scenario['title'] : undefined;
  return typeof title === 'string' ? `ScenarioTest ${JSON.stringify(title)}` : 'ScenarioTest';
}

function throwIfWrong(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw errorOf(problems);
}

function problemsOf(scenario: unknown, name: string, isTaken: (path: DataPath) => boolean): readonly Problem[] {
  const { metrics, criteria, functions } = ownParts([scenario]);
  return casesFromData(
    // The options of an evaluation name the embedding model.
    { defaults: { embedding_model: '-' }, scenarios: [scenario] },
    {
      name: () => name,
      body: { body: bodyUsing(scenario) },
      app: namesApp(scenario) ? 'document' : 'function',
      metrics,
      criteria: criteria.map((criterion) => criterion.name),
      functions: functions.map(({ name }) => name),
      isTaken,
      rubrics: null,
    },
  ).problems;
}

/** Counts every input as used, because the prompt of a scenario is not known here. */
function bodyUsing(scenario: unknown): string {
  const inputs = isObject(scenario) ? scenario['inputs'] : undefined;
  return isObject(inputs)
    ? Object.keys(inputs)
        .map((name) => `{{${name}}}`)
        .join(' ')
    : '';
}

/** Returns true if a scenario names an application or a model, so that it takes no function. */
function namesApp(scenario: unknown): boolean {
  return isObject(scenario) && (Object.hasOwn(scenario, 'app') || Object.hasOwn(scenario, 'model'));
}

const itemPath = /^then\[0\](\.|$)/;

function withinItem(entry: Problem): Problem[] {
  const { property, ...at } = entry.at ?? { file: '' };
  if (property === undefined || !itemPath.test(property)) return [];
  const ownProperty = property.replace(itemPath, '');
  return [{ ...entry, at: { ...at, property: ownProperty } }];
}

type WrittenItem = ReadonlyDeep<ThenItem>;

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
  readonly judge?: WrittenItem['judge'];
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
  readonly assert: NonNullable<WrittenItem['assert']>;
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
    metrics: carried<Metric>(items, 'measure'),
    functions: carried<OwnFunction>(asserts, 'check'),
    criteria: carried<Criterion>(criteria, 'watch'),
  };
}

/** Returns a check, and for `at_least` also the checks inside it. */
function withChecksInside(check: unknown): readonly unknown[] {
  return [check, ...listOf(fieldOf(fieldOf(check, 'at_least'), 'of'))];
}

/** Lists what is attached to items, each once: the things that have this function. */
function carried<T>(items: readonly unknown[], method: string): readonly T[] {
  const attached = items.flatMap((item) => (isObject(item) ? Reflect.get(item, own) : []));
  return [...new Set(attached.filter((part) => isObject(part) && typeof Reflect.get(part, method) === 'function'))];
}

function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
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

import { casesFromData } from '#library/program-data/data-cases.js';
import { isObject, isPlainObject } from '#model/data/json.js';
import type { EvalScenario } from '#model/documents.gen.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { UnknownKey } from '#model/sentences/schema.js';
import { EvaError, problem } from '#model/sentences/sentence.js';
import { errorOf } from './error-texts.js';
import { ownParts, type ScenarioExpectation } from './expectations.js';
import { noObject } from './options.js';

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
  checkScenario(fields);
  return frozenCopy(fields);
});

/** Checks a scenario by the rules of eval.yml, without a prompt. Throws `EvaError` with every problem. */
function checkScenario(scenario: unknown): void {
  if (!isObject(scenario)) throw errorOf([noObject('ScenarioTest', 'title, given, when and then are needed')]);
  throwIfWrong(problemsOf(scenario, nameOf(scenario)).map(inScenario));
}

/** Checks an item of `then` by the rules of eval.yml. Throws `EvaError` with every problem, each at its property of the item. */
export function checkExpectation(name: string, item: unknown): void {
  if (!isObject(item)) throw errorOf([noObject(name, 'its fields are those of an item of "then"')]);
  // Whether the references of the item have values, and which classes there are, its scenario decides.
  const around = { title: name, given: '-', when: '-', dataset: 'unread', then: [item] };
  const problems = problemsOf(around, name).flatMap(withinItem);
  throwIfWrong(problems.map((entry) => naming(entry, (key) => keysOf[name]?.includes(key) ?? true)));
}

/** The keys of items of `then` that each builder takes. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  BehavioralExpectation: ['about', 'criteria', 'expected_behavior', 'reference', 'judge', 'rubric'],
  MetricExpectation: ['about', 'criteria', 'metric'],
  CheckExpectation: ['about', 'criteria', 'assert'],
  ClassExpectation: ['about', 'criteria', 'class'],
};

const keysOfFiles: readonly string[] = ['inputs_from', 'files', 'allow_hidden', 'models'];

/** Leaves the keys that only a scenario of a file takes out of the problem of an unknown key. */
export function inScenario(entry: Problem): Problem {
  return naming(entry, (key) => !keysOfFiles.includes(key));
}

/** Leaves keys that are not taken out of the problem of an unknown key of the whole object. */
function naming(entry: Problem, isTaken: (key: string) => boolean): Problem {
  if (entry.code !== 'EVA_UNKNOWN_KEY' || entry.variant !== undefined || /[.[]/.test(entry.at?.property ?? ''))
    return entry;
  const params = entry.fix as unknown as UnknownKey;
  return problem(
    'EVA_UNKNOWN_KEY',
    { ...params, known: params.known.filter(({ key }) => isTaken(key)) },
    { at: entry.at, severity: entry.severity },
  );
}

/** Returns the name of a scenario in messages. */
export function nameOf(scenario: unknown): string {
  const title = isObject(scenario) ? scenario['title'] : undefined;
  return typeof title === 'string' ? `ScenarioTest ${JSON.stringify(title)}` : 'ScenarioTest';
}

function throwIfWrong(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw errorOf(problems);
}

function problemsOf(scenario: unknown, name: string): readonly Problem[] {
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
  const own = property.replace(itemPath, '');
  return [{ ...entry, at: { ...at, property: own } }];
}

/**
 * Copies data and freezes it deeply. Keeps symbols, omits keys whose value is `undefined`, and keeps values that are not plain data (a
 * function, a date) as they are.
 */
export function frozenCopy<T>(data: T): T;

export function frozenCopy(data: unknown): unknown {
  return copyOf(data, []);
}

function copyOf(data: unknown, above: readonly unknown[]): unknown {
  if (above.includes(data)) return data;
  if (Array.isArray(data)) return Object.freeze(data.map((item) => copyOf(item, [...above, data])));
  if (!isPlainObject(data)) return data;
  const names = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, copyOf(value, [...above, data])]);
  const symbols = Object.getOwnPropertySymbols(data).map((key) => [key, Reflect.get(data, key)]);
  return Object.freeze(Object.fromEntries([...names, ...symbols]));
}

/** A read-only document. An optional key may also be `undefined`, with the same meaning. */
export type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> | Absent<T, Key> }
    : T;

type Absent<T, Key extends keyof T> = object extends Pick<T, Key> ? undefined : never;

/** A builder that makes data from fields, called with or without `new`. */
export interface Builder<Fields, Data> {
  (fields: Fields): Data;
  new (fields: Fields): Data;
}

/** Makes a builder from a function. A constructor that returns an object gives that object, so `new` changes nothing. */
export function builder<Fields, Data extends object>(build: (fields: Fields) => Data): Builder<Fields, Data> {
  function made(fields: Fields): Data {
    try {
      return build(fields);
    } catch (error) {
      if (error instanceof EvaError) Error.captureStackTrace(error, made); // it begins at the line of the program
      throw error;
    }
  }
  return made as unknown as Builder<Fields, Data>;
}

import { problem } from '#errors/index.js';
import type { UnknownKey } from '#errors/sentences/input/schema.js';
import { casesFromData } from '#load/data/data-cases.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Problem } from '#model/problem.js';
import { errorOf } from '../error-texts.js';
import { noObject } from '../options/fields.js';
import { ownParts } from './own.js';

/** Checks a scenario by the rules of eval.yml, without a prompt. Throws `EvaError` with every problem. */
export function checkScenario(scenario: unknown): void {
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

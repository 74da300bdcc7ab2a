import { casesFromData } from '#load/data/data-cases.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Problem } from '#model/problem.js';
import { noObject } from '../options/fields.js';
import { errorOf } from '../said.js';
import { ownParts } from './own.js';

/** Checks a scenario by the rules of eval.yml, as far as it stands alone. Throws `EvaError` with every problem. */
export function checkScenario(scenario: unknown): void {
  if (!isObject(scenario)) throw errorOf([noObject('ScenarioTest', 'title, given, when and then are needed')]);
  throwIfWrong(problemsOf(scenario, nameOf(scenario)));
}

/** Checks an item of `then` by the rules of eval.yml. Throws `EvaError` with every problem, each at its property of the item. */
export function checkExpectation(name: string, item: unknown): void {
  if (!isObject(item)) throw errorOf([noObject(name, 'its fields are those of an item of "then"')]);
  const around = { title: name, given: '-', when: '-', then: [item] };
  throwIfWrong(problemsOf(around, name).flatMap(withinItem));
}

/** How messages call a scenario, as a reader would look for it. */
export function nameOf(scenario: unknown): string {
  const title = isObject(scenario) ? scenario['title'] : undefined;
  return typeof title === 'string' ? `ScenarioTest ${JSON.stringify(title)}` : 'ScenarioTest';
}

function throwIfWrong(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw errorOf(problems);
}

function problemsOf(scenario: unknown, name: string): readonly Problem[] {
  const { metrics, criteria } = ownParts([scenario]);
  return casesFromData(
    { scenarios: [scenario] },
    {
      name: () => name,
      body: bodyUsing(scenario),
      app: namesApp(scenario) ? 'document' : 'function',
      metrics,
      criteria: criteria.map((one) => one.name),
      rubrics: null,
    },
  ).problems;
}

/** Which prompt a scenario is evaluated with is known later; as long as it is not, every input counts as used. */
function bodyUsing(scenario: unknown): string {
  const inputs = isObject(scenario) ? scenario['inputs'] : undefined;
  return isObject(inputs)
    ? Object.keys(inputs)
        .map((name) => `{{${name}}}`)
        .join(' ')
    : '';
}

/** A scenario that names an application or a model is not meant for a function. */
function namesApp(scenario: unknown): boolean {
  return isObject(scenario) && (Object.hasOwn(scenario, 'app') || Object.hasOwn(scenario, 'model'));
}

const itemPath = /^then\[0\](\.|$)/;

function withinItem(one: Problem): Problem[] {
  const { property, ...at } = one.at ?? { file: '' };
  if (property === undefined || !itemPath.test(property)) return [];
  const own = property.replace(itemPath, '');
  return [{ ...one, at: { ...at, property: own } }];
}

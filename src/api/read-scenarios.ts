import type { Criterion } from '#decide/criterion.js';
import { criteria as builtInCriteria } from '#decide/index.js';
import { problem } from '#errors/index.js';
import { casesFromData } from '#load/data/data-cases.js';
import type { FrozenRubrics } from '#load/rubrics/frozen-rubric.js';
import { metrics as builtInMetrics } from '#metrics/index.js';
import type { Metric } from '#metrics/metric.js';
import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Problem } from '#model/problem.js';
import { nameOf } from './build/check.js';
import { type OwnParts, ownParts } from './build/own.js';
import { errorOf } from './error-texts.js';
import { defaultsOf, placeInOptions, type SigmaEvalOptions } from './options/options.js';

/** Scenarios as cases, with the functions that they name. */
export interface ReadScenarios {
  readonly cases: readonly Case[];
  readonly metrics: readonly Metric[];
  readonly criteria: readonly Criterion[];
  readonly warnings: readonly Problem[];
}

/** Reads scenarios by the rules of eval.yml. Throws `EvaError` with every problem of all of them. */
export function readScenarios(
  scenarios: readonly unknown[],
  options: SigmaEvalOptions,
  hasFunction: boolean,
  rubrics: FrozenRubrics,
): ReadScenarios {
  const strange = strangeScenarios(scenarios);
  if (strange.length > 0) throw errorOf(strange);
  const own = ownParts(scenarios);
  const { value: cases, problems } = casesFromData(
    { defaults: defaultsOf(options), scenarios },
    {
      name: (index) => nameOf(scenarios[index]),
      body: options.prompt ?? '',
      app: hasFunction ? 'function' : 'document',
      metrics: own.metrics,
      criteria: own.criteria.map(({ name }) => name),
      rubrics,
      default: (path) => placeInOptions(path, options),
    },
  );
  const all = [...problems, ...namesakes(own)];
  if (!cases || hasErrors(all)) throw errorOf(all);
  return {
    cases,
    metrics: [...builtInMetrics, ...own.metrics],
    criteria: [...builtInCriteria, ...own.criteria],
    warnings: problems,
  };
}

function strangeScenarios(scenarios: readonly unknown[]): readonly Problem[] {
  if (scenarios.length === 0) {
    const hint = 'give evaluate a scenario, or a list of at least one';
    return [problem('EVA_EMPTY', 'there is no scenario to evaluate', { at: { file: 'evaluate', property: '' }, hint })];
  }
  return scenarios.flatMap((scenario, index) => {
    if (isObject(scenario)) return [];
    const at = { file: 'evaluate', property: '' };
    const hint = 'make it with ScenarioTest({ title: …, given: …, when: …, then: […] })';
    return [problem('EVA_WRONG_TYPE', `scenario ${index + 1} is not an object`, { at, hint })];
  });
}

/** Lists names that two different metrics or criteria share: a name must mean one thing in an evaluation. */
function namesakes({ metrics, criteria }: OwnParts): readonly Problem[] {
  const twice = (things: readonly { readonly name: string }[], what: string) => {
    const names = things.map(({ name }) => name);
    const again = new Set(names.filter((name, index) => names.indexOf(name) !== index));
    return [...again].map((name) =>
      problem('EVA_DUPLICATE_NAME', `two different ${what} have the name ${name}`, { hint: 'rename one of them' }),
    );
  };
  return [...twice(metrics, 'metrics'), ...twice(criteria, 'criteria')];
}

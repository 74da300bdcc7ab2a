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
    return [problem('EVA_EMPTY:no_scenario', null, { at: { file: 'evaluate', property: '' } })];
  }
  return scenarios.flatMap((scenario, index) => {
    if (isObject(scenario)) return [];
    const at = { file: 'evaluate', property: '' };
    return [problem('EVA_WRONG_TYPE:scenario', { number: index + 1 }, { at })];
  });
}

/** Returns a problem for each name that two definitions of an evaluation share. */
function namesakes({ metrics, criteria }: OwnParts): readonly Problem[] {
  const twice = (things: readonly { readonly name: string }[], kind: 'metrics' | 'criteria') => {
    const names = things.map(({ name }) => name);
    const again = new Set(names.filter((name, index) => names.indexOf(name) !== index));
    return [...again].map((name) => problem('EVA_DUPLICATE_NAME:definition', { kind, name }));
  };
  return [...twice(metrics, 'metrics'), ...twice(criteria, 'criteria')];
}

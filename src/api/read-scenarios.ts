import { once } from 'node:events';
import { criteria as builtInCriteria } from '#decide/criteria/index.js';
import type { Criterion } from '#decide/criterion.js';
import { casesFromData } from '#library/program-data/data-cases.js';
import type { DataBody } from '#library/program-data/data-source.js';
import { readProgramData } from '#library/program-data/program-items.js';
import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { CheckFunction } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import { builtInMetrics } from '#model/metrics.js';
import { hasErrors, type Problem, problem } from '#model/problem.js';
import type { FrozenRubrics } from '#model/rubric.js';
import { short } from '#model/text/quoted.js';
import { valueChecker } from '#run/plan/plan-run.js';
import { errorOf } from './error-texts.js';
import type { SigmaEvalOptions } from './options.js';
import { defaultsOf, placeInOptions } from './read-options.js';
import { isTakenByScenario, nameOf, type OwnParts, ownParts } from './scenario-test.js';

export interface ReadScenarios {
  readonly cases: readonly Case[];
  readonly metrics: readonly Metric[];
  readonly criteria: readonly Criterion[];
  /** The checks of `defineCheck`, by name. */
  readonly functions: ReadonlyMap<string, CheckFunction>;
  readonly warnings: readonly Problem[];
  /** The items of each case with a data set, by the name of the case. */
  readonly datasets: ReturnType<typeof casesFromData>['datasets'];
}

interface ReadingOptions {
  readonly hasFunction: boolean;
  readonly body: DataBody;
  readonly rubrics: FrozenRubrics;
  /** The directory that the paths of data sets are relative to. */
  readonly cwd: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads scenarios by the rules of eval.yml, and their data sets. Rejects with `EvaError` with every problem of all of them, and with the
 * reason of `signal`.
 */
export async function readScenarios(
  scenarios: readonly unknown[],
  options: SigmaEvalOptions,
  { hasFunction, body, rubrics, cwd, signal }: ReadingOptions,
): Promise<ReadScenarios> {
  const strange = strangeScenarios(scenarios);
  if (strange.length > 0) throw errorOf(strange);
  const parts = ownParts(scenarios);
  const name = (index: number) => nameOf(scenarios[index]);
  const data = await untilAborted(readProgramData(scenarios, { cwd, name }), signal);
  const read = casesFromData(
    { defaults: defaultsOf(options), scenarios },
    {
      name,
      body,
      app: hasFunction ? 'function' : 'document',
      metrics: parts.metrics,
      criteria: parts.criteria.map(({ name }) => name),
      functions: parts.functions.map(({ name }) => name),
      isTaken: isTakenByScenario,
      rubrics,
      default: (path) => placeInOptions(path, options),
      data,
      ...valueChecker(),
    },
  );
  const { value: cases, problems, datasets } = read;
  const all = [...problems, ...namesakes(parts)];
  if (!cases || hasErrors(all)) throw errorOf(all, { cause: data.cause });
  return {
    datasets,
    cases,
    metrics: [...builtInMetrics, ...parts.metrics],
    criteria: [...builtInCriteria, ...parts.criteria],
    functions: new Map(parts.functions.map(({ name, check }) => [name, check])),
    warnings: problems,
  };
}

/** Waits for a promise. Rejects with the reason of `signal` as soon as that is aborted. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const done = new AbortController();
  const ending = AbortSignal.any([signal]); // Node warns of more than ten listeners of one signal
  const abort = () => Promise.reject(signal.reason); // the program's iterator may have aborted it
  const aborted = ending.aborted ? abort() : once(ending, 'abort', { signal: done.signal }).then(abort);
  return Promise.race([work, aborted]).finally(() => done.abort());
}

function strangeScenarios(scenarios: readonly unknown[]): readonly Problem[] {
  if (scenarios.length === 0) {
    return [
      problem('EVA_EMPTY:no_scenario', 'there is no scenario to evaluate', {
        hint: 'pass evaluate a scenario, or a list of at least one',
        at: { file: 'evaluate', property: '' },
      }),
    ];
  }
  return scenarios.flatMap((scenario, index) => {
    if (isObject(scenario)) return [];
    const at = { file: 'evaluate', property: '' };
    return [
      problem('EVA_WRONG_TYPE:scenario', `scenario ${index + 1} is not an object`, {
        hint: 'make it with ScenarioTest({ title: …, given: …, when: …, then: […] })',
        at,
      }),
    ];
  });
}

/** Returns a problem for each name that two definitions of an evaluation share. */
function namesakes({ metrics, criteria, functions }: OwnParts): readonly Problem[] {
  const twice = (things: readonly { readonly name: string }[], kind: 'metrics' | 'criteria' | 'checks') => {
    const names = things.map(({ name }) => name);
    const again = new Set(names.filter((name, index) => names.indexOf(name) !== index));
    return [...again].map((name) =>
      problem('EVA_DUPLICATE_NAME:definition', `two different ${kind} have the name ${short(name)}`, {
        hint: 'rename one of them',
      }),
    );
  };
  return [...twice(metrics, 'metrics'), ...twice(criteria, 'criteria'), ...twice(functions, 'checks')];
}

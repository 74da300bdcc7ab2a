import { problem } from '#errors/index.js';
import { findMetric } from '#metrics/index.js';
import { checksOfGrader } from '#model/case/grader.js';
import { type Case, type Expectation, modelUnderTest } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { providerTypes } from '#provider/types/index.js';

/** A check or metric that reads tool calls or steps. */
interface Reader {
  readonly name: string;
  readonly reads: 'calls' | 'steps';
  readonly at: Place | undefined;
}

/**
 * Returns a problem for each check and metric of tool calls or steps that no reply of the model can answer: a model reports calls only if tools
 * are set, and never steps. Applications and programs may report both, so that nothing is known before a run.
 */
export function unreportedCalls({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  const settings = modelUnderTest(subject);
  const result = settings && routeModel(settings.model, config.providers);
  if (!settings || !result || !('route' in result) || !isModelServer(result.route.config.type)) return [];
  return expectations.flatMap(readersIn).flatMap(({ name, reads, at: own }) => {
    if (reads === 'calls' && settings.tools !== undefined) return [];
    return [problem(keys[reads], { op: name }, { at: own ?? at })];
  });
}

const keys = { calls: 'EVA_BAD_CHECK:no_calls', steps: 'EVA_BAD_CHECK:no_steps' } as const;

/** Returns true for the built-in providers that have a server. Programs of a library may report calls and steps. */
function isModelServer(type: string): boolean {
  return providerTypes.some(({ name, server }) => name === type && server !== null);
}

const checksOfCalls: readonly string[] = ['called', 'not_called', 'called_in_order', 'min_calls', 'max_calls'];
const checksOfSteps: readonly string[] = ['step', 'max_steps'];

function readersIn({ grader, at }: Expectation): readonly Reader[] {
  if (grader.grader === 'metric') {
    const unit = findMetric(grader.params.metric)?.unit;
    return unit === 'calls' || unit === 'steps' ? [{ name: grader.params.metric, reads: unit, at }] : [];
  }
  return checksOfGrader(grader).flatMap(({ op, at: own }): readonly Reader[] => {
    if (checksOfCalls.includes(op)) return [{ name: op, reads: 'calls', at: own }];
    return checksOfSteps.includes(op) ? [{ name: op, reads: 'steps', at: own }] : [];
  });
}
